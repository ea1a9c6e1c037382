"""Robots from names, files and tables; errors with their fields."""

import pickle

import numpy
import pytest
from conftest import run_tool, states

import torsor


def test_a_robot_survives_every_format(tmp_path):
    robot = torsor.load("ur5e")
    q, qd, qdd = states(robot)
    tau = robot.inverse_dynamics(q, qd, qdd)
    for form in ("yaml", "urdf", "mjcf"):
        path = tmp_path / f"ur5e.{'xml' if form == 'mjcf' else form}"
        path.write_text(robot.write(form))
        again = torsor.load(path)
        numpy.testing.assert_allclose(again.inverse_dynamics(q, qd, qdd), tau, rtol=1e-9, atol=1e-9)


def test_a_robot_goes_to_other_processes_with_all_its_digits(robot_name):
    robot = torsor.load(robot_name)
    again = pickle.loads(pickle.dumps(robot))
    assert (again.name, again.joints, again.frames, again.tip) == (robot.name, robot.joints, robot.frames, robot.tip)
    numpy.testing.assert_array_equal(again.inverse_dynamics(*states(robot)), robot.inverse_dynamics(*states(robot)))


def test_a_dh_table_gives_the_equations_of_a_textbook():
    """Two rods of length 1 and mass 1 in a vertical plane [Fu, Gonzalez, Lee 1987, 3.2]."""
    rod = {"a": 1, "mass": 1, "com": [-0.5, 0, 0], "inertia": {"yy": 1 / 12, "zz": 1 / 12}}
    arm = torsor.Robot.from_dh([rod, numpy_row(rod)], gravity=[0, -9.81, 0])
    q = numpy.array([0.3, 0.7])
    c1, c2, c12 = numpy.cos([q[0], q[1], q.sum()])
    inertia = [[5 / 3 + c2, 1 / 3 + c2 / 2], [1 / 3 + c2 / 2, 1 / 3]]
    numpy.testing.assert_allclose(arm.inertia_matrix(q), inertia, rtol=1e-14)
    gravity = [9.81 * (1.5 * c1 + 0.5 * c12), 9.81 * 0.5 * c12]
    numpy.testing.assert_allclose(arm.gravity(q), gravity, rtol=1e-14)


def numpy_row(row):
    """The same with NumPy's numbers, which a table may be made of."""
    return {key: numpy.float64(value) if isinstance(value, int) else value for key, value in row.items()}


def test_errors_of_files_have_fields(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text("name: bad\ndh: standard\nlinks:\n  - joint: revolute\n    dh: {a: 1}\n    mas: 3\n")
    with pytest.raises(torsor.FileError) as raised:
        torsor.load(path)
    error = raised.value
    assert (error.file, error.line, error.column) == (str(path), 6, 5)
    assert error.code
    assert len(error.findings) >= 1
    assert f"{path}:6:5" in str(error)


def test_an_unknown_robot_is_told_with_what_is_like_it():
    with pytest.raises(torsor.UsageError, match="did you mean 'panda'"):
        torsor.load("pandas")
    with pytest.raises(ValueError, match="frame"):
        torsor.load("panda").jacobian(numpy.zeros(7), frame="hand7")
    with pytest.raises(ValueError, match="m9"):
        torsor.load("two-rods", set={"m9": 1})


def test_conditions_are_those_of_one_robot(panda):
    other = torsor.load("ur5e")
    with pytest.raises(ValueError, match="conditions"):
        panda.inverse_dynamics(numpy.zeros(7), conditions=other.conditions(gravity=[0, 0, 0]))
    with pytest.raises(ValueError, match="conditions"):
        panda.inverse_dynamics(numpy.zeros(7), conditions=3)


def test_a_wrench_adds_the_transposed_jacobian(panda):
    q = states(panda, 5)[0]
    wrench = numpy.array([1.0, -2, 3, 0.4, 0.5, -0.6])
    world = panda.conditions(wrench=wrench)
    tau = panda.inverse_dynamics(q, conditions=world) - panda.inverse_dynamics(q)
    for k in range(5):
        R = panda.forward_kinematics(q[k])[:3, :3]
        in_base = numpy.concatenate([R @ wrench[:3], R @ wrench[3:]])
        truth = panda.jacobian(q[k]).T @ in_base
        numpy.testing.assert_allclose(tau[k], truth, atol=1e-12)
        one = panda.inverse_dynamics(q[k], conditions=world) - panda.inverse_dynamics(q[k])
        numpy.testing.assert_allclose(one, truth, atol=1e-12)


def test_the_command_is_the_tool_itself():
    assert run_tool("--version").strip() == f"torsor {torsor.__version__}"
    assert sorted(torsor.robots()) == torsor.robots()


def test_robots_are_freed():
    import gc
    import weakref

    robot = torsor.load("two-rods")
    world = robot.conditions(gravity=[0, 0, 0])
    alive = weakref.ref(robot)
    del robot
    gc.collect()
    assert alive() is not None  # its conditions hold it
    del world
    gc.collect()
    assert alive() is None
