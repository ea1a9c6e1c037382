"""The studio: a page with a robot in it that computes by itself, for notebooks and browsers."""

from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING

from ._errors import FileError, UsageError, WriteError
from ._lint import Finding
from ._record import Record
from ._robot import Robot, load
from ._table import counted, shown

if TYPE_CHECKING:
    from ._log import Log, LogLike

MOST_ROWS = 6000  # of a log in the page: more than a plot can show


def page_path() -> pathlib.Path:
    """Where the page without a robot lies: what TORSOR_STUDIO_PAGE names, or else in the package."""
    named = os.environ.get("TORSOR_STUDIO_PAGE")
    return pathlib.Path(named) if named else pathlib.Path(__file__).with_name("studio.html")


class Studio(Record):
    """A page with a robot in it: its name, and html, the text of the page. A notebook shows it; a browser opens it."""

    name: str
    html: str

    def write(self, path: str | os.PathLike[str]) -> pathlib.Path:
        """Writes the page, one file that needs nothing else, and returns its path."""
        file = pathlib.Path(path)
        try:
            file.write_text(self.html, encoding="utf-8")
        except OSError as error:
            raise WriteError(f"{file}: expected a file that can be written: {error.strerror}", str(file)) from None
        return file

    def open(self) -> None:
        """Writes the page into the folder of temporary files and opens it in a browser."""
        import tempfile
        import webbrowser

        folder = pathlib.Path(tempfile.mkdtemp(prefix="torsor-studio-"))
        webbrowser.open(self.write(folder / "studio.html").as_uri())

    def __repr__(self) -> str:
        return f"<torsor.Studio {self.name}: a page of {shown(len(self.html) / 1e6)} MB, for write(path) or open()>"

    def _repr_html_(self) -> str:
        """The page in a frame of its own, which can reach nothing outside."""
        import html

        frame = 'style="width: 100%; height: 680px; border: 0" sandbox="allow-scripts allow-downloads"'
        return f'<iframe title="Torsor Studio" {frame} srcdoc="{html.escape(self.html)}"></iframe>'


def studio(robot: Robot | str | os.PathLike[str], *, log: LogLike | None = None) -> Studio:
    """The robot in a page: the arm in 3-D, its equations, torques and motion, computed in the page.

    robot: a robot, a built-in name or a file; of a URDF file the page has the shapes, but no meshes (those of
    `torsor studio` on the command line are in the page). log: a log of it, or what `torsor.read_log` takes.

    >>> import torsor
    >>> torsor.studio("two-rods").write("two-rods.html")  # doctest: +SKIP
    """
    one = robot if isinstance(robot, Robot) else load(robot)
    name, text = "", ""
    if not isinstance(robot, Robot) and os.path.isfile(robot):
        name = os.path.basename(os.fspath(robot))
        text = pathlib.Path(robot).read_text(encoding="utf-8", errors="replace")
    page = page_path()
    if not page.is_file():
        raise UsageError(f"the studio's page is not here: expected {page}; scripts/build-studio makes it")
    rows, label = "", ""
    if log is not None:
        from ._log import as_logs

        logs = as_logs(log, one)
        if len(logs) != 1:
            raise UsageError(f"log: expected one, found {len(logs)}", "log")
        if logs[0].joints != one.nv:
            expected = f"a log of {counted(one.nv, 'joint')}, those of {one.name}"
            raise UsageError(f"{logs[0].name}: expected {expected}, found {logs[0].joints}", "log")
        rows, label = _rows(logs[0]), os.path.basename(logs[0].name)
    made = one._studio_page(page.read_text(encoding="utf-8"), name, text, label, rows)
    if made is None:
        message = "expected the studio's page, found another one"
        finding = Finding("studio-page", "error", str(page), 0, 0, "", message, "scripts/build-studio makes it")
        raise FileError(f"{page}: {message}", [finding])
    return Studio(one.name, made)


def _rows(log: Log) -> str:
    """The log as CSV, thinned."""
    import io

    import numpy

    columns = log._columns()
    step = -(-len(log) // MOST_ROWS)
    file = io.StringIO()
    table = numpy.column_stack(list(columns.values()))[::step]
    numpy.savetxt(file, table, fmt="%.8g", delimiter=",", header=",".join(columns), comments="")
    return file.getvalue()
