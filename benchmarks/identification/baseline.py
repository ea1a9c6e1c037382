"""The classical pipeline, tuned by hand: the baseline that an identification is measured against.

Positions on even steps, zero-phase Butterworth filter of order 4, central differences; regressor of the links with
rotor inertia, viscous and Coulomb friction and an offset of each joint; the same low-pass for regressor and torque, and
fewer equations; slow ones dropped; base columns by QR; least squares, weighted by each joint's residual. The choices of
robots.py were made by hand for each robot.
"""
import numpy as np
from scipy.linalg import lstsq
from scipy.signal import butter, sosfiltfilt

from regressor import base_columns, regressor

EDGE = 1.0  # periods of the low-pass at both ends of a stretch that give no equations


def sound_rows(log):
    """Rows that do not repeat the one before while the robot moves."""
    fresh = np.any(np.diff(log.q, axis=0) != 0, axis=1) | np.any(np.diff(log.tau, axis=0) != 0, axis=1)
    return np.concatenate([[True], fresh])


def low_pass(x, cutoff, step):
    """Along the first axis; order 4, forwards and backwards, 3 dB in each pass."""
    if cutoff >= 0.5 / step:
        return x
    sections, pad = butter(4, 2 * cutoff * step, output="sos"), int(3 / cutoff / step)
    return sosfiltfilt(sections, x, axis=0, padlen=min(len(x) - 1, pad))


def motion(q, cutoff, step):
    q = low_pass(q, cutoff, step)
    qd = np.gradient(q, step, axis=0)
    return q, qd, np.gradient(qd, step, axis=0)


def columns(robot, q, qd, qdd):
    """Samples x joints x columns."""
    joints, tuning = q.shape[1], robot.tuning

    def turn(v):
        return np.tanh(v / tuning.width) if tuning.width > 0 else np.sign(v)

    extra = robot.extra(q, qd, qdd, turn) if robot.extra else []
    drive = 4 if tuning.rotor else 3
    Y = np.zeros((joints, (10 + drive) * joints + len(extra), len(q)))
    regressor(robot.table, robot.gravity, q, qd, qdd, Y)
    for j in range(joints):
        own = [qd[:, j], turn(qd[:, j]), np.ones(len(q))] + ([qdd[:, j]] if tuning.rotor else [])
        Y[j, 10 * joints + drive * j:10 * joints + drive * (j + 1)] = own
    for k, column in enumerate(extra):
        Y[:, (10 + drive) * joints + k] = column
    return Y.transpose(2, 0, 1)


def motion_columns(robot, q, step):
    """The columns of a log's motion, at ten times its cut-off at least, their step, and the velocities."""
    q, qd, qdd = motion(q, robot.tuning.motion, step)
    thin = max(1, int(0.1 / robot.tuning.motion / step))
    return columns(robot, q[::thin], qd[::thin], qdd[::thin]), thin, qd[::thin]


def equations(robot, q, tau, step):
    """Of one stretch of a log: W (rows x joints x columns), y and which of them count."""
    tuning = robot.tuning
    W, thin, v = motion_columns(robot, q, step)
    y = low_pass(tau, tuning.equations, step)[::thin]
    step *= thin
    W, v = (low_pass(x, tuning.equations, step) for x in (W, v))
    edge, stride = int(EDGE / tuning.equations / step), max(1, int(0.25 / tuning.equations / step))
    pick = slice(edge, max(edge, len(y) - edge), stride)
    return W[pick], y[pick], np.abs(v[pick]) >= tuning.slow


def weighted_least_squares(W, y, counts):
    """beta of the base columns, and which these are."""
    joints = y.shape[1]
    joint = np.tile(np.arange(joints), (len(y), 1))[counts]
    W, y = W[counts], y[counts]
    base = base_columns(W)
    W = W[:, base]
    residual = y - W @ lstsq(W, y)[0]
    deviation = np.sqrt(np.bincount(joint, residual ** 2, joints) / np.bincount(joint, minlength=joints))
    weight = 1 / deviation[joint]
    return lstsq(W * weight[:, None], y * weight)[0], base


def fit(robot, stretches):
    """From (q, tau, step) of each stretch to the parameters."""
    parts = [equations(robot, *stretch) for stretch in stretches]
    return weighted_least_squares(*(np.concatenate(part) for part in zip(*parts)))


def predict(parameters, W, thin, rows):
    """The torque of a motion, rows x joints, from its columns."""
    beta, base = parameters
    few = W[:, :, base] @ beta
    return np.column_stack([np.interp(np.arange(rows), thin * np.arange(len(few)), x) for x in few.T])
