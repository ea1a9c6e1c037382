"""Dynamics of robot arms: torques, accelerations, equations, regressors, identification.

>>> import torsor
>>> robot = torsor.load("panda")
>>> robot.gravity([0, 0, 0, -1.5, 0, 1.5, 0]).shape
(7,)
"""

from typing import TYPE_CHECKING

from ._core import Conditions, robots
from ._core import _version as __version__
from ._errors import ComputationError, Error, FileError, UsageError, WriteError
from ._lint import Finding, lint
from ._log import Log, read_log
from ._robot import Robot, load
from ._studio import Studio, studio

if TYPE_CHECKING:
    from . import plot as plot

__all__ = [
    "ComputationError",
    "Conditions",
    "Error",
    "FileError",
    "Finding",
    "Log",
    "Robot",
    "Studio",
    "UsageError",
    "WriteError",
    "__version__",
    "lint",
    "load",
    "read_log",
    "robots",
    "studio",
]

if not TYPE_CHECKING:  # which would take it for a word on every name

    def __getattr__(name):
        """torsor.plot, which is loaded when it is first asked for."""
        if name != "plot":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        return importlib.import_module(".plot", __name__)

    def __dir__():
        return sorted([*globals(), "plot"])
