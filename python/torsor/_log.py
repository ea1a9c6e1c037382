"""Logs of motion: from arrays, frames, files and ROS 2 bags."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import FileError, UsageError
from ._frames import Framed, columns_of, is_frame, numbered
from ._lint import Finding
from ._record import Record
from ._table import Shown, Table, shown

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[floating]


class Log(Shown, Framed, Record):
    """A log of motion on the side of the joints, in the order of time.

    time (N,), s; q (N, joints), rad or m; tau, Nm or N; where they were recorded qd, qdd, and reference, the positions
    that the controller asked for. name: what messages call it; gravity (3,): free-fall acceleration in base axes, in
    place of the robot's; findings: what an examination said.

    >>> import numpy, torsor
    >>> torsor.Log([0, 0.1, 0.2], numpy.zeros((3, 2)), numpy.ones((3, 2)))
    log: 3 rows, 0.2 s, 2 joints
      joint  lowest q  highest q  largest torque
      1             0          0               1
      2             0          0               1
    """

    time: Array
    q: Array
    tau: Array
    qd: Array | None
    qdd: Array | None
    reference: Array | None
    name: str
    gravity: Array | None
    findings: list[Finding]

    def __init__(
        self,
        time: ArrayLike,
        q: ArrayLike,
        tau: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
        *,
        reference: ArrayLike | None = None,
        name: str = "log",
        gravity: ArrayLike | None = None,
        findings: Sequence[Finding] = (),
    ) -> None:
        import numpy

        times = numpy.asarray(time, dtype=float)
        if times.ndim != 1 or not len(times):
            raise UsageError(f"time: expected shape (N,), N above 0, found {times.shape}", "time")
        joints = numpy.shape(q)[1] if numpy.ndim(q) > 1 else 1

        def matrix(quantity: str, value: ArrayLike | None) -> Array | None:
            if value is None:
                return None
            array = numpy.asarray(value, dtype=float)
            array = array[:, None] if array.ndim == 1 else array
            if array.shape != (len(times), joints):
                raise UsageError(f"{quantity}: expected shape {(len(times), joints)}, found {array.shape}", quantity)
            return array

        fields = {"q": q, "tau": tau, "qd": qd, "qdd": qdd, "reference": reference}
        values: dict[str, Any] = {quantity: matrix(quantity, value) for quantity, value in fields.items()}
        for quantity, array in {"time": times, **values}.items():
            _require_finite(quantity, array)
        _require_rising(times)
        down = None if gravity is None else numpy.asarray(gravity, dtype=float)
        values |= {"time": times, "name": name, "gravity": down, "findings": list(findings)}
        self.__dict__.update(values)

    @classmethod
    def _made(cls, **values: Any) -> Log:
        """Of arrays as they were recorded, whatever is wrong with their rows; an examination is to follow, or was."""
        log = cls.__new__(cls)
        log.__dict__.update(values)
        return log

    @property
    def joints(self) -> int:
        return int(self.q.shape[1])

    def __len__(self) -> int:
        return len(self.time)

    def between(self, start: float, end: float) -> Log:
        """The rows from start to end, in s of the log's own clock.

        >>> import numpy, torsor
        >>> len(torsor.Log([0, 1, 2, 3], numpy.zeros((4, 1)), numpy.zeros((4, 1))).between(1, 2))
        2
        """
        rows = (self.time >= start) & (self.time <= end)
        if not rows.any():
            raise UsageError(
                f"between: expected times from {shown(self.time[0])} to {shown(self.time[-1])} s, found "
                f"{shown(start)} to {shown(end)} s"
            )
        optional = (self.qd, self.qdd, self.reference)
        qd, qdd, reference = (None if part is None else part[rows] for part in optional)
        parts = {"time": self.time[rows], "q": self.q[rows], "tau": self.tau[rows], "qd": qd, "qdd": qdd}
        return Log._made(**(self.__dict__ | parts | {"reference": reference}))

    def examined(self, robot: _core.Robot | None = None) -> Log:
        """The sound rows of the log, with the clock put right and what was found; a log of no use is a FileError.

        robot: its kinematics judge the torques.

        >>> import numpy, torsor
        >>> time = numpy.linspace(0, 10, 1001)
        >>> q = numpy.sin(time)[:, None]
        >>> log = torsor.Log(time, q, 3 * q)
        >>> log.tau[500] = 1e6
        >>> len(log.examined())
        1000
        """
        return _from_fields(self.name, _core._examine_log(self, robot, self.joints))

    def _columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {"t": self.time}
        for name, key in (("q", "q"), ("qd", "qd"), ("qdd", "qdd"), ("qref", "reference"), ("tau", "tau")):
            columns |= numbered(name, getattr(self, key))
        return columns

    def _parts(self) -> list[Table | str]:
        rows = []
        for j in range(self.joints):
            extremes = (self.q[:, j].min(), self.q[:, j].max(), abs(self.tau[:, j]).max())
            rows.append([str(j + 1), *map(shown, extremes)])
        title = f"{self.name}: {len(self)} rows, {shown(self.time[-1] - self.time[0])} s, {self.joints} joints"
        table = Table(["joint", "lowest q", "highest q", "largest torque"], rows, title=title)
        return [table, *map(str, self.findings)]


def _require_finite(quantity: str, array: Array | None) -> None:
    import numpy

    if array is None or numpy.isfinite(array).all():
        return
    place = numpy.argwhere(~numpy.isfinite(array))[0]
    at = ", ".join(map(str, place))
    fix = "; `torsor.read_log` of a dictionary of columns leaves such rows out"
    raise UsageError(f"{quantity}[{at}]: expected a finite number, found {array[tuple(place)]}{fix}", quantity)


def _require_rising(time: Array) -> None:
    import numpy

    wrong = numpy.flatnonzero(numpy.diff(time) <= 0)
    if len(wrong):
        row, fix = wrong[0] + 1, "; `torsor.read_log` of a dictionary of columns leaves such rows out"
        found = f"{float(time[row])!r} s in row {row} after {float(time[row - 1])!r} s"
        raise UsageError(f"time: expected times that rise, found {found}{fix}", "time")


LogLike = Log | str | os.PathLike[str] | Any


def read_log(
    source: LogLike,
    robot: _core.Robot | None = None,
    *,
    mapping: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    window: tuple[float | None, float | None] | None = None,
    topic: str | None = None,
    joints: Sequence[str] | None = None,
    trust: bool = False,
) -> Log:
    """A log from a file (CSV, NPY, MAT; MCAP, .db3 or the folder of a ROS 2 bag), or from a frame of pandas or Polars
    or a dictionary of columns. It is examined: what is sound of it is kept, and `findings` says what was found.

    robot: the robot that moved; its kinematics judge the torques. mapping: what the columns are, as a YAML file or
    a dictionary (the page on logs has its keys), where their names do not tell. window: s, the rows from and to.
    topic, joints: of a bag, the topic with sensor_msgs/JointState and the order of its joints; None: the only topic,
    and the robot's joints. trust: no examination.

    >>> import numpy, torsor
    >>> t = numpy.linspace(0, 10, 1001)
    >>> log = torsor.read_log({"t": t, "q1": numpy.sin(t), "tau1": numpy.cos(t)})
    >>> log.q.shape
    (1001, 1)
    """
    if isinstance(source, Log):
        return source if trust else source.examined(robot)
    if is_frame(source):
        return _read_frame(source, robot, mapping, window, trust)
    if not isinstance(source, (str, os.PathLike)):
        found = type(source).__name__
        raise UsageError(f"log: expected a Log, a file, a frame or a dictionary of columns, found {found}", "log")
    path = os.fspath(source)
    if path.endswith((".mcap", ".db3")) or os.path.isdir(path):
        from ._ros import read_joint_states

        wanted = joints if joints is not None else None if robot is None else robot.joints
        log = read_joint_states(path, topic, wanted)
        log = log if window is None else log.between(*_ends(window))
        return log if trust else log.examined(robot)
    return _read_file(path, path, robot, mapping, window, trust)


def _ends(window: tuple[float | None, float | None]) -> tuple[float, float]:
    first, last = window
    return (float("-inf") if first is None else first, float("inf") if last is None else last)


def _read_file(
    path: str,
    label: str,
    robot: _core.Robot | None,
    mapping: str | os.PathLike[str] | Mapping[str, Any] | None,
    window: tuple[float | None, float | None] | None,
    trust: bool,
) -> Log:
    text, name = None, None
    if isinstance(mapping, Mapping):
        import json

        text, name = json.dumps(mapping), "mapping"
    elif mapping is not None:
        name = os.fspath(mapping)
        try:
            with open(name, encoding="utf-8") as file:
                text = file.read()
        except OSError as error:
            raise UsageError(f"mapping: expected a file that can be read: {error}", "mapping") from None
    found = _core._read_log(path, label, text, name, robot, window, trust)
    for finding in found["findings"]:
        finding["file"] = finding["file"].replace(path, label)
    return _from_fields(label, found)


def _read_frame(
    frame: Any,
    robot: _core.Robot | None,
    mapping: str | os.PathLike[str] | Mapping[str, Any] | None,
    window: tuple[float | None, float | None] | None,
    trust: bool,
) -> Log:
    """As the CSV file that the frame would be written to, so that names, units and mappings mean the same."""
    import tempfile

    import numpy

    columns = columns_of(frame)
    for name in columns:
        if any(mark in name for mark in ',"\n'):
            raise UsageError(f"column {name!r}: expected a name without commas, quotes and line ends", "log")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "frame.csv")
        table = numpy.column_stack(list(columns.values()))
        numpy.savetxt(path, table, fmt="%.17g", delimiter=",", header=",".join(columns), comments="")
        try:
            return _read_file(path, "frame", robot, mapping, window, trust)
        except FileError as error:
            told = [{name: getattr(one, name) for name in Finding._fields} for one in error.findings]
            findings = [one | {"file": one["file"].replace(path, "frame")} for one in told]
            raise FileError(str(error).replace(path, "frame"), findings) from None


def _from_fields(name: str, found: dict[str, Any]) -> Log:
    findings = [Finding(**finding) for finding in found.pop("findings")]
    return Log._made(name=name, findings=findings, **found)


def as_logs(logs: LogLike | Sequence[LogLike], robot: _core.Robot) -> list[Log]:
    """One log or several: those that are none yet are read and examined."""
    several = logs if isinstance(logs, (list, tuple)) else [logs]
    return [log if isinstance(log, Log) else read_log(log, robot) for log in several]


def require_some(option: str, logs: Sequence[Log]) -> None:
    if not logs:
        raise UsageError(f"{option}: expected a log, or several, found none", option)


def told_by(logs: Sequence[Log]) -> list[Finding]:
    """What was found when they were read, once each."""
    found: list[Finding] = []
    known = set()
    for log in logs:
        for finding in log.findings:
            if str(finding) not in known:
                found.append(finding)
            known.add(str(finding))
    return found


def common_gravity(logs: Sequence[Log], gravity: ArrayLike | None) -> ArrayLike | None:
    """That of the call, or else of the first log that has one."""
    return gravity if gravity is not None else next((log.gravity for log in logs if log.gravity is not None), None)
