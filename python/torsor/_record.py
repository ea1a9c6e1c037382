"""Results with named fields. The standard library's dataclasses do more, and take longer to import than this package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, dataclass_transform


def words(given: Sequence[str]) -> list[str]:
    """A list of words; a single one may come as it is."""
    return [given] if isinstance(given, str) else list(given)


@dataclass_transform(frozen_default=True, eq_default=False)
class Record:
    """What a class names with a type is a field, given in order or by name; fields do not change.

    >>> class Point(Record):
    ...     x: float
    ...     y: float = 0.0
    >>> Point(1.0)
    Point(x=1.0, y=0.0)
    """

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = (name for name in cls.__annotations__ if not name.startswith("_"))
        cls._fields = (*cls._fields, *own)

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = self._fields
        given = dict(zip(fields, values, strict=False)) | named
        missing = [name for name in fields if name not in given and not hasattr(type(self), name)]
        if missing or len(given) != len(values) + len(named) or not given.keys() <= set(fields):
            found = ", ".join(given)
            raise TypeError(f"{type(self).__name__}: expected the fields {', '.join(fields)}, found {found}")
        self.__dict__.update(given)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name}: a result does not change")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._fields)})"
