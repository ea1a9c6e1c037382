"""What logs of motion tell: parameters of a robot, loads, and motions that tell most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ._estimates import Estimate, ExcitingMotion, ExpectedParameter, Identification, Payload, TorqueTrace
from ._lint import Finding
from ._log import LogLike, as_logs, common_gravity, require_some, told_by
from ._motion import RobotMotion
from ._progress import Progress, telling
from ._record import words

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class RobotIdentification(RobotMotion):
    """Functions of logs."""

    def identify(
        self,
        log: LogLike | Sequence[LogLike],
        *,
        validation: LogLike | Sequence[LogLike] = (),
        rotor: bool = True,
        friction: Sequence[str] = ("viscous", "coulomb", "offset"),
        prior: bool = True,
        quick: bool = False,
        select_terms: bool | None = None,
        hold_out: float = 0.25,
        gravity: ArrayLike | None = None,
        progress: Progress = None,
    ) -> Identification:
        """Parameters from logs of motion: a `torsor.Log`, or what `torsor.read_log` takes, or a list of such.

        validation: logs that the result is judged by; without any, hold_out of each log. rotor, friction (viscous,
        coulomb, offset, asymmetric, stribeck): what the robot may have besides its links; prior: the robot's own masses
        count where the data tell little; quick: only the estimators that need little time; select_terms: blocks of the
        log that are left out decide about more terms of friction (None: unless it is to be quick). gravity (3,): m/s^2
        in base axes, in place of the robot's. progress: True for a bar, or a function (stage, share).

        >>> import torsor
        >>> robot = torsor.load("two-rods")
        >>> move = robot.trajectory([[0, 0], [2, -1], [-1, 2], [1, 1], [0, 0]], duration=12, rate=200)
        >>> log = torsor.Log(move.time, move.q, move.tau)
        >>> robot.identify(log, quick=True, rotor=False, friction=[]).base_names
        ['mx1', 'my1', 'Izz1', 'mx2', 'my2', 'Izz2']
        """
        training, judging = as_logs(log, self), as_logs(validation, self)
        require_some("log", training)
        choose = not quick if select_terms is None else select_terms
        gravity = common_gravity(training, gravity)
        with telling(progress) as tell:
            found = self._identify(
                training, judging, rotor, words(friction), prior, quick, choose, hold_out, gravity, tell
            )
        found["estimates"] = [Estimate(**estimate) for estimate in found["estimates"]]
        for part in ("training", "validation"):
            found[part] = [TorqueTrace(**trace) for trace in found[part]]
        found["findings"] = told_by([*training, *judging]) + [Finding(**finding) for finding in found["findings"]]
        return Identification(**found)

    def excite(
        self,
        *,
        criterion: str = "d-optimal",
        period: float = 20,
        harmonics: int = 5,
        rate: float = 100,
        starts: int = 8,
        seed: int = 1,
        noise: ArrayLike | None = None,
        max_velocity: ArrayLike | None = None,
        max_acceleration: ArrayLike | None = None,
        max_torque: ArrayLike | None = None,
        floor: float | None = None,
        workspace: ArrayLike | None = None,
        frame: str | None = None,
        capsules: bool = True,
        clearance: float = 0.02,
        after: LogLike | Sequence[LogLike] = (),
        rotor: bool = True,
        friction: Sequence[str] = ("viscous", "coulomb", "offset"),
        gravity: ArrayLike | None = None,
        progress: Progress = None,
    ) -> ExcitingMotion:
        """The motion that tells most of the robot's parameters, within its limits.

        criterion: d-optimal or condition; period: s; harmonics: of its Fourier series; rate: torques a second that will
        be measured; starts: random motions that are improved; noise: standard deviation of a measured torque. Limits
        are the robot's, or numbers by joint or one for all, in rad/s, rad/s^2, Nm or with m. floor: m along z of the
        base; workspace (2, 3): two corners of a box that `frame` (None: the tip) stays in; capsules: links keep
        clearance, m, from each other. after: earlier logs, whose knowledge counts. rotor, friction, gravity: as for
        `identify`.

        >>> import torsor
        >>> motion = torsor.load("two-rods").excite(starts=1, period=5, harmonics=2)
        >>> motion.q.shape
        (501, 2)
        """
        earlier = as_logs(after, self)
        options = {
            "criterion": criterion,
            "period": period,
            "harmonics": harmonics,
            "rate": rate,
            "starts": starts,
            "seed": seed,
            "noise": noise,
            "max_velocity": max_velocity,
            "max_acceleration": max_acceleration,
            "max_torque": max_torque,
            "floor": floor,
            "workspace": workspace,
            "frame": frame,
            "capsules": capsules,
            "clearance": clearance,
            "rotor": rotor,
            "friction": words(friction),
            "gravity": common_gravity(earlier, gravity),
        }
        with telling(progress) as tell:
            found = self._excite(options, earlier, tell)
        found["parameters"] = [ExpectedParameter(**parameter) for parameter in found["parameters"]]
        return ExcitingMotion(self.name, self.joints, self.torque_units, **found)

    def payload(
        self,
        unloaded: LogLike | Sequence[LogLike],
        loaded: LogLike | Sequence[LogLike],
        *,
        reference: LogLike | Sequence[LogLike] = (),
        known_load: Sequence[float] | None = None,
        frame: str | None = None,
        static: bool = False,
        exact_gains: bool = False,
        rotor: bool = True,
        gravity: ArrayLike | None = None,
        progress: Progress = None,
    ) -> Payload:
        """Mass, centre and inertia of a load, from logs without and with it; their motions may differ.

        reference, known_load: logs with a load that is known, and that load in `frame` (None: the tip): mass, kg; or
        mass and centre, m; or these and Ixx, Ixy, Ixz, Iyy, Iyz, Izz about the centre, kg m^2. static: from poses at
        rest alone, mass and centre. exact_gains: torques of all joints are taken for exact.

        >>> import numpy, torsor
        >>> robot = torsor.load("two-rods")
        >>> heavy = torsor.load("two-rods", set={"m2": 1.5})
        >>> move = robot.trajectory([[0, 0], [2, -1], [-1, 2], [1, 1], [0, 0]], duration=12, rate=200)
        >>> noise = numpy.random.default_rng(1).normal(size=(2, *move.q.shape)) * 0.01
        >>> tau = [arm.inverse_dynamics(move.q, move.qd, move.qdd) for arm in (robot, heavy)] + noise
        >>> found = robot.payload(torsor.Log(move.time, move.q, tau[0]), torsor.Log(move.time, move.q, tau[1]))
        >>> found.found
        True
        """
        without, with_load = as_logs(unloaded, self), as_logs(loaded, self)
        known = as_logs(reference, self)
        require_some("unloaded", without)
        require_some("loaded", with_load)
        gravity = common_gravity([*without, *with_load], gravity)
        with telling(progress) as tell:
            found = self._payload(
                without, with_load, known, known_load, frame, static, exact_gains, rotor, gravity, tell
            )
        told = told_by([*without, *with_load, *known])
        found["findings"] = told + [Finding(**finding) for finding in found["findings"]]
        return Payload(**found)
