"""Dynamics of robot arms: torques, accelerations, equations, regressors, identification.

>>> import torsor
>>> robot = torsor.load("panda")
>>> robot.gravity([0, 0, 0, -1.5, 0, 1.5, 0]).shape
(7,)
"""

from ._core import Conditions, __version__, robots
from ._errors import ComputationError, Error, FileError, UsageError, WriteError
from ._lint import lint
from ._robot import Robot, load

__all__ = [
    "ComputationError",
    "Conditions",
    "Error",
    "FileError",
    "Robot",
    "UsageError",
    "WriteError",
    "__version__",
    "lint",
    "load",
    "robots",
]
