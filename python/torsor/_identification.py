"""What logs of motion tell: parameters of a robot, loads, and motions that tell most."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._frames import Framed, numbered
from ._lint import Finding
from ._log import LogLike, as_logs, common_gravity
from ._motion import RobotMotion
from ._progress import Progress, telling
from ._record import Record
from ._table import Shown, Table, counted, shown

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[floating]


class Estimate(Record):
    """One estimate of the base parameters: value and standard_deviation by base parameter (not numbers where none was
    computed); fits: (rms, % of the torque, R2) of each joint on held-out samples.
    """

    method: str
    note: str
    valid: bool
    value: Array
    standard_deviation: Array
    fits: list[tuple[float, float, float]]


class TorqueTrace(Record):
    """Torque of one joint over time, thinned for plots: time, s; velocity; measured, smoothed and predicted, Nm or N."""

    time: Array
    velocity: Array
    measured: Array
    smoothed: Array
    predicted: Array


class Identification(Shown, Framed, Record):
    """What a log tells: estimates of the base parameters (chosen: the one that the model is made from), the standard
    parameters of the physically consistent fit, noise (standard deviation of the residual by joint), traces of the
    torque on training and validation data, the verdict (grade: good, fair, poor or unknown, and a sentence), findings,
    and robot: the identified robot file in YAML, or None (`torsor.Robot.from_yaml`).
    """

    joints: list[str]
    torque_units: list[str]
    base_names: list[str]
    base_combinations: list[str]
    estimates: list[Estimate]
    chosen: int
    parameter_names: list[str]
    parameters: Array
    condition_number: float
    noise: Array
    training: list[TorqueTrace]
    validation: list[TorqueTrace]
    grade: str
    sentence: str
    findings: list[Finding]
    robot: str | None

    def estimate(self, method: str) -> Estimate:
        """That of a method, such as "weighted", whose deviations allow for coloured noise."""
        for one in self.estimates:
            if one.method == method:
                return one
        raise KeyError(f"expected one of {', '.join(one.method for one in self.estimates)}, found {method!r}")

    def _columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {"name": self.base_names, "combination": self.base_combinations}
        for one in self.estimates:
            if one.valid:
                columns |= {one.method: one.value, f"{one.method}_deviation": one.standard_deviation}
        return columns

    def _parts(self) -> list[Table | str]:
        best = self.estimates[self.chosen] if self.estimates else None
        rows = []
        for joint, unit, fit in zip(self.joints, self.torque_units, best.fits if best else [], strict=False):
            rms, percent, r2 = fit
            rows.append([joint, f"{shown(rms)} {unit}", f"{percent:.3g} %", f"{r2:.4f}"])
        title = f"verdict: {self.grade}. {self.sentence}"
        return [Table(["joint", "residual", "of the torque", "R2"], rows, title=title)]


class ExpectedParameter(Record):
    """What a motion will tell of a base parameter: value, of the robot file; deviation, the standard one that is
    expected; before: the same from earlier logs alone.
    """

    name: str
    combination: str
    value: float | None
    deviation: float
    before: float


class ExcitingMotion(Shown, Framed, Record):
    """A periodic motion that tells most of the parameters of a robot within its limits, at rest at both ends.

    period, s; centre (nv,), sine and cosine (nv, harmonics): the Fourier series; time (N,), q, qd, qdd, tau (N, nv);
    condition_number, log_det: of the information; starts: the criterion by start; parameters: what is to be expected;
    limits: (what, slack, time), the nearest first; notes.
    """

    robot: str
    joints: list[str]
    torque_units: list[str]
    period: float
    centre: Array
    sine: Array
    cosine: Array
    time: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    criterion: str
    condition_number: float
    log_det: float
    starts: Array
    parameters: list[ExpectedParameter]
    limits: list[tuple[str, float, float]]
    notes: list[str]

    def _columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {"t": self.time}
        for name in ("q", "qd", "qdd", "tau"):
            columns |= numbered(name, getattr(self, name))
        return columns

    def _parts(self) -> list[Table | str]:
        harmonics = self.sine.shape[1]
        title = (
            f"{self.robot}: {shown(self.period)} s, {counted(harmonics, 'harmonic')} up to "
            f"{shown(harmonics / self.period)} Hz, {self.criterion}\ncondition number {self.condition_number:.3g}, "
            f"log det {self.log_det:.5g}, best of {counted(len(self.starts), 'start')}\n"
        )
        earlier = any(math.isfinite(one.before) for one in self.parameters)
        header = ["base parameter", "value", "expected deviation", "relative"]
        rows = [self._row(one) for one in self.parameters]
        if earlier:
            header.append("from the logs alone")
            for row, one in zip(rows, self.parameters, strict=True):
                row.append(f"{one.before:.2g}" if math.isfinite(one.before) else "unknown")
        reached = ", ".join(what for what, slack, _ in self.limits if slack < 0.02) or "none"
        lines = [f"\nlimits that are reached: {reached}", *(f"note: {note}" for note in self.notes)]
        return [Table(header, rows, title=title), "\n".join(lines)]

    @staticmethod
    def _row(one: ExpectedParameter) -> list[str]:
        relative = f"{100 * one.deviation / abs(one.value):.2g} %" if one.value else "-"
        value = "-" if one.value is None else f"{one.value:.4g}"
        return [one.name, value, f"{one.deviation:.2g}", relative]


class Payload(Shown, Record):
    """A load, as logs without and with it tell it. What no motion of the arm shows is not a number.

    frame: in which it is given; found: whether the logs show one, and words; mass, kg; centre (3,), m; inertia (3, 3)
    about the centre, kg m^2; each with its standard deviation; gains: (joint, factor of its torque, deviation);
    residuals: (joint, unit, rms torque, left without load, left with it, left of unloaded); controllers: (maker, the
    line for it); findings; robot: the robot file in YAML with the load, or None.
    """

    frame: str
    found: bool
    words: str
    mass: float
    mass_deviation: float
    centre: Array
    centre_deviation: Array
    inertia: Array
    inertia_deviation: Array
    figures: list[tuple[str, str, float, float, bool]]
    gains: list[tuple[str, float, float]]
    residuals: list[tuple[str, str, float, float, float, float]]
    controllers: list[tuple[str, str]]
    findings: list[Finding]
    robot: str | None

    def _parts(self) -> list[Table | str]:
        rows = [
            [name, unit, f"{value:.5g}" if felt else "not felt", f"{deviation:.2g}" if felt else ""]
            for name, unit, value, deviation, felt in self.figures
        ]
        joints = [[joint, unit, *(f"{number:.3g}" for number in left)] for joint, unit, *left in self.residuals]
        header = ["joint", "", "torque rms", "left without load", "left with it", "left of unloaded"]
        for row, (_, gain, deviation) in zip(joints, self.gains, strict=False):
            row += [f"{gain:.4f}", f"{deviation:.2g}"]
        header += ["gain", "deviation"] if self.gains else []
        parts: list[Table | str] = [Table(["load", "unit", "value", "deviation"], rows, 2, f"{self.words}\n")]
        return [*parts, Table(header, joints, 2, title="\ntorques"), *map(str, self.findings)]


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
        select_terms: bool = False,
        hold_out: float = 0.25,
        gravity: ArrayLike | None = None,
        progress: Progress = None,
    ) -> Identification:
        """Parameters from logs of motion: a `torsor.Log`, or what `torsor.read_log` takes, or a list of such.

        validation: logs that the result is judged by; without any, hold_out of each log. rotor, friction (viscous,
        coulomb, offset, asymmetric, stribeck): what the robot may have besides its links; prior: the robot's own masses
        count where the data tell little; quick: only the estimators that need little time; select_terms: blocks of the
        log that are left out decide about more terms of friction. gravity (3,): m/s^2 in base axes, in place of the
        robot's. progress: True for a bar, or a function (stage, share).

        >>> import torsor
        >>> robot = torsor.load("two-rods")
        >>> move = robot.trajectory([[0, 0], [2, -1], [-1, 2], [1, 1], [0, 0]], duration=12, rate=200)
        >>> log = torsor.Log(move.time, move.q, move.tau)
        >>> robot.identify(log, quick=True, rotor=False, friction=[]).base_names
        ['mx1', 'my1', 'Izz1', 'mx2', 'my2', 'Izz2']
        """
        training, judging = as_logs(log, self), as_logs(validation, self)
        gravity = common_gravity(training, gravity)
        with telling(progress) as tell:
            found = self._identify(
                training, judging, rotor, list(friction), prior, quick, select_terms, hold_out, gravity, tell
            )
        found["estimates"] = [Estimate(**estimate) for estimate in found["estimates"]]
        for part in ("training", "validation"):
            found[part] = [TorqueTrace(**trace) for trace in found[part]]
        found["findings"] = [Finding(**finding) for finding in found["findings"]]
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
            "friction": list(friction),
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
        gravity = common_gravity([*without, *with_load], gravity)
        with telling(progress) as tell:
            found = self._payload(
                without, with_load, as_logs(reference, self), known_load, frame, static, exact_gains, rotor, gravity, tell
            )
        found["findings"] = [Finding(**finding) for finding in found["findings"]]
        return Payload(**found)
