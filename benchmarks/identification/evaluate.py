#!/usr/bin/env python3
"""How well is torque predicted that was not learned from, here and by the pipeline that a hand has tuned?

usage: evaluate.py LOGS [--tool PROGRAM] [--robots NAME,...] [--flags "FLAGS"] [--terms]

LOGS is the folder with the logs of robots.py; PROGRAM defaults to build/release/bin/torsor and gets the logs with its
defaults, and FLAGS where given. Prints a table by robot and joint: rms of the error on held-out blocks (held_out.py),
here and of the baseline (baseline.py), their ratio, and geometric means. --terms adds what each term contributes to the
fit of all logs of a robot. Needs NumPy and SciPy; one to three minutes.
"""
import argparse
import pathlib
import tempfile

import numpy as np

import baseline
from held_out import Measured, held_out_rms
from robots import ROBOTS
from the_tool import Tool


def mean(ratios):
    return float(np.exp(np.mean(np.log(ratios))))


def by_hand(robot):
    columns = {}  # of each log's motion

    def predict(learned, m):
        if m.name not in columns:
            columns[m.name] = baseline.motion_columns(robot, m.q, m.step)[:2]
        parameters = baseline.fit(robot, [part.stretch(first, end) for part, first, end in learned])
        return baseline.predict(parameters, *columns[m.name], len(m.q))
    return predict


def compare(robot, logs, program, flags):
    measured = [Measured(robot, log) for log in robot.read(logs)]
    theirs = held_out_rms(robot, measured, by_hand(robot))
    with tempfile.TemporaryDirectory() as folder:
        ours = held_out_rms(robot, measured, Tool(program, robot, folder, flags).predict)
    return ours, theirs


def print_terms(robot, logs, program, flags):
    whole = [(m, 0, len(m.q)) for m in (Measured(robot, log) for log in robot.read(logs))]
    with tempfile.TemporaryDirectory() as folder:
        terms = Tool(program, robot, folder, flags).identify(whole)["terms"]
    for one in terms:
        gain, error = 100 * one["gain"], 100 * one["standard_error"]
        what = one["value"] or "admitted" if one["admitted"] else "left out"
        print(f"| {robot.name} | {one['term']} | {one.get('joint', 'all')} | {gain:.1f} | {error:.1f} | {what} |", flush=True)


def main():
    arguments = argparse.ArgumentParser(usage=__doc__.split("\n")[2])
    arguments.add_argument("logs")
    arguments.add_argument("--tool", default=pathlib.Path(__file__).parents[2] / "build/release/bin/torsor")
    arguments.add_argument("--robots", default="TX40,UR10,Panda,KR300")
    arguments.add_argument("--flags", default="")
    arguments.add_argument("--terms", action="store_true")
    chosen = arguments.parse_args()
    robots = [robot for robot in ROBOTS if robot.name in chosen.robots.split(",")]
    ratios = {}
    print("| robot | target | joint | here | by hand | ratio |\n|---|---|---|---|---|---|")
    for robot in robots:
        ours, theirs = compare(robot, chosen.logs, chosen.tool, chosen.flags.split())
        ratios[robot.name] = ours / theirs
        for j, (a, b) in enumerate(zip(ours, theirs)):
            print(f"| {robot.name} | {robot.target:g} Hz | {j + 1} | {a:.3g} | {b:.3g} | {a / b:.3f} |", flush=True)
    print("\n| robot | geometric mean | worst joint |\n|---|---|---|")
    for name, ratio in ratios.items():
        print(f"| {name} | {mean(ratio):.3f} | {ratio.max():.3f} |")
    small = [mean(ratio) for name, ratio in ratios.items() if name != "KR300"]
    if small:
        print(f"| TX40, UR10, Panda | {mean(small):.3f} | |")
    if chosen.terms:
        print("\n| robot | term | joint | squared error falls by, % | standard error | |\n|---|---|---|---|---|---|")
        for robot in robots:
            print_terms(robot, chosen.logs, chosen.tool, chosen.flags.split())


if __name__ == "__main__":
    main()
