"""Corke's toolbox for Python: the functions that the notebook names side by side give the same numbers."""

import numpy
import pytest

import torsor

rtb = pytest.importorskip("roboticstoolbox")

HEIGHT = 0.67183  # m: the toolbox's Puma stands on its column, ours begins at the shoulder, as in MATLAB


@pytest.fixture(scope="module")
def pair():
    return torsor.load("puma560"), rtb.models.DH.Puma560()


@pytest.fixture(params=range(5))
def state(request):
    return numpy.random.default_rng(request.param).normal(size=(3, 6))


def close(ours, theirs):
    theirs = numpy.asarray(theirs, dtype=float)
    numpy.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12 * max(1.0, abs(theirs).max()))


def test_the_rows_of_the_table_agree(pair, state):
    robot, puma = pair
    q, qd, qdd = state
    free = puma.nofriction(coulomb=True, viscous=True)
    tau = robot.inverse_dynamics(q, qd, qdd)
    close(robot.friction_torque(qd), -puma.friction(qd))
    close(tau - robot.friction_torque(qd), free.rne(q, qd, qdd))
    close(robot.inertia_matrix(q), puma.inertia(q))
    close(robot.coriolis_matrix(q, qd), puma.coriolis(q, qd))
    close(robot.gravity(q), puma.gravload(q))
    close(robot.jacobian(q), puma.jacob0(q))
    pose = puma.fkine(q).A.copy()
    pose[2, 3] -= HEIGHT
    close(robot.forward_kinematics(q), pose)
    close(robot.forward_dynamics(q, qd, tau), qdd)
    close(robot.inertia_matrix(q) @ free.accel(q, qd, tau - robot.friction_torque(qd)), robot.inertia_matrix(q) @ qdd)


def test_their_joints_for_a_pose_are_among_ours(pair):
    robot, puma = pair
    pose = puma.fkine(puma.qn)
    found = robot.inverse_kinematics(robot.forward_kinematics(puma.qn), all=True, limits=False)
    solutions = numpy.array([solution.q for solution in found.solutions])
    theirs = numpy.array(puma.ikine_a(pose, "ru").q)
    off = (solutions - theirs + numpy.pi) % (2 * numpy.pi) - numpy.pi
    assert abs(off).max(1).min() < 1e-6
