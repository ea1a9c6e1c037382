"""What functions of a robot at a state return: named fields, shown as the command line shows them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ._frames import Framed
from ._record import Record
from ._table import Shown, Table, counted, largest_of, shown, shown_beside, shown_vector

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import NDArray

    Array = NDArray[floating]


def _shape(name: str, array: Array) -> str:
    return f"{name} {array.shape}"


class Kinematics(Shown, Record):
    """Poses of all frames in base axes, and the motion of a point of one of them. Leading axes are those of the batch.

    tip: the frame that carries the point; frames: names; poses (..., frames, 4, 4), m; pose (..., 4, 4) of the tip;
    roll_pitch_yaw (..., 3), rad, fixed axes; position, velocity, acceleration (..., 3) of the point, m, m/s, m/s^2;
    angular_velocity, angular_acceleration (..., 3), rad/s, rad/s^2.
    """

    tip: str
    frames: list[str]
    poses: Array
    pose: Array
    roll_pitch_yaw: Array
    position: Array
    velocity: Array
    acceleration: Array
    angular_velocity: Array
    angular_acceleration: Array

    def _parts(self) -> list[Table | str]:
        if self.pose.ndim > 2:
            return [f"kinematics of {self.tip} at {self.pose.shape[:-2]} states: {_shape('poses', self.poses)}"]
        header = ["frame", "x", "y", "z", "axis x", "", "", "axis y", "", "", "axis z", "", ""]
        rows = []
        for name, pose in zip(self.frames, self.poses, strict=True):
            numbers = [*pose[:3, 3], *pose[:3, 0], *pose[:3, 1], *pose[:3, 2]]
            rows.append([name, *(f"{value + 0.0:.4f}" for value in numbers)])
        at = shown_vector(self.pose[:3, 3])
        lines = [
            f"\n{self.tip}: xyz {at}, roll pitch yaw {shown_vector(self.roll_pitch_yaw)}",
            f"\npoint of {self.tip}, base axes",
            f"  position      {shown_vector(self.position)}",
            f"  velocity      {shown_vector(self.velocity)}",
            f"  acceleration  {shown_vector(self.acceleration)}",
            f"  omega         {shown_vector(self.angular_velocity)}",
            f"  omega_dot     {shown_vector(self.angular_acceleration)}",
        ]
        return [Table(header, rows), "\n".join(lines)]


class EffectiveInertia(Shown, Framed, Record):
    """What each joint feels at q: coupled_inertia (nv, nv) is B, locked and free (nv,) with the other joints locked or
    free, actuator_inertia (nv,) what rotors add; kg m^2 or kg. free is not a number where B is singular.
    """

    joints: list[str]
    q: Array
    coupled_inertia: Array
    locked: Array
    free: Array
    actuator_inertia: Array

    def _columns(self) -> dict[str, Any]:
        fields = {"q": self.q, "locked": self.locked, "free": self.free, "actuator_inertia": self.actuator_inertia}
        return {"joint": self.joints} | fields

    def _parts(self) -> list[Table | str]:
        columns = (self.q, self.locked, self.actuator_inertia, self.locked, self.free)
        rows = [[joint, *(shown(column[k]) for column in columns)] for k, joint in enumerate(self.joints)]
        title = "effective inertia D_ii, actuator inertia I_a included; with the other joints locked or free"
        matrix = []
        for i, joint in enumerate(self.joints):
            scale = [math.sqrt(abs(self.locked[i] * self.locked[j])) for j in range(len(self.joints))]
            matrix.append([joint, *(shown_beside(x, s) for x, s in zip(self.coupled_inertia[i], scale, strict=True))])
        return [
            Table(["joint", "q", "D_ii", "I_a", "locked", "free"], rows, title=title),
            Table(["", *self.joints], matrix, title="\ncoupled inertia D_ij"),
        ]


def _matrix(title: str, joints: list[str], matrix: Array) -> Table | str:
    if matrix.ndim > 2:
        return _shape(title, matrix)
    largest = largest_of(matrix.flat)
    rows = [[joint, *(shown_beside(x, largest) for x in row)] for joint, row in zip(joints, matrix, strict=True)]
    return Table(["", *joints], rows, title=title)


class InverseDynamicsDerivatives(Shown, Record):
    """Derivatives of tau by q, qd and qdd, (..., nv, nv) each; row i is that of tau[i]. dtau_dqdd is B. Column j of
    dtau_dq is the rate of tau as the robot moves with unit velocity j.
    """

    joints: list[str]
    dtau_dq: Array
    dtau_dqd: Array
    dtau_dqdd: Array

    def _parts(self) -> list[Table | str]:
        return [_matrix(name, self.joints, getattr(self, name)) for name in ("dtau_dq", "dtau_dqd", "dtau_dqdd")]


class ForwardDynamicsDerivatives(Shown, Record):
    """Derivatives of qdd by q, qd and tau, (..., nv, nv) each; row i is that of qdd[i]. dqdd_dtau is B^-1."""

    joints: list[str]
    dqdd_dq: Array
    dqdd_dqd: Array
    dqdd_dtau: Array

    def _parts(self) -> list[Table | str]:
        return [_matrix(name, self.joints, getattr(self, name)) for name in ("dqdd_dq", "dqdd_dqd", "dqdd_dtau")]


class PoseSolution(Record):
    """Joint positions for a pose: q (nq,); position_error, m; orientation_error, rad; how well the tip can be moved
    from there (smallest_singular_value, condition, manipulability); in_family: one of infinitely many; multiple: two
    solutions or more meet; at_limits: joints that stand at a limit.
    """

    q: Array
    position_error: float
    orientation_error: float
    smallest_singular_value: float
    condition: float
    manipulability: float
    in_family: bool
    multiple: bool
    at_limits: list[str]


class InverseKinematics(Shown, Record):
    """Solutions for a pose of a frame; where there is none, `nearest` is the nearest that was found.

    reached: whether there is a solution; q: the first one, or that of the nearest; closed_form: found so, and
    otherwise by search; redundant: more joints than conditions.
    """

    tip: str
    joints: list[str]
    closed_form: bool
    redundant: bool
    solutions: list[PoseSolution]
    nearest: PoseSolution | None = None

    @property
    def reached(self) -> bool:
        return bool(self.solutions)

    @property
    def q(self) -> Array:
        best = self.solutions[0] if self.solutions else self.nearest
        assert best is not None
        return best.q

    def _row(self, number: str, solution: PoseSolution) -> list[str]:
        small = 1e-9 * max(1.0, largest_of(solution.q))
        entries = [shown(0.0 if abs(x) < small else x) for x in solution.q]
        measures = (solution.smallest_singular_value, solution.manipulability)
        return [number, *entries, *(shown(0.0 if x < 1e-7 else x) for x in measures)]

    def _parts(self) -> list[Table | str]:
        found = counted(len(self.solutions), "solution")
        how = "in closed form" if self.closed_form else "by search"
        title = f"{self.tip}: {found}, {how}" if self.reached else f"{self.tip}: not reached; the nearest is"
        rows = [self._row(str(k + 1), solution) for k, solution in enumerate(self.solutions)]
        if self.nearest is not None:
            rows.append(self._row("-", self.nearest))
        header = ["", *self.joints, "smallest singular value", "manipulability"]
        return [Table(header, rows, title=title)]
