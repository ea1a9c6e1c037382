"""The regressor of an arm of revolute joints in modified DH frames, with NumPy, on whole arrays: no line of the tool.

A standard DH table is the same chain with alpha and a carried over to the next joint, so that it is served too: the
joint's own frame is then the one that stands before alpha and a.
"""
import numpy as np

LINK = ["m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"]


def cross_matrix(v):
    """S with S r = v x r, for each row of v."""
    S = np.zeros((len(v), 3, 3))
    S[:, 0, 1], S[:, 0, 2], S[:, 1, 2] = -v[:, 2], v[:, 1], -v[:, 0]
    S[:, 1, 0], S[:, 2, 0], S[:, 2, 1] = v[:, 2], -v[:, 1], v[:, 0]
    return S


def inertia_columns(w):
    """3 x 6 with L [Ixx Ixy Ixz Iyy Iyz Izz] = I w, for each row of w."""
    x, y, z = w.T
    L = np.zeros((len(w), 3, 6))
    L[:, 0, 0], L[:, 0, 1], L[:, 0, 2] = x, y, z
    L[:, 1, 1], L[:, 1, 3], L[:, 1, 4] = x, y, z
    L[:, 2, 2], L[:, 2, 4], L[:, 2, 5] = x, y, z
    return L


def regressor(table, gravity, q, qd, qdd, Y):
    """Fills the first columns of Y, joints x columns x samples: ten of each link, in the order of LINK.

    `table` has a row (alpha and a before the joint, d along it, its angle at q = 0) for each joint, in degrees and m;
    `gravity` is the free-fall acceleration in base axes. Samples come last: what follows runs along them.
    """
    n, joints = q.shape
    omega, omega_dot = np.zeros((n, 3)), np.zeros((n, 3))
    acceleration = np.tile(-np.asarray(gravity, float), (n, 1))
    rotations, offsets = [], []
    for i, (alpha, a, d, theta) in enumerate(table):
        ca, sa = np.round(np.cos(np.radians(alpha)), 15), np.round(np.sin(np.radians(alpha)), 15)
        c, s = np.cos(q[:, i] + np.radians(theta)), np.sin(q[:, i] + np.radians(theta))
        R = np.zeros((n, 3, 3))
        R[:, 0, 0], R[:, 0, 1] = c, -s
        R[:, 1, 0], R[:, 1, 1], R[:, 1, 2] = s * ca, c * ca, -sa
        R[:, 2, 0], R[:, 2, 1], R[:, 2, 2] = s * sa, c * sa, ca
        p = np.array([a, -sa * d, ca * d])
        carried = acceleration + np.cross(omega_dot, p) + np.cross(omega, np.cross(omega, p))
        acceleration = np.einsum("nji,nj->ni", R, carried)
        omega_parent = np.einsum("nji,nj->ni", R, omega)
        omega_dot = np.einsum("nji,nj->ni", R, omega_dot)
        omega_dot[:, 0] += omega_parent[:, 1] * qd[:, i]
        omega_dot[:, 1] -= omega_parent[:, 0] * qd[:, i]
        omega_dot[:, 2] += qdd[:, i]
        omega = omega_parent
        omega[:, 2] += qd[:, i]
        rotations.append(R)
        offsets.append(p)
        force, moment = np.zeros((n, 3, 10)), np.zeros((n, 3, 10))
        S = cross_matrix(omega)
        force[:, :, 0] = acceleration
        force[:, :, 1:4] = cross_matrix(omega_dot) + S @ S
        moment[:, :, 1:4] = -cross_matrix(acceleration)
        moment[:, :, 4:] = inertia_columns(omega_dot) + S @ inertia_columns(omega)
        for j in range(i, -1, -1):
            Y[j, 10 * i:10 * i + 10] = moment[:, 2].T
            if j > 0:
                force = rotations[j] @ force
                moment = rotations[j] @ moment + cross_matrix(offsets[j][None])[0] @ force


def base_columns(W):
    """Independent columns, the earliest first, by QR of the whole matrix as in Gautier 1991."""
    from scipy.linalg import qr
    R = qr(W, mode="r")[0]
    size = np.abs(np.diag(R))
    return np.flatnonzero(size > 1e-6 * size.max())
