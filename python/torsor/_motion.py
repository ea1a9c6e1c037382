"""A robot in time: motions and simulations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._equations import RobotEquations
from ._errors import UsageError
from ._frames import Framed, numbered
from ._progress import Progress, telling
from ._record import Record
from ._table import Shown, Table, shown

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[floating]
    TorqueFunction = Callable[[float, Array, Array], ArrayLike]


def _motion_columns(motion: Trajectory | Simulation) -> dict[str, Any]:
    """t, q1.., qd1.., qdd1.., tau1..: what a log is read from."""
    columns: dict[str, Any] = {"t": motion.time}
    for name in ("q", "qd", "qdd", "tau"):
        columns |= numbered(name, getattr(motion, name))
    return columns


class Trajectory(Shown, Framed, Record):
    """A motion and the torques that it needs: duration, s; time (N,); q, qd, qdd, tau (N, nv); peak_torque, rms_torque,
    peak_velocity and peak_acceleration (nv,), from a grid that is fine enough whatever the rate; exceeded: the limits
    that the motion breaks, in words, the worst first.
    """

    joints: list[str]
    torque_units: list[str]
    duration: float
    time: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    peak_torque: Array
    rms_torque: Array
    peak_velocity: Array
    peak_acceleration: Array
    exceeded: list[str]

    def _columns(self) -> dict[str, Any]:
        return _motion_columns(self)

    def _parts(self) -> list[Table | str]:
        columns = (self.peak_velocity, self.peak_acceleration, self.peak_torque, self.rms_torque)
        rows = [[joint, *(shown(column[k]) for column in columns)] for k, joint in enumerate(self.joints)]
        title = f"{shown(self.duration)} s, {len(self.time)} samples"
        table = Table(["joint", "velocity", "acceleration", "peak torque", "rms torque"], rows, title=title)
        return [table, *(f"exceeds a limit: {words}" for words in self.exceeded)]


class Simulation(Shown, Framed, Record):
    """A run: time (N,), q (N, nq), qd, qdd, tau (N, nv), kinetic_energy and potential_energy (N,), J; events: (time,
    what, joint or None, value); steps; largest_defect: of the power balance, J.
    """

    positions: list[str]
    joints: list[str]
    torque_units: list[str]
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

    def _columns(self) -> dict[str, Any]:
        energies = {"kinetic_energy": self.kinetic_energy, "potential_energy": self.potential_energy}
        return _motion_columns(self) | energies

    def _parts(self) -> list[Table | str]:
        rows = [[name, shown(self.q[0, k]), shown(self.q[-1, k])] for k, name in enumerate(self.positions)]
        title = f"{shown(self.time[-1])} s, {len(self.time)} samples, {self.steps} steps, {len(self.events)} events"
        return [Table(["", "at the start", "at the end"], rows, title=title)]


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
        None is as short as the limits allow, which are those of the robot, or numbers by joint or one for all, in
        rad/s, rad/s^2, rad/s^3 or with m. rate: samples a second. With a duration a motion may break limits:
        `exceeded` tells which.

        >>> import torsor
        >>> motion = torsor.load("two-rods").trajectory([[0, 0], [1, 0.5]], duration=2)
        >>> motion.q[-1]
        array([1. , 0.5])
        """
        if duration is not None and not duration > 0:
            raise UsageError(f"duration: expected s, above 0, or None, found {duration}", "duration")
        found = self._trajectory(
            points, profile, duration or 0.0, rate, max_velocity, max_acceleration, max_jerk
        )
        return Trajectory(self.joints, self.torque_units, **found)

    def simulate(
        self,
        q: ArrayLike,
        qd: ArrayLike | None = None,
        *,
        duration: float = 1,
        rate: float = 100,
        torque: ArrayLike | TorqueFunction | None = None,
        controller: TorqueFunction | None = None,
        control_rate: float = 1000,
        disturbance: TorqueFunction | None = None,
        friction: Callable[[Array, Array], ArrayLike] | None = None,
        method: str = "dormand_prince",
        step: float = 0,
        tolerance: float = 1e-8,
        limits: bool = False,
        progress: Progress = None,
    ) -> Simulation:
        """The motion from a state under the torques of the motors.

        q (nq,), qd (nv,): the start. duration: s; rate: samples a second.
        torque: none, constant (nv,), or torque(t, q, qd) -> (nv,), which is called many times a step and has to follow
        from its arguments alone. controller(t, q, qd) -> (nv,): called control_rate times a second, in the order of
        time, so that it may keep what it likes; its torque is held in between. disturbance(t, q, qd) -> (nv,): torque
        besides, and friction(q, qd) -> (nv,): what friction takes besides the robot's own, positive along qd; both
        follow from their arguments alone. `tau` of the result is the sum of all these.
        method: semi_implicit_euler, runge_kutta_4, dormand_prince, dormand_prince_8, rosenbrock or midpoint; step: s,
        0 is its own choice; limits: joints stop there. progress: True for a bar, or a function (stage, share).

        >>> import torsor
        >>> robot = torsor.load("two-rods")
        >>> run = robot.simulate([0, 0], duration=0.5)
        >>> energy = run.kinetic_energy + run.potential_energy
        >>> bool(abs(energy - energy[0]).max() < 1e-6)
        True
        >>> held = robot.simulate([0, 0], controller=lambda t, q, qd: robot.gravity(q) - 50 * q - 10 * qd)
        >>> bool(abs(held.q).max() < 1e-6)
        True
        """
        with telling(progress) as tell:
            found = self._simulate(
                q,
                qd,
                duration,
                rate,
                torque,
                controller,
                control_rate,
                disturbance,
                friction,
                method,
                step,
                tolerance,
                limits,
                tell,
            )
        return Simulation(self.positions, self.joints, self.torque_units, **found)
