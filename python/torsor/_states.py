"""What a robot does at a state: poses, derivatives, inertia, joint positions for a pose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _core
from ._errors import UsageError
from ._results import (
    EffectiveInertia,
    ForwardDynamicsDerivatives,
    InverseDynamicsDerivatives,
    InverseKinematics,
    Kinematics,
    PoseSolution,
)

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[floating]


def _require_rigid(pose: Array) -> None:
    """A rotation and a place, as well as a hand types them. Numbers that are not finite are told later."""
    import numpy

    if not numpy.isfinite(pose).all():
        return
    wrong = abs(pose[:3, :3] @ pose[:3, :3].T - numpy.eye(3)).max()
    if wrong > 1e-3 or numpy.linalg.det(pose[:3, :3]) < 0 or (pose[3] != [0, 0, 0, 1]).any():
        expected = "a rotation matrix, a place beside it and 0 0 0 1 below"
        raise UsageError(f"pose: expected {expected}, found another matrix", "pose")


class RobotStates(_core.Robot):
    """Functions of states whose results have several fields."""

    def kinematics(
        self,
        q: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
        *,
        frame: str | None = None,
        point: ArrayLike | None = None,
    ) -> Kinematics:
        """Poses of all frames, and the motion of a point (3,) of one (None: the tip; its origin).

        q (..., nq), qd, qdd (..., nv): rad or m and the like; 0 where they are left out.

        >>> import torsor
        >>> torsor.load("two-rods").kinematics([0, 0], [1, 0]).velocity
        array([0., 2., 0.])
        """
        tip, place, poses, *motion = self._kinematics(q, qd, qdd, frame, point)
        return Kinematics(tip, self.frames, poses, poses[..., place, :, :], *motion)

    def frame_poses(self, q: ArrayLike) -> Array:
        """Poses of all frames in base axes, in the order of `frames`.

        q (..., nq): rad or m. Returns (..., frames, 4, 4), homogeneous matrices, lengths in m.

        >>> import torsor
        >>> robot = torsor.load("two-rods")
        >>> robot.frame_poses([0, 0])[robot.frames.index("lower"), :3, 3]
        array([2., 0., 0.])
        """
        poses: Array = self._kinematics(q, None, None, None, None)[2]
        return poses

    def inverse_dynamics_derivatives(
        self,
        q: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
        *,
        conditions: _core.Conditions | None = None,
    ) -> InverseDynamicsDerivatives:
        """Derivatives of the torque by q, qd and qdd: dtau_dq, dtau_dqd, dtau_dqdd, (..., nv, nv) each.

        >>> import torsor
        >>> torsor.load("two-rods").inverse_dynamics_derivatives([0, 0]).dtau_dqdd.round(4)
        array([[2.6667, 0.8333],
               [0.8333, 0.3333]])
        """
        return InverseDynamicsDerivatives(
            self.joints, *self._inverse_dynamics_derivatives(q, qd, qdd, conditions)
        )

    def forward_dynamics_derivatives(
        self,
        q: ArrayLike,
        qd: ArrayLike | None = None,
        tau: ArrayLike | None = None,
        *,
        conditions: _core.Conditions | None = None,
    ) -> ForwardDynamicsDerivatives:
        """Derivatives of the acceleration by q, qd and tau: dqdd_dq, dqdd_dqd, dqdd_dtau, (..., nv, nv) each.

        >>> import torsor
        >>> torsor.load("two-rods").forward_dynamics_derivatives([0, 0]).dqdd_dtau.shape
        (2, 2)
        """
        return ForwardDynamicsDerivatives(
            self.joints, *self._forward_dynamics_derivatives(q, qd, tau, conditions)
        )

    def effective_inertia(self, q: ArrayLike) -> EffectiveInertia:
        """What each joint feels at q (nq,), the others locked or free; kg m^2 or kg.

        >>> import torsor
        >>> torsor.load("two-rods").effective_inertia([0, 0]).locked.round(4)
        array([2.6667, 0.3333])
        """
        import numpy

        at = numpy.array(q, dtype=float)
        return EffectiveInertia(self.joints, at, *self._effective_inertia(q))

    def inverse_kinematics(
        self,
        pose: ArrayLike,
        *,
        frame: str | None = None,
        start: ArrayLike | None = None,
        all: bool = False,
        match: str = "whole",
        limits: bool = True,
        prefer: str = "any",
        posture: ArrayLike | None = None,
        starts: int = 100,
        tolerance: float = 1e-10,
    ) -> InverseKinematics:
        """Joint positions that bring a frame (None: the tip) to a pose (4, 4) in base axes.

        start (nq,): where to start from; all: all solutions; match: whole, position or axis_z (the frame may turn
        about its z); limits: solutions lie within those of the joints; prefer: any, near_posture (posture, or start)
        or away_from_limits; tolerance: m and rad.

        >>> import torsor
        >>> robot = torsor.load("puma560")
        >>> pose = robot.forward_kinematics([0.1, 0.5, 2.5, 0.2, 0.4, 0.3])
        >>> robot.inverse_kinematics(pose, all=True, limits=False).reached
        True
        """
        import numpy

        matrix = numpy.asarray(pose)
        if matrix.shape != (4, 4):
            raise UsageError(f"pose: expected shape (4, 4), found {matrix.shape}", "pose")
        _require_rigid(matrix)
        if starts < 1:
            raise UsageError(f"starts: expected at least 1, found {starts}", "starts")
        found = self._inverse_kinematics(
            matrix.reshape(16), frame, start, all, match, limits, prefer, posture, starts, tolerance
        )
        nearest = found["nearest"]
        return InverseKinematics(
            found["tip"],
            self.positions,
            found["closed_form"],
            found["redundant"],
            [PoseSolution(**solution) for solution in found["solutions"]],
            PoseSolution(**nearest) if nearest is not None else None,
        )
