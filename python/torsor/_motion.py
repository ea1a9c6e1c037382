"""A robot in time: motions, simulations, and what logs of motion tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._equations import RobotEquations
from ._table import Shown, Table, shown

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[floating]


@dataclass(frozen=True, repr=False, eq=False)
class Trajectory(Shown):
    """A motion and the torques that it needs: duration, s; time (N,); q, qd, qdd, tau (N, nv); peak_torque and
    rms_torque (nv,), Nm or N.
    """

    joints: list[str]
    duration: float
    time: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    peak_torque: Array
    rms_torque: Array

    def _parts(self) -> list[Table | str]:
        columns = (abs(self.qd).max(0), abs(self.qdd).max(0), self.peak_torque, self.rms_torque)
        rows = [[joint, *(shown(column[k]) for column in columns)] for k, joint in enumerate(self.joints)]
        title = f"{shown(self.duration)} s, {len(self.time)} samples"
        return [Table(["joint", "velocity", "acceleration", "peak torque", "rms torque"], rows, title=title)]


@dataclass(frozen=True, repr=False, eq=False)
class Simulation(Shown):
    """A run: time (N,), q (N, nq), qd, qdd, tau (N, nv), kinetic_energy and potential_energy (N,), J; events: (time,
    what, joint or None, value); steps; largest_defect: of the power balance, J.
    """

    positions: list[str]
    time: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    kinetic_energy: Array
    potential_energy: Array
    events: list[tuple[float, str, str | None, float]]
    steps: int
    largest_defect: float

    def _parts(self) -> list[Table | str]:
        rows = [[name, shown(self.q[0, k]), shown(self.q[-1, k])] for k, name in enumerate(self.positions)]
        title = f"{shown(self.time[-1])} s, {len(self.time)} samples, {self.steps} steps, {len(self.events)} events"
        return [Table(["", "at the start", "at the end"], rows, title=title)]


@dataclass(frozen=True, repr=False, eq=False)
class Estimate:
    """One estimate of the base parameters: value and standard_deviation by base parameter (empty where there is none);
    fits: (rms, % of the torque, R2) of each joint on held-out samples.
    """

    method: str
    note: str
    valid: bool
    value: Array
    standard_deviation: Array
    fits: list[tuple[float, float, float]]


@dataclass(frozen=True, repr=False, eq=False)
class Identification(Shown):
    """What a log tells: estimates of the base parameters (chosen: the one that the model is made from), the standard
    parameters of the physically consistent fit, the verdict (grade: good, fair, poor or unknown, and a sentence), and
    robot: the identified robot file in YAML, or None (`torsor.Robot.from_yaml`).
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
    grade: str
    sentence: str
    findings: list[dict[str, Any]]
    robot: str | None

    def _parts(self) -> list[Table | str]:
        best = self.estimates[self.chosen] if self.estimates else None
        rows = []
        for joint, unit, fit in zip(self.joints, self.torque_units, best.fits if best else [], strict=False):
            rms, percent, r2 = fit
            rows.append([joint, f"{shown(rms)} {unit}", f"{percent:.3g} %", f"{r2:.4f}"])
        title = f"verdict: {self.grade}. {self.sentence}"
        return [Table(["joint", "residual", "of the torque", "R2"], rows, title=title)]


class RobotMotion(RobotEquations):
    """Functions of time."""

    def trajectory(
        self,
        points: ArrayLike,
        *,
        profile: str = "quintic",
        duration: float | None = None,
        rate: float = 100,
        max_velocity: ArrayLike | None = None,
        max_acceleration: ArrayLike | None = None,
        max_jerk: ArrayLike | None = None,
    ) -> Trajectory:
        """A motion through points (K, nq) from rest to rest, and the torques that it needs.

        profile: cubic, quintic, septic or limited (as quick as the limits allow, at rest in each point). duration: s;
        None is as short as the limits allow, which are those of the robot, or (nv,) in rad/s, rad/s^2, rad/s^3 or
        with m. rate: samples a second.

        >>> import torsor
        >>> motion = torsor.load("two-rods").trajectory([[0, 0], [1, 0.5]], duration=2)
        >>> motion.q[-1]
        array([1. , 0.5])
        """
        found = self._trajectory(
            points, profile, duration or 0.0, rate, max_velocity, max_acceleration, max_jerk
        )
        return Trajectory(self.joints, **found)

    def simulate(
        self,
        q: ArrayLike,
        qd: ArrayLike | None = None,
        *,
        duration: float = 1,
        rate: float = 100,
        torque: ArrayLike | Callable[[float, Array, Array], ArrayLike] | None = None,
        method: str = "dormand_prince",
        step: float = 0,
        tolerance: float = 1e-8,
        limits: bool = False,
    ) -> Simulation:
        """The motion from a state under torques of the motors: none, constant (nv,), or torque(t, q, qd) -> (nv,),
        which has to follow from its arguments alone.

        q (nq,), qd (nv,): the start. duration: s; rate: samples a second. method: semi_implicit_euler, runge_kutta_4,
        dormand_prince, dormand_prince_8, rosenbrock or midpoint; step: s, 0 is its own choice; limits: joints stop
        there.

        >>> import torsor
        >>> run = torsor.load("two-rods").simulate([0, 0], duration=0.5)
        >>> energy = run.kinetic_energy + run.potential_energy
        >>> bool(abs(energy - energy[0]).max() < 1e-6)
        True
        """
        found = self._simulate(q, qd, duration, rate, torque, method, step, tolerance, limits)
        return Simulation(self.positions, **found)

    def identify(
        self,
        time: ArrayLike,
        q: ArrayLike,
        tau: ArrayLike,
        qd: ArrayLike | None = None,
        *,
        rotor: bool = True,
        friction: bool = True,
        prior: bool = True,
        quick: bool = False,
        hold_out: float = 0.25,
    ) -> Identification:
        """Parameters from a log of motion: time (N,), s; q, qd (N, nv), rad or m; tau (N, nv), Nm or N.

        rotor, friction: what the robot may have besides its links; prior: the robot's own masses count where the data
        tell little; quick: only the estimators that need little time, and
        no choice of the terms of friction; hold_out: the last part of the log, on which
        the result is judged.

        >>> import torsor
        >>> robot = torsor.load("two-rods")
        >>> move = robot.trajectory([[0, 0], [2, -1], [-1, 2], [1, 1], [0, 0]], duration=12, rate=200)
        >>> robot.identify(move.time, move.q, move.tau, quick=True, rotor=False, friction=False).base_names
        ['mx1', 'my1', 'Izz1', 'mx2', 'my2', 'Izz2']
        """
        import numpy

        found = self._identify(
            numpy.reshape(time, (-1, 1)), q, tau, qd, rotor, friction, prior, quick, hold_out
        )
        estimates = [Estimate(**estimate) for estimate in found.pop("estimates")]
        return Identification(estimates=estimates, **found)
