#!/usr/bin/env python3
"""compare_ruckig.py [CASES]: durations of jerk-limited motions by this tool and by Ruckig (PyPI, MIT), on random cases:
six joints from rest to rest, and one joint that begins and ends with a velocity. Exit code 1 where one differs by
more than 1e-9 of itself."""

import json
import random
import subprocess
import sys

from ruckig import InputParameter, Result, Ruckig, Trajectory

TOOL = "build/release/bin/torsor"


def listed(values):
    return ",".join(repr(value) for value in values)


def ours(robot, case):
    words = [TOOL, "trajectory", robot, "--json", "--no-limits", "--rate", "1e-9", "--profile", "jerk-limited"]
    for name, values in case.items():
        words.append(f"--{name}={listed(values)}")
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode not in (0, 4):
        sys.exit(run.stderr)
    return json.loads(run.stdout)["duration"]


def theirs(case):
    joints = len(case["from"])
    given = InputParameter(joints)
    given.current_position, given.target_position = case["from"], case["to"]
    given.current_velocity, given.target_velocity = case["from-velocity"], case["to-velocity"]
    given.max_velocity, given.max_acceleration = case["max-velocity"], case["max-acceleration"]
    given.max_jerk = case["max-jerk"]
    trajectory = Trajectory(joints)
    if Ruckig(joints).calculate(given, trajectory) not in (Result.Working, Result.Finished):
        sys.exit(f"Ruckig has no answer to {case}")
    return trajectory.duration


def random_case(joints, moves):
    def each(value):
        return [value() for _ in range(joints)]

    case = {
        "from": each(lambda: random.uniform(-1, 1)),
        "to": each(lambda: random.uniform(-1, 1) * 10 ** random.uniform(-3, 1)),
        "max-velocity": each(lambda: 10 ** random.uniform(-1, 1)),
        "max-acceleration": each(lambda: 10 ** random.uniform(-1, 1.5)),
        "max-jerk": each(lambda: 10 ** random.uniform(-1, 2.5)),
    }
    for end in ("from-velocity", "to-velocity"):
        case[end] = [random.uniform(-limit, limit) if moves else 0.0 for limit in case["max-velocity"]]
    return case


def compare(what, robot, joints, moves, count):
    worst = 0.0
    for _ in range(count):
        case = random_case(joints, moves)
        expected = theirs(case)
        worst = max(worst, abs(ours(robot, case) - expected) / expected)
    print(f"{what}: {count} cases, largest relative difference {worst:.2g}")
    return worst <= 1e-9


def main():
    random.seed(1)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    at_rest = compare("six joints, rest to rest", "stanford", 6, False, count)
    moving = compare("one joint with velocities at the ends", "one-link", 1, True, count)
    return 0 if at_rest and moving else 1


if __name__ == "__main__":
    sys.exit(main())
