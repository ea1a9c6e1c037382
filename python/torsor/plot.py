"""Plots of robots and results, on matplotlib: `pip install 'torsor[plot]'`.

Each function draws into the axes that it is given, or into new ones, and returns them.

>>> import matplotlib; matplotlib.use("agg")
>>> import torsor, torsor.plot
>>> robot = torsor.load("two-rods")
>>> axes = torsor.plot.torque(robot.trajectory([[0, 0], [1, 0.5]], duration=2))
>>> axes[0].get_title("left"), axes[0].get_ylabel()
('joint1', 'Nm')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._errors import UsageError
from ._plot_arm import arm, inertia_ellipsoids

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import NDArray

    from ._estimates import ExcitingMotion, Identification, TorqueTrace
    from ._log import Log
    from ._motion import Simulation, Trajectory

    Array = NDArray[floating]
    Motion = Trajectory | Simulation | ExcitingMotion | Log

__all__ = ["arm", "inertia_ellipsoids", "parameter_intervals", "phase_portrait", "residuals", "torque"]

MEASURED, PREDICTED, LEFT = "#9aa5b1", "#0b6e99", "#c2410c"


def _stacked(count: int, axes: Any, title: str, *, height: float = 1.5) -> Any:
    """One below the other, with a common axis of time; a title where the figure is our own."""
    from matplotlib import pyplot

    if axes is not None:
        given = list(axes) if hasattr(axes, "__len__") else [axes]
        if len(given) != count:
            raise UsageError(f"axes: expected {count}, one for each joint, found {len(given)}", "axes")
        return given
    figure, made = pyplot.subplots(
        count, 1, sharex=True, squeeze=False, layout="constrained", figsize=(7, max(2.6, height * count + 0.6))
    )
    figure.suptitle(title)
    return list(made[:, 0])


def _plain(axes: Any) -> None:
    axes.grid(True, linewidth=0.5, alpha=0.4)
    axes.spines[["top", "right"]].set_visible(False)


def _name(axes: Any, joint: str, unit: str) -> None:
    axes.set_title(joint, loc="left", fontsize="small", pad=3)
    axes.set_ylabel(unit)


def _names(motion: Motion, count: int) -> list[str]:
    names = getattr(motion, "joints", None)
    return names if isinstance(names, list) and len(names) == count else [f"joint {k + 1}" for k in range(count)]


def _units(motion: Motion, count: int) -> list[str]:
    units = getattr(motion, "torque_units", None)
    return units if isinstance(units, list) else ["Nm or N"] * count


def torque(motion: Motion, *, other: Motion | None = None, labels: Sequence[str] = ("", ""), axes: Any = None) -> Any:
    """Torque over time, joint by joint: of a trajectory, a simulation, an exciting motion or a log; `other` beside it.

    Returns a list of axes, one for each joint. Units: s, and Nm or N.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import torsor, torsor.plot
    >>> len(torsor.plot.torque(torsor.load("two-rods").simulate([0, 0])))
    2
    """
    joints = motion.tau.shape[1]
    rows = _stacked(joints, axes, "torque")
    names, units = _names(motion, joints), _units(motion, joints)
    for k, row in enumerate(rows):
        row.plot(motion.time, motion.tau[:, k], color=PREDICTED, linewidth=1.2, label=labels[0])
        if other is not None:
            row.plot(other.time, other.tau[:, k], color=LEFT, linewidth=1.0, label=labels[1])
        _name(row, names[k], units[k])
        _plain(row)
    if any(labels):
        rows[0].legend(loc="upper right", fontsize="small", frameon=False)
    rows[-1].set_xlabel("time, s")
    return rows


def phase_portrait(motion: Motion, *, axes: Any = None) -> Any:
    """Velocity over position, joint by joint, with a mark where the motion begins. Units: rad and rad/s, or with m.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import torsor, torsor.plot
    >>> torsor.plot.phase_portrait(torsor.load("two-rods").simulate([0, 0])).get_xlabel()
    'position, rad or m'
    """
    from matplotlib import pyplot

    if motion.qd is None:
        raise UsageError("motion: expected velocities, found a log without them", "motion")
    if motion.q.shape != motion.qd.shape:
        raise UsageError("motion: expected joints of one degree of freedom each", "motion")
    if axes is None:
        _, axes = pyplot.subplots(layout="constrained", figsize=(5.5, 4.5))
    for k, name in enumerate(_names(motion, motion.q.shape[1])):
        (line,) = axes.plot(motion.q[:, k], motion.qd[:, k], linewidth=1.1, label=name)
        axes.plot(motion.q[0, k], motion.qd[0, k], "o", color=line.get_color(), markersize=5)
    axes.set_xlabel("position, rad or m")
    axes.set_ylabel("velocity, rad/s or m/s")
    axes.set_title("phase portrait; a dot is the start")
    axes.legend(fontsize="small", frameon=False)
    _plain(axes)
    return axes


def residuals(found: Identification, *, validation: bool = True, axes: Any = None) -> Any:
    """Torque as it was measured, as the identified model predicts it, and what is left, joint by joint.

    validation: of the data that were held out, where there are any. Returns a list of axes. Units: s, Nm or N.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import torsor, torsor.plot
    >>> robot = torsor.load("two-rods")
    >>> move = robot.trajectory([[0, 0], [2, -1], [-1, 2], [0, 0]], duration=9, rate=200)
    >>> found = robot.identify(torsor.Log(move.time, move.q, move.tau), quick=True)
    >>> len(torsor.plot.residuals(found))
    2
    """
    traces: list[TorqueTrace] = found.validation if validation and found.validation else found.training
    on = "data that were held out" if traces is found.validation else "training data"
    rows = _stacked(len(traces), axes, f"torque on {on}; verdict: {found.grade}", height=1.7)
    for row, trace, joint, unit in zip(rows, traces, found.joints, found.torque_units, strict=True):
        row.plot(trace.time, trace.measured, color=MEASURED, linewidth=0.9, label="measured")
        row.plot(trace.time, trace.predicted, color=PREDICTED, linewidth=1.1, label="predicted")
        row.plot(trace.time, trace.measured - trace.predicted, color=LEFT, linewidth=0.8, label="left")
        row.axhline(0, color="black", linewidth=0.4)
        _name(row, joint, unit)
        _plain(row)
    rows[0].legend(loc="upper right", ncols=3, fontsize="small", framealpha=0.8, edgecolor="none")
    rows[-1].set_xlabel("time, s")
    return rows


def parameter_intervals(
    found: Identification, *, method: str = "weighted", true_values: Sequence[float] | None = None, axes: Any = None
) -> Any:
    """95 % intervals of the base parameters, each as a share of its own value, the widest at the bottom.

    true_values: by base parameter, where they are known, marked beside the intervals.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import torsor, torsor.plot
    >>> robot = torsor.load("two-rods")
    >>> move = robot.trajectory([[0, 0], [2, -1], [-1, 2], [0, 0]], duration=9, rate=200)
    >>> found = robot.identify(torsor.Log(move.time, move.q, move.tau))
    >>> torsor.plot.parameter_intervals(found).get_title()
    'base parameters, 95 % intervals (weighted)'
    """
    import numpy
    from matplotlib import pyplot

    estimate = found.estimate(method)
    half = 1.96 * estimate.standard_deviation
    if not numpy.isfinite(half).any():
        raise UsageError(f"method: expected one with deviations, found {method!r}; identify without quick", "method")
    size = numpy.maximum(abs(estimate.value), 1e-12)
    order = numpy.argsort(half / size)[::-1]
    if axes is None:
        _, axes = pyplot.subplots(layout="constrained", figsize=(7, max(2.6, 0.24 * len(order) + 1)))
    place = numpy.arange(len(order))
    known = half < size  # beyond, even the sign is open
    width = 100 * (half / size)[order]
    reach = 100.0
    colors = [PREDICTED if known[k] else LEFT for k in order]
    axes.hlines(place, -numpy.minimum(width, reach), numpy.minimum(width, reach), colors=colors, linewidth=2.5)
    axes.plot(numpy.zeros(len(order)), place, "|", color="black", markersize=6)
    if true_values is not None:
        truth = numpy.asarray(true_values, dtype=float)[order]
        off = 100 * (truth - estimate.value[order]) / size[order]
        inside = abs(off) <= reach
        axes.plot(off[inside], place[inside], "o", color=LEFT, markersize=3.5, label="true value")
        axes.legend(fontsize="small", frameon=False, loc="lower right")
    axes.set_yticks(place, [f"{found.base_names[k]} = {estimate.value[k]:.3g}" for k in order], fontsize="small")
    axes.set_ylim(-0.7, len(order) - 0.3)
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xlim(-1.2 * reach, 1.2 * reach)
    axes.set_xticks([-100, -10, -1, 0, 1, 10, 100], ["-100", "-10", "-1", "0", "1", "10", "100"])
    axes.set_xlabel("% of the value; cut at 100 %, where even the sign is open")
    axes.set_title(f"base parameters, 95 % intervals ({method})")
    _plain(axes)
    return axes
