"""An engine that shares no code with this one, on URDF files that are written from the built-in robots."""

import numpy
import pytest
from conftest import states

import torsor

pin = pytest.importorskip("pinocchio")

# Robots that a URDF holds whole, but for friction, which Pinocchio's algorithms leave out.
ROBOTS = ["panda", "iiwa14", "ur5e", "ur10", "rx90", "two-rods", "general-6r"]


@pytest.fixture(params=ROBOTS)
def pair(request):
    urdf = torsor.load(request.param).write("urdf")
    robot = torsor.Robot.from_urdf(urdf)
    model = pin.buildModelFromXML(urdf)
    model.gravity.linear = robot.gravity_vector
    assert list(model.names)[1:] == robot.joints
    return robot, model, model.createData()


def place(model, q):
    """q as Pinocchio has it: joints without limits are cosine and sine."""
    parts = [[x] if joint.nq == 1 else [numpy.cos(x), numpy.sin(x)] for joint, x in zip(list(model.joints)[1:], q, strict=True)]
    return numpy.concatenate(parts)


def close(ours, theirs):
    numpy.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12 * max(1.0, abs(theirs).max()))


def test_torques_agree(pair):
    robot, model, data = pair
    q, qd, qdd = states(robot, 50)
    tau = robot.inverse_dynamics(q, qd, qdd) - robot.friction_torque(qd)
    for k in range(50):
        theirs = pin.rnea(model, data, place(model, q[k]), qd[k], qdd[k])
        close(tau[k], theirs)
        close(robot.inverse_dynamics(q[k], qd[k], qdd[k]) - robot.friction_torque(qd[k]), theirs)


def test_matrices_agree(pair):
    robot, model, data = pair
    q, qd, _ = states(robot, 20)
    for k in range(20):
        upper = numpy.triu(pin.crba(model, data, place(model, q[k])))
        close(robot.inertia_matrix(q[k]), upper + numpy.triu(upper, 1).T)
        close(robot.coriolis_matrix(q[k], qd[k]), pin.computeCoriolisMatrix(model, data, place(model, q[k]), qd[k]))
        close(robot.gravity(q[k]), pin.computeGeneralizedGravity(model, data, place(model, q[k])))


def test_poses_and_jacobians_agree(pair):
    robot, model, data = pair
    q, _, _ = states(robot, 20)
    frame = model.getFrameId(robot.tip)
    for k in range(20):
        pin.framesForwardKinematics(model, data, place(model, q[k]))
        close(robot.forward_kinematics(q[k]), data.oMf[frame].homogeneous)
        theirs = pin.computeFrameJacobian(model, data, place(model, q[k]), frame, pin.LOCAL_WORLD_ALIGNED)
        close(robot.jacobian(q[k]), theirs)


def test_derivatives_agree(pair):
    robot, model, data = pair
    q, qd, qdd = states(robot, 10)
    for k in range(10):
        by_q, _, by_qdd = pin.computeRNEADerivatives(model, data, place(model, q[k]), qd[k], qdd[k])
        ours = robot.inverse_dynamics_derivatives(q[k], qd[k], qdd[k])
        close(ours.dtau_dq, by_q)
        close(ours.dtau_dqdd, numpy.triu(by_qdd) + numpy.triu(by_qdd, 1).T)
