"""What the joints of a robot may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._frames import Framed
from ._record import Record
from ._table import Shown, Table, shown

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import NDArray

    Array = NDArray[floating]


class Limits(Shown, Framed, Record):
    """Limits of the joints that move by themselves, infinite where the robot file has none: position (N, 2), lowest and
    highest, rad or m; velocity, acceleration and torque (N,), largest magnitudes.
    """

    joints: list[str]
    position: Array
    velocity: Array
    acceleration: Array
    torque: Array

    def _columns(self) -> dict[str, Any]:
        low, high = self.position[:, 0], self.position[:, 1]
        rates = {name: getattr(self, name) for name in ("velocity", "acceleration", "torque")}
        return {"joint": self.joints, "low": low, "high": high, **rates}

    def _table(self, title: str = "") -> Table:
        columns = self._columns()
        rows = [[joint, *map(shown, row)] for joint, *row in zip(*columns.values(), strict=True)]
        return Table(list(columns), rows, title=title)

    def _parts(self) -> list[Table | str]:
        return [self._table()]
