"""The numbers are those of the command line, to the last bit; a batch has those of its states."""

import json

import numpy
import pytest
from conftest import listed, run_tool, states, tool_json

import torsor


def same_bits(ours, theirs):
    numpy.testing.assert_array_equal(numpy.asarray(ours), numpy.asarray(theirs, dtype=float))


def test_inverse_dynamics_has_the_digits_of_the_command_line(robot_name):
    robot = torsor.load(robot_name)
    q, qd, qdd = states(robot)
    same_bits(robot.inverse_dynamics(q, qd, qdd), tool_json("inverse-dynamics", robot_name, q=q, qd=qd, qdd=qdd)["tau"])


def test_forward_dynamics_has_the_digits_of_the_command_line(robot_name):
    robot = torsor.load(robot_name)
    q, qd, tau = states(robot)
    if numpy.isnan(robot.effective_inertia(q).free).any():
        pytest.skip("the inertia matrix is singular")
    same_bits(robot.forward_dynamics(q, qd, tau), tool_json("forward-dynamics", robot_name, q=q, qd=qd, tau=tau)["qdd"])


def test_terms_have_the_digits_of_the_command_line(robot_name):
    robot = torsor.load(robot_name)
    q, qd, _ = states(robot)
    told = tool_json("terms", robot_name, q=q, qd=qd)
    same_bits(robot.inertia_matrix(q), told["inertia_matrix"])
    same_bits(robot.coriolis_matrix(q, qd), told["coriolis_matrix"])
    same_bits(robot.coriolis_torque(q, qd), told["coriolis_torque"])
    same_bits(robot.gravity(q), told["gravity_torque"])
    same_bits(robot.friction_torque(qd), told["friction_torque"])
    same_bits(robot.spring_torque(q), told["spring_torque"])
    same_bits(robot.kinetic_energy(q, qd), told["kinetic_energy"])
    same_bits(robot.potential_energy(q), told["potential_energy"])


def test_kinematics_has_the_digits_of_the_command_line(robot_name):
    robot = torsor.load(robot_name)
    q, qd, qdd = states(robot)
    told = tool_json("kinematics", robot_name, q=q, qd=qd, qdd=qdd)
    found = robot.kinematics(q, qd, qdd)
    same_bits(found.pose, told["pose"])
    same_bits(robot.forward_kinematics(q), told["pose"])
    same_bits(found.roll_pitch_yaw, told["roll_pitch_yaw"])
    same_bits(found.velocity, told["point"]["velocity"])
    same_bits(found.acceleration, told["point"]["acceleration"])
    same_bits(found.angular_acceleration, told["angular_acceleration"])
    same_bits(robot.jacobian(q), tool_json("jacobian", robot_name, q=q)["jacobian"])


def test_derivatives_have_the_digits_of_the_command_line(robot_name):
    robot = torsor.load(robot_name)
    q, qd, qdd = states(robot)
    told = tool_json("derivatives", robot_name, q=q, qd=qd, qdd=qdd)
    found = robot.inverse_dynamics_derivatives(q, qd, qdd)
    for name in ("dtau_dq", "dtau_dqd", "dtau_dqdd"):
        same_bits(getattr(found, name), told[name])


def test_base_parameters_have_the_digits_of_the_command_line():
    told = tool_json("base-parameters", "puma560")
    found = torsor.load("puma560").base_parameters()
    same_bits(found.values, [entry["value"] for entry in told["base_parameters"]])
    assert found.combinations == [entry["combination"] for entry in told["base_parameters"]]


FUNCTIONS = [
    ("inverse_dynamics", 3),
    ("forward_dynamics", 3),
    ("regressor", 3),
    ("coriolis_matrix", 2),
    ("coriolis_torque", 2),
    ("bias_torque", 2),
    ("kinetic_energy", 2),
    ("inertia_matrix", 1),
    ("gravity", 1),
    ("spring_torque", 1),
    ("potential_energy", 1),
    ("forward_kinematics", 1),
    ("jacobian", 1),
]


