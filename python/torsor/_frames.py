"""Tables with named columns: results as pandas frames, and frames of any library as columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._errors import UsageError

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import NDArray

    Array = NDArray[floating]


def numbered(name: str, matrix: Array | None) -> dict[str, Any]:
    """q1, q2, ...: the columns of a matrix (N, n), named as the command line names them."""
    return {} if matrix is None else {f"{name}{k + 1}": matrix[:, k] for k in range(matrix.shape[1])}


class Framed:
    """A result with columns of equal length."""

    def _columns(self) -> dict[str, Any]:
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The result as a pandas.DataFrame; needs pandas.

        >>> import torsor
        >>> torsor.load("two-rods").simulate([0, 0]).to_pandas().columns[:3].tolist()  # doctest: +SKIP
        ['t', 'q1', 'q2']
        """
        import pandas

        return pandas.DataFrame(self._columns())


def is_frame(source: object) -> bool:
    """A pandas or Polars frame, a dictionary of columns, or a NumPy array with named fields."""
    if isinstance(source, Mapping) or getattr(getattr(source, "dtype", None), "names", None):
        return True
    return hasattr(source, "columns") and hasattr(source, "__getitem__")


def columns_of(frame: Any) -> dict[str, Array]:
    """The columns of a frame as float64; times of day become seconds from the first."""
    import numpy

    names = getattr(getattr(frame, "dtype", None), "names", None) or getattr(frame, "columns", None)
    index: Any = getattr(frame, "index", None)  # of pandas: where it has a name, it may be the time
    given = {name: frame[name] for name in (frame if names is None else names)}
    if isinstance(getattr(index, "name", None), str):
        given = {index.name: index} | given
    columns: dict[str, Array] = {}
    for name, column in given.items():
        values = numpy.asarray(column.to_numpy() if hasattr(column, "to_numpy") else column)
        if values.dtype.kind == "M":
            values = (values - values[:1]) / numpy.timedelta64(1, "s")
        if values.dtype.kind not in "fiu":
            raise UsageError(f"column {str(name)!r}: expected numbers, found dtype {values.dtype}", "log")
        if values.ndim != 1:
            raise UsageError(f"column {str(name)!r}: expected shape (N,), found {values.shape}", "log")
        columns[str(name)] = values.astype(float)
    lengths = {len(column) for column in columns.values()}
    if len(lengths) != 1 or 0 in lengths:
        raise UsageError(f"log: expected columns of one length, above 0, found lengths {sorted(lengths)}", "log")
    return columns
