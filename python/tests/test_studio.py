"""The studio's page from Python: the robot and the log are in it, as data."""

import json
import os
import pathlib
import subprocess
import sys

import numpy
import pytest

import torsor

BEGINS = '<script type="application/json" id="studio-data">'
FRAME = f"<!DOCTYPE html>\n<title>Torsor Studio</title>\n{BEGINS}{{}}</script>\n<p>the rest</p>\n"


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A page that holds nothing but the place for data."""
    path = tmp_path / "page.html"
    path.write_text(FRAME)
    monkeypatch.setenv("TORSOR_STUDIO_PAGE", str(path))
    return path


def data(html):
    return json.loads(html.partition(BEGINS)[2].partition("</script>")[0])


def test_the_page_holds_the_robot(page):
    robot = torsor.load("two-rods", set={"m2": 4})
    held = data(torsor.studio(robot).html)
    assert held["name"] == "two-rods.yaml"
    again = torsor.Robot.from_yaml(held["robot"])
    numpy.testing.assert_array_equal(again.gravity([0.1, 0.2]), robot.gravity([0.1, 0.2]))
    assert data(torsor.studio("panda").html)["robot"] == torsor.load("panda").write("yaml")


def test_a_urdf_stays_as_it_is(page, tmp_path):
    text = torsor.load("ur5e").write("urdf")
    path = tmp_path / "arm.urdf"
    path.write_text(text)
    held = data(torsor.studio(path).html)
    assert (held["name"], held["robot"]) == ("arm.urdf", text)
    path.write_text("<robot name='a'><link name='b'/><link name='b'/></robot>")
    with pytest.raises(torsor.FileError, match="a second one named"):
        torsor.studio(path)


def test_names_cannot_get_out_of_the_place_for_data(page):
    name = "</script><script>alert(1)</script>"
    arm = torsor.Robot.from_dh([{"a": 1, "mass": 1}], name=name)
    shown = torsor.studio(arm)
    assert "<script>alert" not in shown.html
    assert torsor.Robot.from_yaml(data(shown.html)["robot"]).name == name
    assert "<script" not in shown._repr_html_()


def test_a_log_is_thinned_to_what_a_plot_shows(page):
    robot = torsor.load("two-rods")
    time = numpy.linspace(0, 100, 20_001)
    q = numpy.stack([numpy.sin(time), numpy.cos(time)], axis=1)
    held = data(torsor.studio(robot, log=torsor.Log(time, q, 2 * q, name="run/a.csv")).html)["log"]
    head, *rows = held["text"].splitlines()
    assert (held["name"], head) == ("a.csv", "t,q1,q2,tau1,tau2")
    assert 4000 < len(rows) <= 6000
    numpy.testing.assert_allclose(numpy.loadtxt(rows, delimiter=",")[:, 4], 2 * q[::4, 1], atol=1e-7)
    with pytest.raises(ValueError, match="log: expected one"):
        torsor.studio(robot, log=[])


def test_pages_that_are_missing_or_of_others_are_told(page, monkeypatch):
    page.write_text("<title>Torsor Studio</title>")
    with pytest.raises(torsor.FileError, match="expected the studio's page, found another one") as raised:
        torsor.studio("panda")
    assert (raised.value.file, raised.value.code) == (str(page), "studio-page")
    monkeypatch.setenv("TORSOR_STUDIO_PAGE", str(page) + ".none")
    with pytest.raises(torsor.UsageError, match="scripts/build-studio makes it"):
        torsor.studio("panda")


def test_what_cannot_be_in_a_page_or_written_is_told(page, tmp_path):
    with pytest.raises(torsor.UsageError, match="expected a log of 7 joints, those of panda, found 2"):
        torsor.studio("panda", log=torsor.Log([0, 1], numpy.zeros((2, 2)), numpy.zeros((2, 2))))
    missing = tmp_path / "none" / "panda.html"
    with pytest.raises(torsor.WriteError, match="expected a file that can be written") as raised:
        torsor.studio("panda").write(missing)
    assert raised.value.path == str(missing)


def test_it_is_written_shown_and_opened(page, tmp_path, monkeypatch):
    shown = torsor.studio("panda")
    assert shown.write(tmp_path / "panda.html").read_text() == shown.html
    assert repr(shown).startswith("<torsor.Studio panda: a page of")
    assert 'sandbox="allow-scripts' in shown._repr_html_()
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address))
    shown.open()
    assert pathlib.Path(opened[0].removeprefix("file://")).read_text() == shown.html


def test_the_command_of_the_package_makes_the_same_page(page, tmp_path):
    words = [sys.executable, "-m", "torsor", "studio", "panda", "--no-open", "--output", str(tmp_path / "panda.html")]
    subprocess.run(words, check=True, capture_output=True)
    assert (tmp_path / "panda.html").read_text() == torsor.studio("panda").html


def test_an_installed_package_has_the_page():
    """That of TORSOR_STUDIO_PAGE, where the tests run beside the build."""
    from torsor._studio import page_path

    if not page_path().is_file():
        pytest.skip("scripts/build-studio has not been run")
    shown = torsor.studio("panda")
    assert "Content-Security-Policy" in shown.html
    assert data(shown.html)["name"] == "panda.yaml"
    assert os.path.getsize(page_path()) < 4_000_000
