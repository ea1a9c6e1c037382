"""The arm in space: a stick figure, and the ellipsoids that have the inertia of its links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._errors import UsageError
from ._record import Record

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import ArrayLike, NDArray

    from ._robot import Robot

    Array = NDArray[floating]

STICK, JOINT = "#334155", "#0b6e99"
AXES = ("#c2410c", "#15803d", "#1d4ed8")


def _space(axes: Any) -> Any:
    from matplotlib import pyplot

    if axes is not None:
        if not hasattr(axes, "set_zlim"):
            raise UsageError("axes: expected axes in 3-D (projection='3d')", "axes")
        return axes
    return pyplot.figure(figsize=(6, 5.5), layout="constrained").add_subplot(projection="3d")


def _equal(axes: Any, points: Array) -> None:
    """One scale along all axes, and room for all points."""
    low, high = points.min(0), points.max(0)
    middle, half = (low + high) / 2, max(0.52 * float((high - low).max()), 1e-3)
    for axis, centre in zip("xyz", middle, strict=True):
        getattr(axes, f"set_{axis}lim")(centre - half, centre + half)
        getattr(axes, f"set_{axis}label")(f"{axis}, m")
    axes.set_box_aspect((1, 1, 1))


class _Body(Record):
    """A body in base axes: origin of its joint, mass, centre, and second moment (3, 3) about that."""

    parent: int
    origin: Array
    mass: float
    centre: Array
    second_moment: Array


def _bodies(robot: Robot, q: ArrayLike) -> list[_Body]:
    """The base first."""
    return [_Body(*body) for body in robot._bodies(q)]


def arm(robot: Robot, q: ArrayLike, *, trace: ArrayLike | None = None, axes: Any = None) -> Any:
    """The arm at q (nq,) as a stick figure in 3-D, with the axes of its tip; lengths in m.

    trace (N, nq): positions, along which the path of the tip is drawn.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import torsor, torsor.plot
    >>> torsor.plot.arm(torsor.load("panda"), [0, -0.3, 0, -2, 0, 1.7, 0]).get_xlabel()
    'x, m'
    """
    import numpy

    axes = _space(axes)
    bodies = _bodies(robot, q)
    tip = robot.forward_kinematics(numpy.asarray(q, dtype=float))
    points = numpy.array([body.origin for body in bodies])
    sticks = [(points[body.parent], body.origin) for body in bodies[1:]]
    for stick in [*sticks, (points[robot._tip_body], tip[:3, 3])]:
        axes.plot(*numpy.array(stick).T, color=STICK, linewidth=3.5, solid_capstyle="round")
    axes.plot(*points[1:].T, "o", color=JOINT, markersize=6)
    size = 0.12 * max(float(numpy.ptp([*points, tip[:3, 3]], axis=0).max()), 1e-3)
    for k, color in enumerate(AXES):
        end = tip[:3, 3] + size * tip[:3, k]
        axes.plot(*numpy.column_stack([tip[:3, 3], end]), color=color, linewidth=2)
    drawn = [points, tip[None, :3, 3]]
    if trace is not None:
        path = robot.forward_kinematics(trace)[..., :3, 3]
        axes.plot(*path.T, color=AXES[0], linewidth=1)
        drawn.append(path)
    _equal(axes, numpy.concatenate(drawn))
    axes.set_title(robot.name)
    return axes


def _ellipsoid(centre: Array, half_axes: Array, turn: Array, detail: int = 18) -> tuple[Array, Array, Array]:
    import numpy

    u, v = numpy.meshgrid(numpy.linspace(0, 2 * numpy.pi, 2 * detail), numpy.linspace(0, numpy.pi, detail))
    ball = numpy.stack([numpy.cos(u) * numpy.sin(v), numpy.sin(u) * numpy.sin(v), numpy.cos(v)], axis=-1)
    x, y, z = numpy.moveaxis(centre + (ball * half_axes) @ turn.T, -1, 0)
    return x, y, z


def inertia_ellipsoids(robot: Robot, q: ArrayLike, *, axes: Any = None) -> Any:
    """The homogeneous ellipsoids that have mass, centre and inertia of each link, at q (nq,), in base axes, m.

    A link whose inertia no body can have is left out; links without mass have none.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import torsor, torsor.plot
    >>> axes = torsor.plot.inertia_ellipsoids(torsor.load("panda"), [0, -0.3, 0, -2, 0, 1.7, 0])
    >>> len(axes.collections)
    7
    """
    import numpy
    from matplotlib import colormaps

    axes = arm(robot, q, axes=axes)
    bodies = [body for body in _bodies(robot, q) if body.mass > 0]
    drawn = [numpy.array([[*axes.get_xlim()], [*axes.get_ylim()], [*axes.get_zlim()]]).T]
    colors = colormaps["viridis"](numpy.linspace(0.1, 0.9, max(2, len(bodies))))
    for body, color in zip(bodies, colors, strict=False):
        values, turn = numpy.linalg.eigh(body.second_moment / body.mass)
        if values[0] < -1e-9 * max(values[-1], 1e-12):
            continue
        half_axes = numpy.sqrt(5 * numpy.maximum(values, 1e-8))
        surface = _ellipsoid(body.centre, half_axes, turn)
        axes.plot_surface(*surface, color=color, alpha=0.35, linewidth=0)
        drawn.append(numpy.stack(surface, axis=-1).reshape(-1, 3))
    _equal(axes, numpy.concatenate(drawn))
    axes.set_title(f"{robot.name}: ellipsoids with the inertia of the links")
    return axes
