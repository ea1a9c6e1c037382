"""Results have fields, and are shown as the command line shows them."""

import numpy
import pytest
from conftest import listed, run_tool, states

import torsor


@pytest.mark.parametrize("name", ["panda", "puma560", "stanford", "showcase"])
def test_kinematics_is_shown_as_by_the_command_line(name):
    robot = torsor.load(name)
    q, qd, qdd = states(robot)
    words = (listed(k, v) for k, v in {"q": q, "qd": qd, "qdd": qdd}.items())
    assert repr(robot.kinematics(q, qd, qdd)) + "\n" == run_tool("kinematics", name, *words)


@pytest.mark.parametrize("name", ["panda", "scara", "two-rods"])
def test_effective_inertia_is_shown_as_by_the_command_line(name):
    robot = torsor.load(name)
    q = states(robot)[0]
    assert repr(robot.effective_inertia(q)) + "\n" == run_tool("effective-inertia", name, listed("q", q))


def test_checks_are_shown_as_by_the_command_line(robot_name):
    found = torsor.load(robot_name).check(states=5)
    assert repr(found) + "\n" == run_tool("check", robot_name, "--states", "5", check=False)


def test_findings_are_shown_as_by_the_command_line(robot_name):
    assert repr(torsor.lint(robot_name)) + "\n" == run_tool("lint", robot_name, check=False)


def test_the_table_of_base_parameters_is_that_of_the_command_line():
    lines = run_tool("base-parameters", "panda").splitlines()
    table = repr(torsor.load("panda").base_parameters()).splitlines()[1:]
    assert "\n".join(table) in "\n".join(lines)


def test_solutions_reach_the_pose_and_are_shown(robot_name):
    robot = torsor.load(robot_name)
    q = states(robot)[0]
    pose = robot.forward_kinematics(q)
    found = robot.inverse_kinematics(pose, limits=False, start=q)
    assert found.reached
    numpy.testing.assert_allclose(robot.forward_kinematics(found.q), pose, atol=1e-9)
    assert "1 solution" in repr(found)


def test_equations_and_code_are_those_of_the_command_line():
    robot = torsor.load("two-rods")
    equations = robot.derive(["inertia", "gravity"])
    told = run_tool("derive", "two-rods", "--terms", "inertia,gravity")
    for group in equations.groups:
        for left, right, _ in group.equations:
            assert f"{left} = {right}" in told
    assert r"\cos" in equations.latex
    shown = equations._repr_latex_()
    assert shown.startswith("$\\displaystyle \\begin{array}{l} B_{11} = ")
    for whole in (shown, torsor.load("stanford").derive("inertia")._repr_latex_()):  # which has lines that are broken
        assert "\\[" not in whole
        assert "align*" not in whole
    assert shown.count(" \\\\ ") == sum(len(group.equations) for group in equations.groups) - 1
    with pytest.raises(KeyError, match="expected one of B11, .*, found 'M11'"):
        equations["M11"]
    assert equations._repr_html_() is None
    code = robot.generate(["gravity-torque"], language="python")
    space = {}
    exec(code.files["two_rods.py"], space)
    name = next(key for key in space if key.endswith("gravity_torque"))
    numpy.testing.assert_allclose(space[name]([0.3, 0.4]), robot.gravity([0.3, 0.4]), rtol=1e-14)


def test_a_simulation_obeys_its_own_inverse_dynamics():
    robot = torsor.load("panda")
    stiffness, damping = 50.0, 8.0

    def spring(t, q, qd):
        return robot.gravity(q) - stiffness * q - damping * qd

    run = robot.simulate(numpy.full(7, 0.3), duration=0.5, torque=spring, tolerance=1e-10)
    numpy.testing.assert_allclose(run.tau, robot.inverse_dynamics(run.q, run.qd, run.qdd), atol=1e-6)
    numpy.testing.assert_allclose(run.tau, [spring(0, *s) for s in zip(run.q, run.qd, strict=True)], atol=1e-9)


def test_what_a_torque_function_raises_is_raised():
    def broken(t, q, qd):
        raise RuntimeError("motor on fire")

    with pytest.raises(RuntimeError, match="motor on fire"):
        torsor.load("two-rods").simulate([0, 0], torque=broken)
    with pytest.raises(ValueError, match="torque"):
        torsor.load("two-rods").simulate([0, 0], torque=lambda t, q, qd: [1.0])


