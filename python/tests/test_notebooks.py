"""Notebooks run from their first cell to the last; .py and .ipynb say the same. scripts/build-site runs the latter."""

import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("pandas")

SOURCE = pathlib.Path(__file__).parents[2]
SCRIPTS = sorted((SOURCE / "python" / "notebooks").glob("*.py"))


def test_there_are_five_pairs():
    assert len(SCRIPTS) == 5
    done = subprocess.run([SOURCE / "scripts" / "pair-notebooks", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_the_script_runs(script, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:__main__", str(script)],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "agg"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
