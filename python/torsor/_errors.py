"""What can go wrong: the errors of the library, with their fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._lint import Finding


class Error(Exception):
    """Every error of this package. All can be pickled and copied, so that they come back from other processes."""

    def _made_of(self) -> tuple[Any, ...]:
        """What the constructor takes."""
        return self.args

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of(), self.__dict__


class UsageError(Error, ValueError):
    """A call that makes no sense: a shape, a dtype, a number that is not finite, an unknown robot, a file that is not
    there.

    option: the argument that was meant, or an empty text.
    """

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option

    def _made_of(self) -> tuple[Any, ...]:
        return str(self), self.option


class FileError(Error, ValueError):
    """The content of a file. The message has a line for each finding.

    file, line, column, code: of the first finding; findings: all of them.

    >>> import torsor
    >>> try:
    ...     torsor.Robot.from_urdf("<robot name='a'><link name='b'/><link name='b'/></robot>")
    ... except torsor.FileError as error:
    ...     print(error.code, error.line)
    name-duplicate 1
    """

    def __init__(self, message: str, findings: Sequence[Finding | dict[str, Any]]) -> None:
        from ._lint import Finding

        super().__init__(message)
        self.findings = [one if isinstance(one, Finding) else Finding(**one) for one in findings]
        first = self.findings[0]
        self.file = first.file
        self.line = first.line
        self.column = first.column
        self.code = first.code

    def _made_of(self) -> tuple[Any, ...]:
        return str(self), self.findings


class ComputationError(Error, ArithmeticError):
    """A computation that has no answer."""


class WriteError(Error, OSError):
    """A file that cannot be written; path: the file."""

    def __init__(self, message: str, path: str) -> None:
        super().__init__(message)
        self.path = path

    def _made_of(self) -> tuple[Any, ...]:
        return str(self), self.path
