"""What is said of a robot as a whole: its equations, code for it, its parameters, whether it can be trusted."""

from __future__ import annotations

from collections.abc import Sequence

from . import _core
from ._checks import BaseParameters, Consistency, Identity
from ._lint import Finding, Findings
from ._record import Record, words
from ._states import RobotStates
from ._table import Shown, Table


class EquationGroup(Record):
    """The equations of one quantity: (left, right, LaTeX of both) for each entry."""

    name: str
    meaning: str
    equations: list[tuple[str, str, str]]


class Equations(Shown, Record):
    """Equations of motion in closed form, by group; sympy: the same as a Python module for SymPy."""

    groups: list[EquationGroup]
    sympy: str

    def __getitem__(self, left: str) -> str:
        """The right side of an equation, by its left one: `equations["B11"]`."""
        for group in self.groups:
            for name, right, _ in group.equations:
                if name == left:
                    return right
        known = ", ".join(name for group in self.groups for name, _, _ in group.equations)
        raise KeyError(f"expected one of {known}, found {left!r}")

    @property
    def latex(self) -> str:
        return "\n".join(latex for group in self.groups for _, _, latex in group.equations)

    def _parts(self) -> list[Table | str]:
        lines: list[str] = []
        for group in self.groups:
            lines += ["", group.meaning] if lines else [group.meaning]
            lines += [f"  {left} = {right}" for left, right, _ in group.equations]
        return ["\n".join(lines)]

    def _repr_html_(self) -> None:
        """None, since notebooks would show it in place of the LaTeX."""

    def _repr_latex_(self) -> str:
        """All in one formula, where displays of their own may not stand."""
        lines = [latex.strip() for group in self.groups for _, _, latex in group.equations]
        inside = [line.removeprefix("\\[").removesuffix("\\]").strip().replace("{align*}", "{aligned}") for line in lines]
        rows = " \\\\ ".join(inside)
        return f"$\\displaystyle \\begin{{array}}{{l}} {rows} \\end{{array}}$"


class GeneratedCode(Shown, Record):
    """Source code of one robot: files by name, what each function costs, and warnings."""

    files: dict[str, str]
    costs: list[tuple[str, int, int, int, int]]
    warnings: list[str]

    def _parts(self) -> list[Table | str]:
        header = ["function", "multiplications", "additions", "divisions", "sines and cosines"]
        rows = [[name, *map(str, numbers)] for name, *numbers in self.costs]
        return [Table(header, rows, title=", ".join(self.files))]


class RobotEquations(RobotStates):
    """Functions of the robot itself."""

    def derive(
        self,
        terms: Sequence[str] = ("inertia", "coriolis", "gravity", "torque"),
        *,
        symbols: str = "named",
        notation: str = "Bhg",
        shorthand: bool = False,
        limit: int = 20_000,
    ) -> Equations:
        """The equations of motion in closed form.

        terms: of kinetic-energy, potential-energy, lagrangian, dissipation, inertia, coriolis, gravity, torque,
        forward-dynamics, regressor, base-parameters. symbols: named (those of the robot file), numbers, standard or
        all; notation: Bhg, MVG or Dhc; shorthand: C12 for cos(q1 + q2); limit: terms of the longest sum.

        >>> import torsor
        >>> torsor.load("two-rods").derive(["gravity"])["g2"]
        '1/2 m2 g l cos(q1 + q2)'
        """
        found = self._derive(words(terms), symbols, notation, shorthand, limit)
        return Equations([EquationGroup(*group) for group in found["groups"]], found["sympy"])

    def generate(
        self,
        functions: Sequence[str] = ("inverse-dynamics", "forward-dynamics"),
        *,
        language: str = "c",
        scalar: str = "double",
        parameter_vector: bool = False,
        sines: str = "library",
        name: str = "",
        frame: str | None = None,
    ) -> GeneratedCode:
        """Source code for this robot without dependencies: c, cpp, python or matlab. Nothing is written to disk.

        >>> import torsor
        >>> list(torsor.load("two-rods").generate(["gravity-torque"]).files)
        ['two_rods.c', 'two_rods.h']
        """
        found = self._generate(words(functions), language, scalar, parameter_vector, sines, name, frame)
        return GeneratedCode(**found)

    def base_parameters(
        self, parameters: Sequence[str] | None = None, *, negligible: float = 2e-5
    ) -> BaseParameters:
        """The combinations of parameters that the motion of the joints can tell.

        parameters: what counts besides the ten of every link (base, rotor, viscous, coulomb, asymmetric, stribeck,
        offset, spring, coupling); None is all that the robot has.

        >>> import torsor
        >>> torsor.load("puma560").base_parameters([]).count
        36
        """
        return BaseParameters(**self._base_parameters(None if parameters is None else words(parameters), negligible))

    def check(self, *, states: int | None = None, seed: int = 1) -> Consistency:
        """Every formulation against every other at random states: can this robot be trusted?

        >>> import torsor
        >>> torsor.load("two-rods").check(states=10).holds
        True
        """
        many = self.nv > 100
        count = states if states is not None else max(1, 1_000_000 // self.nv**2) if many else 100
        found = self._check(count, seed)
        identities = [Identity(**identity) for identity in found.pop("identities")]
        return Consistency(self.name, count, identities, **found)

    def lint(self) -> Findings:
        """What is doubtful in the numbers of the robot, as a robot file in YAML would have them.

        >>> import torsor
        >>> len(torsor.load("two-rods").lint().errors)
        0
        """
        found = _core._lint_text(self.write("yaml"), self.name)
        return Findings(self.name, [Finding(**finding) for finding in found])
