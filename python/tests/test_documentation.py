"""Every example in the docstrings runs; everything public has one, and a type."""

import doctest
import pathlib

import pytest

import torsor


def plots():
    """The functions of torsor.plot, where there is matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return
    matplotlib.use("agg")
    import torsor.plot

    yield "torsor.plot", torsor.plot
    yield from ((f"plot.{name}", getattr(torsor.plot, name)) for name in torsor.plot.__all__)


def public():
    yield from plots()
    names = ("load", "lint", "read_log", "robots", "studio", "FileError", "Log")
    yield from ((f"torsor.{name}", getattr(torsor, name)) for name in names)
    for kind in (torsor.Robot, torsor.Log):
        for name in dir(kind):
            if not name.startswith("_") and callable(getattr(kind, name, None)):
                yield f"{kind.__name__}.{name}", getattr(kind, name)


@pytest.mark.parametrize(("name", "thing"), list(public()))
def test_the_example_runs(name, thing):
    example = doctest.DocTestParser().get_doctest(thing.__doc__ or "", {}, name, None, 0)
    assert example.examples, f"{name} has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example).failed == 0


def test_the_package_itself_has_an_example_that_runs():
    from torsor import _record

    for module in (torsor, _record):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0


def test_types_come_with_the_package():
    folder = pathlib.Path(torsor.__file__).parent
    if not (folder / "_core.pyi").exists():
        pytest.skip("not an installed package")
    stub = (folder / "_core.pyi").read_text()
    assert (folder / "py.typed").exists()
    assert "def inverse_dynamics(self, q: numpy.typing.ArrayLike" in stub


PAGE = pathlib.Path(__file__).parents[2] / "docs" / "python.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")
def test_the_examples_of_the_page_run():
    result = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 5
    assert result.failed == 0
