"""Logs from ROS 2 bags: sensor_msgs/JointState in MCAP or SQLite files, through the package rosbags."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ._errors import FileError, UsageError

if TYPE_CHECKING:
    from ._log import Log

TYPE = "sensor_msgs/msg/JointState"


def _wrong(path: str, message: str) -> FileError:
    finding = {"code": "log-file", "severity": "error", "file": path, "line": 0, "column": 0}
    finding |= {"element": "", "message": message, "fix": ""}
    return FileError(f"{path}: {message}", [finding])


def _topic(path: str, wanted: str | None, connections: Sequence[Any]) -> list[Any]:
    """The connections of the topic that is meant."""
    fitting = [one for one in connections if one.msgtype == TYPE]
    names = sorted({one.topic for one in fitting})
    if wanted is None and len(names) != 1:
        found = f"{len(names)}: {', '.join(names)}; name one as topic" if names else "none"
        raise _wrong(path, f"expected one topic with {TYPE}, found {found}")
    if wanted is not None and wanted not in names:
        raise UsageError(f"topic: expected one of {', '.join(names) or 'none'}, found {wanted!r}", "topic")
    return [one for one in fitting if wanted is None or one.topic == wanted]


def _messages(path: str, topic: str | None) -> Iterator[tuple[float, Any]]:
    """Time in s and message: the stamp of its header, or where that is 0 the bag's own."""
    try:
        from rosbags.highlevel import AnyReader, AnyReaderError
        from rosbags.typesys import Stores, get_typestore
    except ImportError:
        raise UsageError("log: expected the package rosbags for ROS 2 bags; pip install 'torsor[ros]'") from None
    if not os.path.exists(path):
        raise UsageError(f"log: expected a bag, found no file {path!r}", "log")
    try:
        with AnyReader([pathlib.Path(path)], default_typestore=get_typestore(Stores.ROS2_HUMBLE)) as reader:
            for connection, recorded, raw in reader.messages(connections=_topic(path, topic, reader.connections)):
                message: Any = reader.deserialize(raw, connection.msgtype)
                stamp = message.header.stamp.sec * 10**9 + message.header.stamp.nanosec
                yield (stamp or recorded) * 1e-9, message
    except (AnyReaderError, OSError) as error:
        raise _wrong(path, f"expected a ROS 2 bag: {error}") from None


def read_joint_states(path: str, topic: str | None, joints: Sequence[str] | None) -> Log:
    """The log of a bag. Messages that lack one of the joints are of other joints, and left out.

    Times are from the first message on. joints: their order; None: that of the first message.
    """
    import numpy

    from ._log import Log

    time, rows = [], []
    recorded = {"position": True, "velocity": True, "effort": True}
    known: set[str] = set()
    for stamp, message in _messages(path, topic):
        joints = list(message.name) if joints is None else joints
        known.update(message.name)
        place = {name: k for k, name in enumerate(message.name)}
        if not all(joint in place for joint in joints):
            continue
        order = [place[joint] for joint in joints]
        for name in recorded:
            recorded[name] &= len(getattr(message, name)) == len(message.name)
        parts = [numpy.asarray(getattr(message, name)) for name in recorded]
        rows.append([part[order] if len(part) == len(message.name) else numpy.full(len(order), 0.0) for part in parts])
        time.append(stamp)
    if not rows:
        asked = ", ".join(joints or [])
        found = ", ".join(sorted(known)) or "no message"
        raise _wrong(path, f"expected messages with the joints {asked}, found {found}; name them as joints")
    for name, what in (("position", "positions"), ("effort", "torques")):
        if not recorded[name]:
            raise _wrong(path, f"expected {what} in each message, found some without; `{name}` has to be recorded")
    q, qd, tau = numpy.array(rows).transpose(1, 0, 2)
    stamps = numpy.array(time)
    return Log._made(
        time=stamps - stamps[0],
        q=q,
        tau=tau,
        qd=qd if recorded["velocity"] else None,
        qdd=None,
        reference=None,
        name=path,
        gravity=None,
        findings=[],
    )
