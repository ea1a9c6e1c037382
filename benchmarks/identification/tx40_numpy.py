#!/usr/bin/env python3
"""The classical identification of a Staubli TX40 with NumPy and SciPy: the peer in a comparison of speed.

usage: tx40_numpy.py FOLDER [--thin-motion] [REPETITIONS]

FOLDER holds pos_read_data.csv (motor positions, rad) and curr_data.csv (motor torques, Nm) of a TX40 at 5 kHz. Steps:
motor to joint side with the coupled wrist; Butterworth filter of order 4 at 100 Hz, zero phase; central differences;
regressor of the 6R arm with rotor inertia, viscous and Coulomb friction, offset and three terms of the coupled wrist;
decimation by 10 and by 10 again of both sides; equations of slow joints dropped; base columns by QR;
weighted least squares. With --thin-motion the motion is decimated and the regressor computed from what is left: much
faster, and no longer the same low-pass on both sides, so that the figures are others. The best of REPETITIONS (3) is
told for every step; all steps work on whole arrays.
"""
import sys
import time

import numpy as np
from scipy.linalg import solve_triangular
from scipy.signal import butter, decimate, filtfilt

from regressor import base_columns, regressor

INTERVAL, CUT_OFF, EDGE = 0.0002, 100.0, 50
RATIO = np.array([32.0, 32.0, 45.0, -48.0, 45.0, 32.0])
SLOW = np.array([0.05009095, 0.05009095, 0.07504916, 0.0715585, 0.05585054, 0.12217305])
# Modified DH: alpha and a before the joint, d along it, its angle at q = 0 (which to_joint_side adds).
TABLE = [(0, 0, 0, 0), (-90, 0, 0, 0), (0, 0.225, 0.035, 0), (90, 0, 0.225, 0), (-90, 0, 0, 0), (90, 0, 0, 0)]
DRIVE = ["Ia", "fv", "fc", "off"]


def read(folder):
    return [np.loadtxt(f"{folder}/{name}", delimiter=",", skiprows=1)
            for name in ("pos_read_data.csv", "curr_data.csv")]


def to_joint_side(position, current):
    to_motor, to_joint = np.diag(RATIO), np.diag(RATIO)
    to_motor[5, 4] = to_joint[4, 5] = RATIO[5]
    q = np.linalg.solve(to_motor, position.T).T
    q[:, 1] -= np.pi / 2
    q[:, 2] += np.pi / 2
    return q, current @ to_joint.T


def smooth(q):
    b, a = butter(4, CUT_OFF * INTERVAL * 2)
    q = filtfilt(b, a, q, axis=0)
    qd = np.gradient(q, INTERVAL, axis=0)
    return q, qd, np.gradient(qd, INTERVAL, axis=0)


def tx40_regressor(q, qd, qdd):
    """Joints x columns x samples: the ten of each link, then the drives of all joints, then the coupled wrist."""
    n = len(q)
    Y = np.zeros((6, 6 * 10 + 6 * 4 + 3, n))
    regressor(TABLE, (0, 0, -9.81), q, qd, qdd, Y)
    for j in range(6):
        Y[j, 60 + 4 * j:64 + 4 * j] = qdd[:, j], qd[:, j], np.sign(qd[:, j]), np.ones(n)
    both = np.sign(qd[:, 4] + qd[:, 5])
    Y[4, 84:] = qdd[:, 5], qd[:, 5], both
    Y[5, 84:] = qdd[:, 4], qd[:, 4], both
    return Y


def thin(x, axis):
    return decimate(decimate(x, 10, axis=axis), 10, axis=axis)


def thin_regressor(Y):
    """Decimates the entries that are not always zero, which is less than half of them."""
    used = Y.any(axis=2)
    thinned = thin(Y[used], 1)
    result = np.zeros((*Y.shape[:2], thinned.shape[1]))
    result[used] = thinned
    return result


def weighted(W, tau, joint):
    """Least squares with each joint's equations over the standard deviation of their residual."""
    first = np.linalg.lstsq(W, tau, rcond=None)[0]
    square = np.bincount(joint, (tau - W @ first) ** 2) / np.bincount(joint)
    weight = 1 / np.sqrt(square)[joint]
    Q, R = np.linalg.qr(W * weight[:, None])
    beta = solve_triangular(R, Q.T @ (tau * weight))
    return beta, R


def identify(folder, thin_motion):
    clock, times = time.perf_counter(), {}

    def lap(name):
        nonlocal clock
        now = time.perf_counter()
        times[name], clock = now - clock, now

    position, current = read(folder)
    lap("read the files")
    q, tau = to_joint_side(position, current)
    q, qd, qdd = (x[EDGE:-EDGE] for x in smooth(q))
    lap("joint side, filter, differences")
    if thin_motion:
        q, qd, qdd, tau = (thin(x, 0) for x in (q, qd, qdd, tau[EDGE:-EDGE]))
        lap("decimation")
        Y = tx40_regressor(q, qd, qdd)
        lap("regressor")
    else:
        Y = tx40_regressor(q, qd, qdd)
        lap("regressor")
        Y, tau, qd = thin_regressor(Y), thin(tau[EDGE:-EDGE], 0), thin(qd, 0)
        lap("decimation")
    moving = (np.abs(qd) > SLOW).T.ravel()
    joint = np.repeat(np.arange(6), len(qd))[moving]
    W, y = Y.transpose(0, 2, 1).reshape(-1, Y.shape[1])[moving], tau.T.ravel()[moving]
    columns = base_columns(W)
    W = W[:, columns]
    lap("base columns")
    beta, R = weighted(W, y, joint)
    residual = y - W @ beta
    lap("weighted least squares")
    unit = np.linalg.norm(R, axis=0)
    result = {"samples": len(qd), "rows": len(y), "base": len(columns), "condition": np.linalg.cond(R / unit),
              "relative": 100 * np.linalg.norm(residual) / np.linalg.norm(y),
              "rms": np.sqrt(np.bincount(joint, residual ** 2) / np.bincount(joint)),
              "joint": 100 * np.sqrt(np.bincount(joint, residual ** 2) / np.bincount(joint, y ** 2)),
              "drive": dict(zip(columns, beta))}
    return result, times


def main():
    words = [word for word in sys.argv[1:] if word != "--thin-motion"]
    if not words:
        sys.exit(__doc__)
    runs = [identify(words[0], "--thin-motion" in sys.argv) for _ in range(int(words[1]) if len(words) > 1 else 3)]
    result = runs[0][0]
    print(f"{result['samples']} samples, {result['rows']} equations, {result['base']} base parameters, "
          f"condition {result['condition']:.1f}, relative residual {result['relative']:.2f} %")
    print("rms per joint (Nm):", " ".join(f"{x:.2f}" for x in result["rms"]))
    print("relative (%):      ", " ".join(f"{x:.1f}" for x in result["joint"]))
    for k, name in enumerate(DRIVE):
        print(f"{name:>4}:", " ".join(f"{result['drive'].get(60 + 4 * j + k, np.nan):.4g}" for j in range(6)))
    print("wrist:", " ".join(f"{result['drive'].get(84 + k, np.nan):.4g}" for k in range(3)))
    for name in runs[0][1]:
        print(f"{1e3 * min(times[name] for _, times in runs):9.1f} ms  {name}")
    print(f"{1e3 * min(sum(times.values()) for _, times in runs):9.1f} ms  in all")


if __name__ == "__main__":
    main()
