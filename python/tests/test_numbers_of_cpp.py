"""Every function of states has the numbers of the C++ function and class of the same name, bit for bit, on every robot.
The program numbers_of_cpp, which the build makes beside the tests, calls them."""

import os
import subprocess

import numpy
import pytest
from conftest import states

import torsor

PROGRAM = os.environ.get("TORSOR_NUMBERS_OF_CPP", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="the program of C++ is not built here")
STATES = 70  # above what a batch does without other threads

ARGUMENTS = {
    "inverse_dynamics": 3,
    "forward_dynamics": 3,
    "regressor": 3,
    "bias_torque": 2,
    "coriolis_matrix": 2,
    "coriolis_torque": 2,
    "kinetic_energy": 2,
    "jacobian_dot": 2,
    "inertia_matrix": 1,
    "gravity": 1,
    "spring_torque": 1,
    "potential_energy": 1,
    "forward_kinematics": 1,
    "frame_poses": 1,
    "jacobian": 1,
}
FIELDS = {
    "inverse_dynamics_derivatives": ("dtau_dq", "dtau_dqd", "dtau_dqdd"),
    "forward_dynamics_derivatives": ("dqdd_dq", "dqdd_dqd", "dqdd_dtau"),
}


def numbers_of_cpp(name, vectors):
    """By function, (states, numbers)."""
    given = b"".join(numpy.ascontiguousarray(vector).tobytes() for vector in vectors)
    told = subprocess.run([PROGRAM, name, str(len(vectors[0]))], input=given, capture_output=True, check=True).stdout
    found = {}
    while told:
        line, _, told = told.partition(b"\n")
        function, count = line.decode().rsplit(" ", 1)
        size = 8 * int(count)
        found[function] = numpy.frombuffer(told[:size]).reshape(len(vectors[0]), -1)
        told = told[size:]
    return found


def one_by_one(function, vectors):
    return numpy.array([numpy.ravel(function(*state)) for state in zip(*vectors, strict=True)])


def same(ours, theirs, function):
    """The same bits; a number that is none may have any."""
    ours = numpy.asarray(ours, dtype=float).reshape(theirs.shape)
    numpy.testing.assert_array_equal(ours, theirs, err_msg=function)
    known = ~numpy.isnan(theirs)
    assert (numpy.signbit(ours) == numpy.signbit(theirs))[known].all(), f"{function}: 0 and -0"


def test_every_function_has_the_bits_of_c_plus_plus(robot_name):
    robot = torsor.load(robot_name)
    q, qd, third = states(robot, STATES)
    theirs = numbers_of_cpp(robot_name, (q, qd, third))
    known = set()
    for function, count in ARGUMENTS.items():
        evaluate, vectors = getattr(robot, function), (q, qd, third)[:count]
        same(one_by_one(evaluate, vectors), theirs[function], function)
        batch = theirs.get(f"batch {function}", theirs[function])
        if function.endswith("_energy"):
            kinetic_and_potential = theirs["batch energy"]
            batch = kinetic_and_potential[:, [0 if function.startswith("kinetic") else 1]]
        same(evaluate(*vectors), batch, f"batch {function}")
        known |= {function, f"batch {function}"}
    same(one_by_one(robot.friction_torque, [qd]), theirs["friction_torque"], "friction_torque")
    same(robot.friction_torque(qd), theirs["batch friction_torque"], "batch friction_torque")
    for function, fields in FIELDS.items():
        evaluate = getattr(robot, function)
        for take in (lambda x: x, lambda x: x[:3]):  # a batch in threads, and one that is not worth them
            found = evaluate(take(q), take(qd), take(third))
            parts = [getattr(found, field).reshape(len(take(q)), -1) for field in fields]
            same(numpy.hstack(parts), take(theirs[function]), function)
    for k in range(5):
        found = robot.effective_inertia(q[k])
        wanted = theirs["effective_inertia"][k]
        free = found.free if not numpy.isnan(found.free).any() else wanted[-robot.nv :]  # where B is singular
        same(numpy.hstack([found.coupled_inertia.ravel(), found.locked, free]), wanted, "effective_inertia")
    known |= {"friction_torque", "batch friction_torque", "effective_inertia", "batch energy", *FIELDS}
    assert set(theirs) <= known
