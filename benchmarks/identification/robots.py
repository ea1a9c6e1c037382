"""The measured robots: how their logs are read, their kinematics, and what a hand has tuned for the baseline.

A log is brought to the side of the joints in SI units with the zero of the robot's table. Nothing is cleaned here.
"""
import dataclasses

import numpy as np


@dataclasses.dataclass
class Log:
    name: str
    t: np.ndarray
    q: np.ndarray
    tau: np.ndarray
    qd: np.ndarray | None = None  # where the log has velocities of its own


@dataclasses.dataclass
class Tuning:
    """What a hand has chosen for the baseline: the best of some tried, judged by the held-out blocks themselves."""
    motion: float      # Hz: of the zero-phase Butterworth filter for the positions, order 4, each pass
    equations: float   # Hz: of the same filter for regressor and torque, which are thinned out to four times as many
    width: float       # rad/s, of tanh(qd / width) for Coulomb friction; 0: a step
    slow: float        # rad/s: equations of slower joints are dropped
    rotor: bool = True


@dataclasses.dataclass
class Robot:
    name: str
    tool: str      # what the tool calls it: a built-in robot, or the text of a robot file
    table: list    # alpha and a before the joint, d along it, angle at q = 0
    gravity: tuple
    target: float  # Hz: of the low-pass for the torque that is to be predicted; beyond, the log holds next to noise
    read: object   # folder of all logs -> list of Log
    tuning: Tuning
    extra: object = None  # q, qd, qdd, Coulomb's turn of a velocity -> further columns, joints x samples


def table_of_csv(path):
    with open(path) as file:
        names = file.readline().strip().split(",")
    values = np.loadtxt(path, delimiter=",", skiprows=1)
    return lambda prefix, count: values[:, [names.index(f"{prefix}{j + 1}") for j in range(count)]], values


def read_tx40(folder):
    position, current = (np.loadtxt(f"{folder}/tx40_figaroh/{name}", delimiter=",", skiprows=1)
                         for name in ("pos_read_data.csv", "curr_data.csv"))
    ratio = np.array([32.0, 32.0, 45.0, -48.0, 45.0, 32.0])
    to_motor, to_joint = np.diag(ratio), np.diag(ratio)
    to_motor[5, 4] = to_joint[4, 5] = ratio[5]
    return [Log("tx40", 0.0002 * np.arange(len(position)), np.linalg.solve(to_motor, position.T).T,
                current @ to_joint.T)]


def coupled_wrist(q, qd, qdd, turn):
    """Motor 6 of the TX40 turns at the rate of q5 + q6."""
    columns = []
    for on5, on6 in ((qdd[:, 5], qdd[:, 4]), (qd[:, 5], qd[:, 4]), 2 * (turn(qd[:, 4] + qd[:, 5]),)):
        column = np.zeros((6, len(q)))
        column[4], column[5] = on5, on6
        columns.append(column)
    return columns


def read_ur10(folder):
    column, values = table_of_csv(f"{folder}/ur10_unisa/exciting_trajectory.csv")
    return [Log("ur10", values[:, 0], column("q_rad_", 6), column("effort_", 6), column("dq_rads_", 6))]


def read_panda(folder):
    column, values = table_of_csv(f"{folder}/panda_unisa/exciting_trajectory.csv")
    return [Log("panda", values[:, 0], column("q_rad_", 7), column("tau_Nm_", 7), column("dq_rads_", 7))]


def read_kr300(folder):
    ratio = np.array([1798 / 7, 1872 / 7, 757 / 3, 221, 5032 / 21, 206793 / 1340])
    logs = []
    for letter in "ABC":
        column, values = table_of_csv(f"{folder}/kr300_kaiserslautern/traj_{letter}.csv")
        home = np.array([0, -np.pi / 2, np.pi / 2, 0, 0, 0])
        logs.append(Log(letter, values[:, 0], column("qm", 6) + home, column("tau_motor_Nm_", 6) * ratio,
                        column("dqm", 6)))
    return logs


def counterbalance(q, qd, qdd, turn):
    """Of the KR300's second axis: a gas spring of known geometry and pressure, of unknown size."""
    delta, D, k = q[:, 1] + np.radians(95), 0.8, 0.2
    s = np.sqrt(D * D + k * k - 2 * D * k * np.cos(delta))
    area = np.pi * (0.055 ** 2 - 0.030 ** 2) / 4
    pressure = 1.01 * 296.8 * 328 * 0.159 / (0.00096 - (s - (D - k)) * area)
    column = np.zeros((6, len(q)))
    column[1] = D * k * np.sin(delta) / s * pressure * area
    return [column]


KR300_FILE = """name: kr300
dh: standard
gravity: [0, 0, 9.81]
links:
  - {joint: revolute, dh: {a: 0.35, alpha: 90deg, d: -0.675, theta: 0}}
  - {joint: revolute, dh: {a: 1.15, alpha: 0, d: -0.189, theta: 0}}
  - {joint: revolute, dh: {a: 0.041, alpha: -90deg, d: 0.189, theta: 90deg}}
  - {joint: revolute, dh: {a: 0, alpha: 90deg, d: -1, theta: 0}}
  - {joint: revolute, dh: {a: 0, alpha: -90deg, d: 0, theta: 0}}
  - {joint: revolute, dh: {a: 0, alpha: 180deg, d: -0.24, theta: 0}}
"""

ROBOTS = [
    Robot("TX40", "tx40",
          [(0, 0, 0, 0), (-90, 0, 0, -90), (0, 0.225, 0.035, 90), (90, 0, 0.225, 0), (-90, 0, 0, 0), (90, 0, 0, 180)],
          (0, 0, -9.81), 10.0, read_tx40, Tuning(100.0, 20.0, 0.05, 0.05), coupled_wrist),
    Robot("UR10", "ur10",
          [(0, 0, 0.1273, 0), (90, 0, 0, 0), (0, -0.612, 0, 0), (0, -0.5723, 0.163941, 0), (90, 0, 0.1157, 0),
           (-90, 0, 0.0922, 0)],
          (0, 0, -9.81), 5.0, read_ur10, Tuning(10.0, 10.0, 0.05, 0.0)),
    Robot("Panda", "panda",
          [(0, 0, 0.333, 0), (-90, 0, 0, 0), (90, 0, 0.316, 0), (90, 0.0825, 0, 0), (-90, -0.0825, 0.384, 0),
           (90, 0, 0, 0), (90, 0.088, 0, 0)],
          (0, 0, -9.81), 2.0, read_panda, Tuning(3.0, 3.0, 0.01, 0.0, rotor=False)),
    Robot("KR300", KR300_FILE,
          [(0, 0, -0.675, 0), (90, 0.35, -0.189, 0), (0, 1.15, 0.189, 90), (-90, 0.041, -1, 0), (90, 0, 0, 0),
           (-90, 0, -0.24, 0)],
          (0, 0, 9.81), 5.0, read_kr300, Tuning(5.0, 5.0, 0.0005, 0.0), counterbalance),
]
