"""What is held out, and the torque that is to be predicted: the same for everybody who predicts.

A log is cut into eight contiguous blocks, each of which is held out in turn; of a robot with several logs whole logs
are held out. The target is the measured torque after a zero-phase Butterworth filter at the robot's `target` frequency, and
every prediction goes through the same filter before it is compared: the filter rounds the steps of friction, too.
The motion of a held-out block may be used, the torque not. All rows of a block count, those at rest as well; half a
second at both ends of a log does not, since no filter knows what was before.
"""
import numpy as np

from baseline import low_pass, sound_rows

BLOCKS, END = 8, 0.5


class Measured:
    """One log without rows that repeat the one before, on even steps, with the target."""

    def __init__(self, robot, log):
        sound = sound_rows(log)
        t = log.t[sound]
        self.name, self.log = log.name, log
        self.row = np.flatnonzero(sound)  # of the log
        self.q, self.tau = log.q[sound], log.tau[sound]
        self.step = (t[-1] - t[0]) / (len(t) - 1)
        self.target = self.filtered(robot, self.tau)

    def filtered(self, robot, torque):
        return low_pass(torque, robot.target, self.step)

    def stretch(self, first, end):
        return self.q[first:end], self.tau[first:end], self.step


def folds(measured):
    """For each: the stretches to learn from and those to predict, as (log, first row, end)."""
    edges = [int(round(END / m.step)) for m in measured]
    if len(measured) > 1:
        whole = [(m, 0, len(m.q)) for m in measured]
        return [(whole[:k] + whole[k + 1:], [(m, edge, len(m.q) - edge)])
                for k, (m, edge) in enumerate(zip(measured, edges))]
    (m,), (edge,) = measured, edges
    borders = np.linspace(edge, len(m.q) - edge, BLOCKS + 1).round().astype(int)
    result = []
    for first, end in zip(borders, borders[1:]):
        learned = [(m, 0, first), (m, end, len(m.q))]
        result.append(([part for part in learned if part[2] - part[1] > 2 * edge], [(m, first, end)]))
    return result


def held_out_rms(robot, measured, predict_fold):
    """By joint, over all blocks; predict_fold(learned, log) gives the torque of the whole log, rows x joints."""
    squares, count = 0, 0
    for learned, told in folds(measured):
        for m, first, end in told:
            error = m.target - m.filtered(robot, predict_fold(learned, m))
            squares = squares + (error[first:end] ** 2).sum(axis=0)
            count += end - first
    return np.sqrt(squares / count)