@pytest.mark.parametrize(("function", "count"), FUNCTIONS)
def test_a_batch_is_its_states(robot_name, function, count):
    robot = torsor.load(robot_name)
    q, qd, third = states(robot, 600)
    vectors = (q, qd, third)[:count]
    evaluate = getattr(robot, function)
    batch = evaluate(*vectors)
    for k in (0, 1, 255, 256, 599):
        one = evaluate(*(vector[k] for vector in vectors))
        if not numpy.isfinite(one).all():
            continue
        numpy.testing.assert_allclose(batch[k], one, rtol=1e-9, atol=1e-9 * max(1.0, abs(one).max()))
    numpy.testing.assert_array_equal(evaluate(*(vector[:7] for vector in vectors)), batch[:7])
    shaped = evaluate(*(vector.reshape(20, 30, -1) for vector in vectors))
    numpy.testing.assert_array_equal(shaped.reshape(batch.shape), batch)


def test_the_regressor_has_the_digits_of_the_command_line(robot_name):
    robot = torsor.load(robot_name)
    q, qd, qdd = states(robot)
    told = tool_json("regressor", robot_name, q=q, qd=qd, qdd=qdd)
    columns = [robot.parameter_names.index(name) for name in told["names"]]
    same_bits(robot.regressor(q, qd, qdd)[:, columns], told["regressor"])
    same_bits(robot.parameters[columns], told["parameters"])


def test_other_functions_have_the_digits_of_the_command_line(robot_name):
    robot = torsor.load(robot_name)
    q, qd, tau = states(robot)
    told = tool_json("effective-inertia", robot_name, q=q)
    found = robot.effective_inertia(q)
    same_bits(found.locked, told["locked"])
    same_bits(found.coupled_inertia, told["coupled_inertia"])
    told = tool_json("jacobian", robot_name, q=q, qd=qd)
    bias = robot.jacobian_dot(q, qd) @ qd
    numpy.testing.assert_allclose(bias, told["jacobian_dot_velocity"], atol=1e-13 * max(1, abs(bias).max()))
    if numpy.isnan(found.free).any():
        return
    words = [listed(name, vector) for name, vector in {"q": q, "qd": qd, "tau": tau}.items()]
    told = json.loads(run_tool("derivatives", robot_name, *words, "--of=forward-dynamics", "--json"))
    slopes = robot.forward_dynamics_derivatives(q, qd, tau)
    for name in ("dqdd_dq", "dqdd_dqd", "dqdd_dtau"):
        same_bits(getattr(slopes, name), told[name])


BATCHES = {
    "inverse-dynamics": ("inverse_dynamics", ("q", "qd", "qdd")),
    "forward-dynamics": ("forward_dynamics", ("q", "qd", "tau")),
    "inertia-matrix": ("inertia_matrix", ("q",)),
    "coriolis-matrix": ("coriolis_matrix", ("q", "qd")),
    "coriolis-torque": ("coriolis_torque", ("q", "qd")),
    "bias-torque": ("bias_torque", ("q", "qd")),
    "gravity-torque": ("gravity_torque", ("q",)),
    "friction-torque": ("friction_torque", ("qd",)),
    "jacobian": ("jacobian", ("q",)),
    "regressor": ("regressor", ("q", "qd", "qdd")),
}


def test_batches_have_the_digits_of_the_c_plus_plus_batch(robot_name, tmp_path):
    """The command `batch` is the class Batch of C++, and writes its numbers as they are."""
    robot = torsor.load(robot_name)
    q, qd, third = states(robot, 300)
    given = {"q": q, "qd": qd, "qdd": third, "tau": third}
    table = numpy.column_stack([q, qd, third, third])
    numpy.save(tmp_path / "states.npy", table)
    for command, (function, names) in BATCHES.items():
        out = str(tmp_path / "out.npy")
        flags = ("--columns=q,qd,qdd,tau", f"--functions={command}", f"--output={out}", "--force")
        run_tool("batch", robot_name, str(tmp_path / "states.npy"), *flags)
        theirs = numpy.load(out)
        ours = getattr(robot, function)(*(given[name] for name in names))
        numpy.testing.assert_array_equal(ours.reshape(300, -1), theirs[:, -ours[0].size :], err_msg=command)
