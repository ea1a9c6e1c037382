"""Errors and doubtful values in robot files."""

from __future__ import annotations

import os
from typing import Any

from . import _core
from ._frames import Framed
from ._record import Record
from ._table import Shown, Table, counted


class Finding(Record):
    """Something that is worth knowing about a robot file or a log; severity is error, warning or note.

    Its fields can also be asked for as those of a dictionary: finding["code"].
    """

    code: str
    severity: str
    file: str
    line: int
    column: int
    element: str
    message: str
    fix: str

    def __getitem__(self, field: str) -> str | int:
        if field not in self._fields:
            raise KeyError(f"expected one of {', '.join(self._fields)}, found {field!r}")
        value: str | int = getattr(self, field)
        return value

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line > 0 else f"{self.file}: " if self.file else ""
        element = f"{self.element}: " if self.element else ""
        fix = f"; {self.fix}" if self.fix else ""
        return f"{place}{self.severity} [{self.code}] {element}{self.message}{fix}"


class Findings(Shown, Framed, Record):
    """All that was found in one file, in the order of the places."""

    file: str
    findings: list[Finding]

    def _of(self, severity: str) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == severity]

    @property
    def errors(self) -> list[Finding]:
        return self._of("error")

    @property
    def warnings(self) -> list[Finding]:
        return self._of("warning")

    @property
    def notes(self) -> list[Finding]:
        return self._of("note")

    def _columns(self) -> dict[str, Any]:
        return {name: [getattr(one, name) for one in self.findings] for name in Finding._fields}

    def __len__(self) -> int:
        return len(self.findings)

    def __repr__(self) -> str:
        counts = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")]
        told = ", ".join(counted(len(some), what) for some, what in counts if some)
        return "\n".join([*map(str, self.findings), f"{self.file}: {told or 'no findings'}"])

    def _parts(self) -> list[Table | str]:
        rows = [[f"{f.line}:{f.column}", f.severity, f.code, f.element, f.message, f.fix] for f in self.findings]
        header = ["place", "severity", "code", "element", "message", "fix"]
        return [Table(header, rows, left=6, title=self.file)]


def lint(
    robot: str | os.PathLike[str], *, free_mimic: bool = False, free_base: bool = False, ignore_geoms: bool = False
) -> Findings:
    """What is wrong or doubtful in a robot file (URDF, MJCF, YAML) or a built-in robot.

    >>> import torsor
    >>> torsor.lint("two-rods")
    two-rods: no findings
    """
    name = os.fspath(robot)
    found = _core._lint(name, free_mimic, free_base, ignore_geoms)
    return Findings(name, [Finding(**finding) for finding in found])
