"""Dynamics of robot arms: torques, accelerations, equations, regressors, identification.

>>> import torsor
>>> robot = torsor.load("panda")
>>> robot.gravity([0, 0, 0, -1.5, 0, 1.5, 0]).shape
(7,)
"""

from ._core import Conditions, robots
from ._core import _version as __version__
from ._errors import ComputationError, Error, FileError, UsageError, WriteError
from ._lint import lint
from ._log import Log, read_log
from ._robot import Robot, load
from ._studio import Studio, studio

__all__ = [
    "ComputationError",
    "Conditions",
    "Error",
    "FileError",
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
