"""What functions about a robot as a whole return: identities that hold, base parameters."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ._frames import Framed
from ._record import Record
from ._table import Shown, Table, counted, shown

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import NDArray

    Array = NDArray[floating]


class Identity(Record):
    """An equality that the equations of a robot must obey, and by how much it was missed, relative to what enters it."""

    name: str
    disagreement: float
    tolerance: float
    states: int
    skipped: int

    @property
    def holds(self) -> bool:
        return self.disagreement <= self.tolerance


class Consistency(Shown, Record):
    """Every formulation against every other at random states.

    identities: what was compared; singular_states, indefinite_states: where the inertia matrix was so; lagrange:
    whether Lagrange-Euler took part; holds: whether all of them do.
    """

    robot: str
    states: int
    identities: list[Identity]
    singular_states: int
    indefinite_states: int
    lagrange: bool

    @property
    def holds(self) -> bool:
        return all(identity.holds for identity in self.identities)

    def _parts(self) -> list[Table | str]:
        rows = []
        for one in self.identities:
            verdict = "skipped" if one.states == 0 else "holds" if one.holds else "FAILS"
            rows.append([one.name, "" if one.states == 0 else f"{one.disagreement:.1e}", f"{one.tolerance:.0e}", verdict])
        states = counted(self.states, "state")
        title = f"{self.robot} at {counted(self.states, 'random state')}; relative disagreements"
        parts: list[Table | str] = [Table(["identity", "largest", "allowed", ""], rows, title=title)]
        if self.singular_states:
            parts.append(
                f"the inertia matrix is singular at {self.singular_states} of {states}: "
                "forward dynamics was skipped there"
            )
        if self.indefinite_states:
            parts.append(
                f"the inertia matrix is not positive definite at {self.indefinite_states} of {states}: "
                "a rotor outweighs its link"
            )
        if not self.lagrange:
            parts.append("Lagrange-Euler took no part: it is meant for up to 12 joints of one degree of freedom")
        return parts


class BaseParameters(Shown, Framed, Record):
    """The independent combinations of the standard parameters on which torques depend.

    names: the standard parameters; independent, dependent: places in it; coefficients (independent, dependent), so
    that values[b] = theta[independent[b]] + coefficients[b] @ theta[dependent]; combinations: the same in words;
    identifiability of each standard parameter: alone, in combination or none; singular_values, gap, clear: how surely
    they are counted.
    """

    names: list[str]
    independent: list[int]
    dependent: list[int]
    coefficients: Array
    combinations: list[str]
    values: Array
    standard_values: Array
    identifiability: list[str]
    singular_values: Array
    gap: float
    clear: bool

    @property
    def count(self) -> int:
        return len(self.independent)

    def _columns(self) -> dict[str, Any]:
        names = [self.names[place] for place in self.independent]
        return {"name": names, "value": self.values, "combination": self.combinations}

    def _shown_value(self, b: int) -> str:
        """0 where it is only what rounding left of numbers that cancel."""
        theta = self.standard_values
        size = abs(theta[self.independent[b]])
        size += sum(abs(c * theta[d]) for c, d in zip(self.coefficients[b], self.dependent, strict=True))
        return shown(0.0 if abs(self.values[b]) < 1e-12 * size else self.values[b])

    def _parts(self) -> list[Table | str]:
        rows = [[str(b + 1), self._shown_value(b), self.combinations[b]] for b in range(self.count)]
        title = f"{counted(self.count, 'base parameter')} of {len(self.names)}"
        parts: list[Table | str] = [Table(["", "value", "combination"], rows, left=3, title=title)]
        if not self.clear and not math.isnan(self.gap):
            parts.append(f"not clear: the gap between what counts and what does not is only {self.gap:.2g}")
        return parts
