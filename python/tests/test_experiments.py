"""Loads and exciting motions: the same as the command line's, and right."""

import json

import numpy
import pytest
from conftest import run_tool

import torsor


@pytest.mark.parametrize("name", ["two-rods", "scara"])
def test_an_exciting_motion_is_shown_as_by_the_command_line(name):
    motion = torsor.load(name).excite(starts=2, period=6, harmonics=3, rate=50)
    flags = ("--starts=2", "--period=6", "--harmonics=3", "--rate=50", "--quiet")
    assert repr(motion) + "\n" == run_tool("excite", name, *flags)
    told = json.loads(run_tool("excite", name, *flags, "--json"))
    numpy.testing.assert_array_equal(motion.sine, [joint["sine"] for joint in told["series"]["joints"]])


def test_an_exciting_motion_keeps_its_limits_and_needs_its_torque():
    robot = torsor.load("two-rods")
    motion = robot.excite(starts=1, period=6, max_velocity=2, max_acceleration=[5, 4])
    assert abs(motion.qd).max() <= 2
    assert (abs(motion.qdd).max(0) <= [5, 4]).all()
    numpy.testing.assert_allclose(motion.qd[[0, -1]], 0, atol=1e-9)
    numpy.testing.assert_allclose(motion.tau, robot.inverse_dynamics(motion.q, motion.qd, motion.qdd), atol=1e-9)
    with pytest.raises(ValueError, match="max_velocity"):
        robot.excite(max_velocity=[1, -1])
    with pytest.raises(ValueError, match="criterion"):
        robot.excite(criterion="best")
    with pytest.raises(ValueError, match="friction: expected some of viscous"):
        robot.excite(friction=["sticky"])


@pytest.fixture(scope="module")
def weighed():
    """Logs of a Puma without and with a load, and with one that is known."""
    robot = torsor.load("puma560")
    motion = robot.excite(starts=1, period=15, rate=200)
    random = numpy.random.default_rng(2)

    def log(name, mass, centre):
        text = robot.write("yaml")
        arm = torsor.Robot.from_yaml(text + f"\npayload: {{mass: {mass}, com: {centre}}}\n") if mass else robot
        tau = arm.inverse_dynamics(motion.q, motion.qd, motion.qdd)
        noise = 0.002 * abs(tau).max(0) * random.standard_normal(tau.shape)
        return torsor.Log(motion.time, motion.q, tau + noise, name=name)

    return robot, log("empty", 0, None), log("load", 2.0, [0.02, 0, 0.1])


def test_a_load_is_found_again(weighed):
    robot, empty, load = weighed
    found = robot.payload(empty, load)
    assert found.found
    assert abs(found.mass - 2) < 4 * found.mass_deviation < 0.2
    assert (abs(found.centre - [0.02, 0, 0.1]) < 4 * found.centre_deviation).all()
    assert "2." in found.words
    again = torsor.Robot.from_yaml(found.robot)
    q = numpy.array([0.1, 0.5, 2.5, 0.2, 0.4, 0.3])
    heavier = again.gravity(q) - robot.gravity(q)
    assert abs(heavier).max() > 1
    assert dict(found.controllers)


def test_a_load_that_is_none_is_not_found(weighed):
    robot, empty, _ = weighed
    found = robot.payload(empty.between(0, 10), empty.between(5, 15))
    assert not found.found
    assert numpy.isnan(found.mass)
    assert found.robot is None
    with pytest.raises(ValueError, match="known_load: expected 1, 4 or 10 numbers"):
        robot.payload(empty, empty, known_load=[1, 2])


def test_a_load_has_the_digits_of_the_command_line(weighed, tmp_path):
    robot, empty, load = weighed
    paths = {}
    for log in (empty, load):
        columns = log._columns()
        paths[log.name] = str(tmp_path / f"{log.name}.csv")
        table = numpy.column_stack(list(columns.values()))
        numpy.savetxt(paths[log.name], table, fmt="%.17g", delimiter=",", header=",".join(columns), comments="")
    told = run_tool("payload", "puma560", "--unloaded", paths["empty"], "--loaded", paths["load"], "--quiet", "--json")
    found = robot.payload(paths["empty"], paths["load"])
    assert found.mass == json.loads(told)["mass"]
    numpy.testing.assert_array_equal(found.centre, json.loads(told)["centre"])
