"""mypy in strict mode: the package, and the examples as a user would check them."""

import pathlib
import shutil
import subprocess
import sys

import pytest

import torsor

pytest.importorskip("mypy")

SOURCE = pathlib.Path(__file__).parents[2]
PACKAGE = pathlib.Path(torsor.__file__).parent


def mypy(*paths, tmp_path):
    config = SOURCE / "pyproject.toml"
    words = ["--config-file", str(config), "--cache-dir", str(tmp_path)]
    done = subprocess.run([sys.executable, "-m", "mypy", *words, *map(str, paths)], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_package_and_examples_are_typed(tmp_path):
    examples = sorted((SOURCE / "python" / "notebooks").glob("*.py"))
    # A copy: beside other installed packages mypy would take those for sources, too.
    package = shutil.copytree(PACKAGE, tmp_path / "package" / "torsor", ignore=shutil.ignore_patterns("*.so", "*.html"))
    code, told = mypy(package, *examples, tmp_path=tmp_path)
    assert code == 0, told
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import torsor\n\ntorsor.load("panda").gravity(q=None, frame="tool")\ntorsor.load(3)\n')
    code, told = mypy(wrong, tmp_path=tmp_path)
    assert "wrong.py:3" in told, told
    assert "wrong.py:4" in told, told
