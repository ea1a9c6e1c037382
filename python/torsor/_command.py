"""The command `torsor`: the same tool as that of the C++ build, inside the module."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Runs the tool with the words of the command line and returns its exit code."""
    from ._core import _run_tool
    from ._studio import page_path

    os.environ["TORSOR_STUDIO_PAGE"] = str(page_path())
    return _run_tool([os.fsencode(word) for word in ("torsor", *sys.argv[1:])])
