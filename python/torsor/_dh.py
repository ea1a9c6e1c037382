"""DH tables as the text of a robot file."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ._errors import UsageError

ROW = ("a", "alpha", "d", "theta", "offset")


def dh_text(links: Sequence[Mapping[str, Any]], keys: Mapping[str, Any]) -> str:
    """JSON, which is YAML too."""
    import json

    if isinstance(links, (Mapping, str)) or not hasattr(links, "__iter__"):
        wrong = f"found {'one dictionary' if isinstance(links, Mapping) else type(links).__name__}"
        raise UsageError(f"links: expected a list with a dictionary for each link, {wrong}", "links")
    text = {**keys, "links": [_link(k, link) for k, link in enumerate(links)]}
    if _is_number(text.get("gravity")) or len(text.get("gravity", ())) != 3:
        expected = "three numbers, free fall in base axes such as (0, 0, -9.81)"
        raise UsageError(f"gravity: expected {expected}, found {text['gravity']!r}", "gravity")
    _require_finite("", text)
    return json.dumps(text)


def _link(place: int, link: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(link, Mapping):
        expected = "a dictionary with a, alpha, d, theta, mass, ..."
        raise UsageError(f"links[{place}]: expected {expected}, found {type(link).__name__}", "links")
    plain = {str(key): _plain(f"links[{place}].{key}", value) for key, value in link.items()}
    dh = {key: plain[key] for key in ROW if key in plain}
    rest = {key: value for key, value in plain.items() if key not in ROW}
    if isinstance(rest.get("inertia"), list):
        rest["inertia"] = _entries(f"links[{place}].inertia", rest["inertia"])
    return {"joint": "revolute", "dh": dh, **rest}


def _entries(path: str, matrix: list[Any]) -> dict[str, Any]:
    """The entries of an inertia that is given as a matrix."""
    numbers = len(matrix) == 3 and all(isinstance(row, list) and len(row) == 3 for row in matrix)
    if not numbers or not all(_is_number(entry) for row in matrix for entry in row):
        raise UsageError(f"{path}: expected a matrix (3, 3), or its entries xx, yy, zz, xy, xz, yz", "links")
    largest = max(abs(entry) for row in matrix for entry in row)
    if any(abs(matrix[i][j] - matrix[j][i]) > 1e-9 * largest for i in range(3) for j in range(i)):
        raise UsageError(f"{path}: expected a symmetric matrix, found {matrix}", "links")
    return {"xyz"[i] + "xyz"[j]: matrix[i][j] for i in range(3) for j in range(i, 3)}


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _plain(path: str, value: Any) -> Any:
    """NumPy's numbers and arrays as lists, for json."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _plain(f"{path}.{key}", entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(f"{path}[{k}]", entry) for k, entry in enumerate(value)]
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise UsageError(
        f"{path}: expected numbers, words, lists and dictionaries, found {type(value).__name__}", path.split("[")[0]
    )


def _require_finite(path: str, value: Any) -> None:
    if isinstance(value, dict):
        for key, entry in value.items():
            _require_finite(f"{path}.{key}" if path else key, entry)
    elif isinstance(value, list):
        for k, entry in enumerate(value):
            _require_finite(f"{path}[{k}]", entry)
    elif isinstance(value, float) and not math.isfinite(value):
        raise UsageError(f"{path}: expected a finite number, found {value}", path.split("[")[0])