def test_a_motion_keeps_its_limits_and_reaches_its_end():
    robot = torsor.load("two-rods")
    motion = robot.trajectory([[0, 0], [1, -2]], profile="limited", max_velocity=[1, 1], max_acceleration=[2, 2])
    numpy.testing.assert_allclose(motion.q[[0, -1]], [[0, 0], [1, -2]], atol=1e-12)
    assert abs(motion.qd).max() <= 1 + 1e-12
    assert motion.duration == pytest.approx(2 / 1 + 1 / 2)  # distance / velocity + velocity / acceleration
    numpy.testing.assert_allclose(motion.tau, robot.inverse_dynamics(motion.q, motion.qd, motion.qdd), atol=1e-9)


def test_an_identification_finds_the_masses_again():
    """The log is that of another robot: 20 % heavier links and measured torques with noise."""
    truth = torsor.load("two-rods", set={"m1": 1.2, "m2": 0.8})
    points = numpy.random.default_rng(3).uniform(-2, 2, size=(14, 2))
    move = truth.trajectory(points, duration=20, rate=500)
    noise = 0.02 * numpy.random.default_rng(4).standard_normal(move.tau.shape)
    robot = torsor.load("two-rods")
    log = torsor.Log(move.time, move.q, move.tau + noise)
    found = robot.identify(log, quick=True, rotor=False, friction=[])
    assert found.grade == "good"
    again = torsor.Robot.from_yaml(found.robot)
    q, qd, qdd = states(robot, 30)
    wanted = truth.inverse_dynamics(q, qd, qdd)
    error = abs(again.inverse_dynamics(q, qd, qdd) - wanted).max()
    assert error < 0.01 * abs(wanted).max()
    assert abs(robot.inverse_dynamics(q, qd, qdd) - wanted).max() > 0.05 * abs(wanted).max()


def test_results_have_a_form_for_notebooks(panda):
    q = numpy.zeros(7)
    for result in (panda, panda.kinematics(q), panda.check(states=2), panda.effective_inertia(q), torsor.lint("panda")):
        assert "<table>" in result._repr_html_()


def test_results_do_not_change_and_have_all_their_fields(panda):
    found = panda.effective_inertia(numpy.zeros(7))
    with pytest.raises(AttributeError, match="EffectiveInertia.q: a result does not change"):
        found.q = 3
    with pytest.raises(TypeError, match="expected the fields joints, q, .*found joints"):
        type(found)(joints=[])
    import copy
    import pickle

    again = pickle.loads(pickle.dumps(copy.copy(found)))
    assert repr(again) == repr(found)


def test_results_are_frames(panda):
    pytest.importorskip("pandas")
    base = panda.base_parameters()
    frame = base.to_pandas()
    assert list(frame["combination"]) == base.combinations
    numpy.testing.assert_array_equal(frame["value"], base.values)
    found = panda.effective_inertia(numpy.zeros(7)).to_pandas()
    assert list(found["joint"]) == panda.joints
    assert (found["free"] <= found["locked"]).all()
    run = torsor.load("two-rods").simulate([0, 0])
    numpy.testing.assert_array_equal(run.to_pandas()[["q1", "q2"]].to_numpy(), run.q)
    assert list(torsor.lint("puma560").to_pandas()["code"]) == [one.code for one in torsor.lint("puma560").findings]


def test_calls_that_make_no_sense_are_told(panda):
    pose = numpy.eye(4)
    for wrong in (2 * pose, numpy.diag([1.0, 1, -1, 1]), numpy.zeros((4, 4))):
        with pytest.raises(ValueError, match="pose: expected a rotation matrix"):
            panda.inverse_kinematics(wrong)
    with pytest.raises(ValueError, match="starts: expected at least 1, found -1"):
        panda.inverse_kinematics(pose, starts=-1)
    with pytest.raises(ValueError, match="found nan"):
        panda.inverse_kinematics(pose * numpy.nan)
    for duration in (-1, 0, numpy.nan):
        with pytest.raises(ValueError, match="duration: expected"):
            panda.trajectory([[0] * 7, [0.1] * 7], duration=duration)
    with pytest.raises(ValueError, match="log: expected a Log, a file, a frame or a dictionary of columns, found int"):
        panda.identify([1, 2])
    with pytest.raises(ValueError, match=r"links\[0\].mass: expected numbers"):
        torsor.Robot.from_dh([{"a": 1, "mass": object()}])


def test_a_single_word_stands_for_a_list_of_it():
    rods = torsor.load("two-rods")
    assert rods.derive("gravity")["g2"] == rods.derive(["gravity"])["g2"]
    assert rods.generate("gravity-torque").files == rods.generate(["gravity-torque"]).files
    with pytest.raises(ValueError, match="found 'inerta'"):
        rods.derive("inerta")
