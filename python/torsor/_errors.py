"""What can go wrong: the errors of the library, with their fields."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """Every error of this package."""


class UsageError(Error, ValueError):
    """A call that makes no sense: a shape, a dtype, a number that is not finite, an unknown robot.

    option: the argument that was meant, or an empty text.
    """

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class FileError(Error, ValueError):
    """The content of a file. The message has a line for each finding.

    file, line, column, code: of the first finding; findings: all of them, as dictionaries.

    >>> import torsor
    >>> try:
    ...     torsor.Robot.from_urdf("<robot name='a'><link name='b'/><link name='b'/></robot>")
    ... except torsor.FileError as error:
    ...     print(error.code, error.line)
    name-duplicate 1
    """

    def __init__(self, message: str, findings: list[dict[str, Any]]) -> None:
        super().__init__(message)
        self.findings = findings
        first = findings[0]
        self.file: str = first["file"]
        self.line: int = first["line"]
        self.column: int = first["column"]
        self.code: str = first["code"]


class ComputationError(Error, ArithmeticError):
    """A computation that has no answer."""


class WriteError(Error, OSError):
    """A file that cannot be written; path: the file."""

    def __init__(self, message: str, path: str) -> None:
        super().__init__(message)
        self.path = path
