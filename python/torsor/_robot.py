"""The robot: what is compiled, and what is made of it in Python."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core
from ._dh import _plain, dh_text
from ._errors import UsageError
from ._identification import RobotIdentification
from ._limits import Limits
from ._lint import Finding
from ._table import Table


def _overrides(set: Mapping[str, float | str] | None) -> list[tuple[str, str]]:
    return [(name, value if isinstance(value, str) else repr(float(value))) for name, value in (set or {}).items()]


def load(
    robot: str | os.PathLike[str],
    *,
    set: Mapping[str, float | str] | None = None,
    free_mimic: bool = False,
    free_base: bool = False,
    ignore_geoms: bool = False,
) -> Robot:
    """A built-in robot by its name (`torsor.robots()`), or else the robot in a file: YAML, URDF or MJCF.

    set: new values for named parameters of a YAML file, numbers or expressions. free_mimic: joints that mimic others
    move on their own; free_base: the root link floats; ignore_geoms: MJCF, no mass from geoms.

    >>> import torsor
    >>> torsor.load("two-rods", set={"m1": 2}).gravity([0, 0])
    array([24.525,  4.905])
    """
    name = os.fspath(robot)
    if isinstance(name, str) and ("\n" in name or name.lstrip().startswith("<")):
        readers = "torsor.Robot.from_urdf, from_mjcf or from_yaml"
        raise UsageError(f"robot: expected a built-in name or a file, found a text; {readers} reads one", "robot")
    return Robot(
        name,
        set=_overrides(set),
        free_mimic=free_mimic,
        free_base=free_base,
        ignore_geoms=ignore_geoms,
    )


class Robot(RobotIdentification):
    """A robot. It does not change, and threads may share it.

    Vectors may have leading axes: q is (..., nq), qd, qdd and tau are (..., nv), in rad or m and the like. Everything
    is computed in float64; where all arrays are float32, results are rounded to float32.
    """

    @classmethod
    def from_dh(
        cls,
        links: Sequence[Mapping[str, Any]],
        *,
        convention: str = "standard",
        name: str = "robot",
        gravity: Sequence[float] = (0, 0, -9.81),
        inertia_about: str = "com",
        **keys: Any,
    ) -> Robot:
        """A robot from its DH table. Each link has a, alpha, d, theta (m, rad), what else a link of a robot file has
        (mass, com, inertia, rotor, friction, limits, ...), and `joint`, which is revolute where it is left out. An
        inertia may also be a matrix (3, 3). gravity: free fall in base axes, m/s^2.

        >>> import torsor
        >>> arm = torsor.Robot.from_dh([{"a": 1, "mass": 2, "com": [-0.5, 0, 0]}], gravity=[0, -9.81, 0])
        >>> arm.gravity([0])
        array([9.81])
        """
        down = _plain("gravity", gravity)
        text = {"name": name, "dh": convention, "inertia_about": inertia_about, "gravity": down}
        more = {key: _plain(key, value) for key, value in keys.items()}
        return cls(name, dh_text(links, {**text, **more}))

    @classmethod
    def from_yaml(cls, text: str, *, set: Mapping[str, float | str] | None = None) -> Robot:
        """A robot from the text of a robot file in YAML.

        >>> import torsor
        >>> torsor.Robot.from_yaml(torsor.load("two-rods").write("yaml")).nv
        2
        """
        return cls("text", text, set=_overrides(set))

    @classmethod
    def from_urdf(cls, urdf: str | os.PathLike[str], *, free_mimic: bool = False, free_base: bool = False) -> Robot:
        """A robot from a URDF file, or from its text where that begins with `<`.

        >>> import torsor
        >>> torsor.Robot.from_urdf(torsor.load("two-rods").write("urdf")).nv
        2
        """
        name, text = _file_or_text("urdf", urdf)
        return cls(name, text, format="urdf", free_mimic=free_mimic, free_base=free_base)

    @classmethod
    def from_mjcf(cls, mjcf: str | os.PathLike[str], *, free_base: bool = False, ignore_geoms: bool = False) -> Robot:
        """A robot from an MJCF file, or from its text where that begins with `<`.

        >>> import torsor
        >>> torsor.Robot.from_mjcf(torsor.load("two-rods").write("mjcf")).nv
        2
        """
        name, text = _file_or_text("mjcf", mjcf)
        return cls(name, text, format="mjcf", free_base=free_base, ignore_geoms=ignore_geoms)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Other processes get the robot as the text of its file."""
        return Robot.from_yaml, (self.write("yaml"),)

    @property
    def warnings(self) -> list[Finding]:
        """What was doubtful in the file that the robot was read from, and whether it has no masses.

        >>> import torsor
        >>> torsor.load("panda").warnings
        []
        """
        return [Finding(**finding) for finding in self._warnings]

    @property
    def limits(self) -> Limits:
        """What the joints may do, as the robot file has it.

        >>> import torsor
        >>> torsor.load("panda").limits.velocity
        array([2.175, 2.175, 2.175, 2.175, 2.61 , 2.61 , 2.61 ])
        """
        joints, rows = self._limits()
        return Limits(joints, rows[:, :2], rows[:, 2], rows[:, 3], rows[:, 4])

    def _words(self) -> str:
        tip = f"tip {self.tip}" if self.tip is not None else "several tips"
        return f"{self.name}: nq {self.nq}, nv {self.nv}, {tip}"

    def __repr__(self) -> str:
        return f"<torsor.Robot {self._words()}>"

    def _repr_html_(self) -> str:
        return self.limits._table(self._words()).html()


def _file_or_text(option: str, source: str | os.PathLike[str]) -> tuple[str, str | None]:
    """The name of a robot, and its text where that was given."""
    if isinstance(source, (bytes, bytearray)) or not isinstance(source, (str, os.PathLike)):
        hint = "; source.decode() makes a text of it" if isinstance(source, (bytes, bytearray)) else ""
        raise UsageError(f"{option}: expected a file or a text, found {type(source).__name__}{hint}", option)
    written = os.fspath(source)
    if not written.strip():
        raise UsageError(f"{option}: expected a file, or a text that begins with <, found an empty text", option)
    return ("text", written) if written.lstrip().startswith("<") else (written, None)


def conditions_of(robot: Robot, given: Mapping[str, Any]) -> _core.Conditions:
    """Conditions as another process gets them."""
    return robot.conditions(**given)
