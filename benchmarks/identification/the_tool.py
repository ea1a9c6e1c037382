"""The tool as a user has it: `torsor identify` with its defaults, and the torque that the robot it wrote needs.

It sees the rows to learn from and nothing else (`--hold-out 0`: all of them); afterwards the motion of the whole log,
smoothed by the tool at the cut-off that it chose for learning, goes through `torsor inverse-dynamics`.
"""
import json
import pathlib
import re
import subprocess

import numpy as np


def run(*words, accept=(0,)):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode not in accept:
        raise SystemExit(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def write_log(path, t, q, tau, qd=None):
    parts = {"q": q, **({"qd": qd} if qd is not None else {}), "tau": tau}
    names = ["t"] + [f"{name}{j + 1}" for name, x in parts.items() for j in range(x.shape[1])]
    np.savetxt(path, np.column_stack([t, *parts.values()]), "%.10g", ",", header=",".join(names), comments="")


class Tool:
    def __init__(self, program, robot, folder, flags=()):
        self.program, self.folder, self.flags = program, pathlib.Path(folder), list(flags)
        self.robot = robot.tool
        if "\n" in robot.tool:
            self.robot = self.folder / "robot.yaml"
            self.robot.write_text(robot.tool)

    def identify(self, learned):
        """The rows as they were recorded, repeated ones too: cleaning is part of the work."""
        logs = []
        for k, (m, first, end) in enumerate(learned):
            rows = slice(m.row[first], m.row[end - 1] + 1)
            logs.append(self.folder / f"learn{k}.csv")
            write_log(logs[-1], m.log.t[rows], m.log.q[rows], m.log.tau[rows],
                      None if m.log.qd is None else m.log.qd[rows])
        told = run(self.program, "identify", self.robot, *logs, "--hold-out", 0, "--json", "--quiet", "--force", "--write-poor-model",
                   "--output", self.folder / "model.yaml", *self.flags, accept=(0, 4))
        return json.loads(told)

    def predict(self, learned, m):
        words = self.identify(learned)["smoothing"]
        cutoff = re.search(r"at ([0-9.e+]+) Hz", words).group(1)
        time = m.step * np.arange(len(m.q))
        write_log(self.folder / "motion.csv", time, m.q, np.zeros_like(m.tau))
        run(self.program, "smooth", self.folder / "motion.csv", "--cutoff", cutoff, "--force", "--output",
            self.folder / "smooth.csv")
        smooth = np.genfromtxt(self.folder / "smooth.csv", delimiter=",", names=True)
        joints = m.q.shape[1]
        names = [f"{x}{j + 1}" for x in ("q", "qd", "qdd") for j in range(joints)]
        np.savetxt(self.folder / "states.csv", np.column_stack([smooth[n] for n in ["t"] + names]), "%.12g", ",",
                   header=",".join(["t"] + names), comments="")
        run(self.program, "inverse-dynamics", self.folder / "model.yaml", "--trajectory", self.folder / "states.csv",
            "--force", "--output", self.folder / "torque.csv")
        torque = np.genfromtxt(self.folder / "torque.csv", delimiter=",", names=True)
        return np.column_stack([torque[f"tau{j + 1}"] for j in range(joints)])
