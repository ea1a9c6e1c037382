"""Numbers and tables as the command line shows them, and the same for notebooks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any


def shown(value: float) -> str:
    """Six significant digits, no -0, and `-` where there is none."""
    if not math.isfinite(value):
        return "-"
    text = f"{value + 0.0:.6g}"
    return "0" if text == "-0" else text


def largest_of(values: Iterable[Any]) -> float:
    return max((abs(float(value)) for value in values), default=0.0)


def shown_beside(value: float, largest: float) -> str:
    """The same, with what is only rounding beside `largest` shown as 0."""
    return shown(0.0 if abs(value) < 1e-14 * largest else value)


def shown_vector(values: Iterable[Any]) -> str:
    numbers = [float(value) for value in values]
    largest = largest_of(numbers)
    return " ".join(shown_beside(number, largest) for number in numbers)


def counted(count: int, what: str, several: str = "") -> str:
    return f"{count} {what if count == 1 else several or what + 's'}"


class Table:
    """Columns of text: the first `left` ones to the left, the others to the right."""

    def __init__(self, header: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1, title: str = "") -> None:
        self.header, self.rows, self.left, self.title = list(header), [list(row) for row in rows], left, title

    def text(self) -> str:
        lines = [self.header, *self.rows]
        widths = [0] * max(len(line) for line in lines)
        for line in lines:
            for k, entry in enumerate(line):
                widths[k] = max(widths[k], len(entry.encode()))
        out = [self.title] if self.title else []
        for line in lines:
            cells = (
                "  " + (entry.ljust(widths[k]) if k < self.left else entry.rjust(widths[k]))
                for k, entry in enumerate(line)
            )
            out.append("".join(cells).rstrip())
        return "\n".join(out)

    def html(self) -> str:
        import html

        def row(cells: Sequence[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        title = f"<p>{html.escape(self.title)}</p>" if self.title else ""
        body = "".join(row(line, "td") for line in self.rows)
        return f"{title}<table><thead>{row(self.header, 'th')}</thead><tbody>{body}</tbody></table>"


class Shown:
    """What is shown of a result: tables and lines of text, in the order of the command line."""

    def _parts(self) -> list[Table | str]:
        raise NotImplementedError

    def __repr__(self) -> str:
        return "\n".join(part if isinstance(part, str) else part.text() for part in self._parts())

    def _repr_html_(self) -> str | None:
        import html

        return "".join(
            part.html() if isinstance(part, Table) else f"<pre>{html.escape(part)}</pre>" for part in self._parts()
        )
