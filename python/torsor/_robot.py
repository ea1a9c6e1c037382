"""The robot: what is compiled, and what is made of it in Python."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from ._errors import UsageError
from ._identification import RobotIdentification
from ._table import Table, shown


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
    return Robot(
        os.fspath(robot),
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
        (mass, com, inertia, rotor, friction, limits, ...), and `joint`, which is revolute where it is left out.

        >>> import torsor
        >>> arm = torsor.Robot.from_dh([{"a": 1, "mass": 2, "com": [-0.5, 0, 0]}], gravity=[0, -9.81, 0])
        >>> arm.gravity([0])
        array([9.81])
        """
        import json

        row_keys = ("a", "alpha", "d", "theta", "offset")
        written = []
        for link in links:
            dh = {key: link[key] for key in row_keys if key in link}
            rest = {key: value for key, value in link.items() if key not in row_keys}
            written.append({"joint": "revolute", "dh": dh, **rest})
        text = {"name": name, "dh": convention, "inertia_about": inertia_about, "gravity": list(gravity), **keys}
        return cls(name, json.dumps({**text, "links": written}, default=_plain))

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
        name, text = _file_or_text(urdf)
        return cls(name, text, free_mimic=free_mimic, free_base=free_base)

    @classmethod
    def from_mjcf(cls, mjcf: str | os.PathLike[str], *, free_base: bool = False, ignore_geoms: bool = False) -> Robot:
        """A robot from an MJCF file, or from its text where that begins with `<`.

        >>> import torsor
        >>> torsor.Robot.from_mjcf(torsor.load("two-rods").write("mjcf")).nv
        2
        """
        name, text = _file_or_text(mjcf)
        return cls(name, text, free_base=free_base, ignore_geoms=ignore_geoms)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Other processes get the robot as the text of its file."""
        return Robot.from_yaml, (self.write("yaml"),)

    def _table(self) -> Table:
        limits = self._limits()
        header = ["joint", "low", "high", "velocity", "acceleration", "torque"]
        rows = [[joint, *map(shown, row)] for joint, row in zip(self.joints, limits, strict=False)]
        return Table(header, rows, title=f"{self.name}: nq {self.nq}, nv {self.nv}, tip {self.tip}")

    def __repr__(self) -> str:
        return f"<torsor.Robot {self.name}: nq {self.nq}, nv {self.nv}, tip {self.tip}>"

    def _repr_html_(self) -> str:
        return self._table().html()


def _file_or_text(source: str | os.PathLike[str]) -> tuple[str, str | None]:
    """The name of a robot, and its text where that was given."""
    written = os.fspath(source)
    return ("text", written) if written.lstrip().startswith("<") else (written, None)


def _plain(value: Any) -> Any:
    """NumPy's numbers and arrays as lists, for json."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise UsageError(f"links: expected numbers, words, lists and dictionaries, found {type(value).__name__}", "links")
