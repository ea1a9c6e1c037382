"""An engine that shares no code with this one: URDF files that are written from the built-in robots, and robots of
others where they are at hand."""

import pathlib

import numpy
import pytest
from conftest import states

import torsor

pin = pytest.importorskip("pinocchio")

# Robots that a URDF holds whole, but for friction, which Pinocchio's algorithms leave out.
ROBOTS = ["panda", "iiwa14", "ur5e", "ur10", "rx90", "two-rods", "general-6r"]
FOLDER = pathlib.Path(__file__).parents[3] / "shared" / "data" / "robots" / "urdf"
FILES = sorted(FOLDER.glob("*.urdf"))


class Pair:
    """One robot in both engines; vectors have our order of joints."""

    def __init__(self, robot, model):
        self.robot, self.model, self.data = robot, model, model.createData()
        model.gravity.linear = robot.gravity_vector
        self.order = [robot.joints.index(name) for name in list(model.names)[1:]]

    def position(self, q):
        """q as Pinocchio has it: joints without limits are cosine and sine."""
        joints = zip(list(self.model.joints)[1:], q[self.order], strict=True)
        return numpy.concatenate([[x] if joint.nq == 1 else [numpy.cos(x), numpy.sin(x)] for joint, x in joints])

    def call(self, function, q, *vectors):
        """A function of Pinocchio, whose result is a vector or square matrix of joints, in our order."""
        found = numpy.array(function(self.model, self.data, self.position(q), *(x[self.order] for x in vectors)))
        return self.ours(found)

    def ours(self, found):
        back = numpy.argsort(self.order)
        return found[back] if found.ndim == 1 else found[numpy.ix_(back, back)]

    def symmetric(self, upper):
        return numpy.triu(upper) + numpy.triu(upper, 1).T


@pytest.fixture(params=ROBOTS)
def written(request):
    urdf = torsor.load(request.param).write("urdf")
    return Pair(torsor.Robot.from_urdf(urdf), pin.buildModelFromXML(urdf))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def of_others(request):
    try:
        robot = torsor.load(request.param, free_mimic=True)
    except torsor.Error as error:
        pytest.skip(f"not accepted here: {error}")
    try:
        model = pin.buildModelFromUrdf(str(request.param))
    except ValueError as error:
        pytest.skip(f"not accepted by Pinocchio: {error}")
    if robot.nv == 0 or sorted(model.names[1:]) != sorted(robot.joints):
        pytest.skip("no joints, or joints of several degrees of freedom, which the engines count otherwise")
    return Pair(robot, model)


def close(ours, theirs, size=None):
    size = abs(theirs).max() if size is None else size
    numpy.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12 * max(1e-3, size))


def compare_dynamics(pair, count):
    robot = pair.robot
    q, qd, qdd = states(robot, count)
    friction = robot.friction_torque(qd)
    batch = robot.inverse_dynamics(q, qd, qdd) - friction
    for k in range(count):
        tau = pair.call(pin.rnea, q[k], qd[k], qdd[k])
        close(robot.inverse_dynamics(q[k], qd[k], qdd[k]) - friction[k], tau)
        close(batch[k], tau)
        inertia = pair.ours(pair.symmetric(pin.crba(pair.model, pair.data, pair.position(q[k]))))
        close(robot.inertia_matrix(q[k]), inertia)
        close(robot.coriolis_matrix(q[k], qd[k]), pair.call(pin.computeCoriolisMatrix, q[k], qd[k]))
        close(robot.gravity(q[k]), pair.call(pin.computeGeneralizedGravity, q[k]))
        found = robot.forward_dynamics(q[k : k + 1], qd[k], tau + friction[k])[0]  # nan, and no error, in a batch
        if numpy.isfinite(found).all():  # where the inertia matrix is not singular
            off = inertia @ (found - pair.call(pin.aba, q[k], qd[k], tau))
            close(off, numpy.zeros_like(off), abs(tau).max())


def compare_derivatives(pair, count):
    robot = pair.robot
    for q, qd, qdd in zip(*states(robot, count), strict=True):
        x = (pair.position(q), qd[pair.order], qdd[pair.order])
        by_q, by_qd, by_qdd = (numpy.array(m) for m in pin.computeRNEADerivatives(pair.model, pair.data, *x))
        ours = robot.inverse_dynamics_derivatives(q, qd, qdd)
        close(ours.dtau_dq, pair.ours(by_q))
        close(ours.dtau_dqdd, pair.ours(pair.symmetric(by_qdd)))
        slope = numpy.zeros_like(by_qd)  # of friction
        for j in range(robot.nv):
            step = 1e-6 * numpy.eye(robot.nv)[j]
            slope[:, j] = (robot.friction_torque(qd + step) - robot.friction_torque(qd - step)) / 2e-6
        if abs(slope).max() == 0:
            close(ours.dtau_dqd, pair.ours(by_qd))
        else:
            numpy.testing.assert_allclose(ours.dtau_dqd - slope, pair.ours(by_qd), atol=1e-7 * abs(slope).max())


# Parameters of a body in Pinocchio's order.
TEN = ["m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"]


def compare_regressors(pair, count):
    """Column by column: a URDF's link frames are those of both engines."""
    robot, model, data = pair.robot, pair.model, pair.data
    q, qd, qdd = states(robot, count)
    batch = robot.regressor(q, qd, qdd)
    columns = [robot.parameter_names.index(f"{name}{joint + 1}") for joint in pair.order for name in TEN]
    for k in range(count):
        x = (pair.position(q[k]), qd[k][pair.order], qdd[k][pair.order])
        theirs = numpy.array(pin.computeJointTorqueRegressor(model, data, *x))[numpy.argsort(pair.order)]
        close(robot.regressor(q[k], qd[k], qdd[k])[:, columns], theirs)
        close(batch[k][:, columns], theirs)


def compare_poses(pair, count):
    robot, model, data = pair.robot, pair.model, pair.data
    tip = robot.tip or robot.frames[-1]
    frame = model.getFrameId(tip)
    if frame >= len(model.frames):
        return
    for q in states(robot, count)[0]:
        pin.framesForwardKinematics(model, data, pair.position(q))
        close(robot.forward_kinematics(q, tip), data.oMf[frame].homogeneous)
        theirs = pin.computeFrameJacobian(model, data, pair.position(q), frame, pin.LOCAL_WORLD_ALIGNED)
        close(robot.jacobian(q, tip), theirs[:, numpy.argsort(pair.order)])


COMPARISONS = [compare_dynamics, compare_derivatives, compare_regressors, compare_poses]


@pytest.mark.parametrize("compare", COMPARISONS)
def test_robots_that_we_write_agree(written, compare):
    compare(written, 20)


@pytest.mark.parametrize("compare", COMPARISONS)
def test_robots_of_others_agree(of_others, compare):
    compare(of_others, 4)
