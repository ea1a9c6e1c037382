#!/usr/bin/env python3
"""run.py LIBRARY [FOLDER/ | ROBOT...]: the search of `torsor excite` beside SciPy's SLSQP with finite differences, from
the same random motion. LIBRARY: see problem.py. SLSQP's criterion and limits are our C++ functions, at the same times.
It is stopped after FACTOR times our CPU time, at the end of an iteration. Told is the best of its iterates; where one
exceeds a limit, it is made smaller until none is, as a user would have to.
"""
import sys
import time

import scipy.optimize

from problem import Problem, robots, short

FACTOR = 10


def made_feasible(problem, x):
    """Smaller about its mean positions."""
    width = problem.size // problem.joints
    for _ in range(2000):
        if problem.slacks(x).min() >= 0:
            return x
        if problem.slacks(x).min() < -0.5:
            return None
        x = x.reshape(problem.joints, width).copy()
        x[:, 1:] *= 0.999
        x = x.reshape(-1)
    return None


def run(library, robot):
    problem = Problem(library, robot)
    begin = problem.start(1, 0.1)
    _, found, seconds = problem.search(begin)
    clock = time.process_time()
    steps = [begin]

    def watch(x):
        steps.append(x.copy())
        if time.process_time() - clock > FACTOR * seconds:
            raise StopIteration

    def watched(x):
        if time.process_time() - clock > 3 * FACTOR * seconds:
            raise StopIteration
        return problem.value(x)

    try:
        result = scipy.optimize.minimize(watched, begin, method="SLSQP", callback=watch,
                                         constraints={"type": "ineq", "fun": problem.slacks},
                                         options={"maxiter": 1000, "ftol": 1e-6})
        ended = result.message
        steps.append(result.x)
    except StopIteration:
        ended = "stopped"
    spent = time.process_time() - clock
    least = problem.slacks(steps[-1]).min()
    mended = [x for step in steps if (x := made_feasible(problem, step)) is not None]
    shown = f"{-min(problem.value(x) for x in mended):.2f}"
    print(f"| {short(robot)} | {problem.size} | {problem.slack_count()} | {-found:.2f} | {seconds:.2f} | {shown} | "
          f"{least:.1g} | {spent:.1f} | {len(steps) - 1} | {ended} |", flush=True)


if __name__ == "__main__":
    print("| robot | coefficients | limits | ours, log det | CPU s | SLSQP, log det | its least slack | CPU s | "
          "iterations | ended by |\n|---|---|---|---|---|---|---|---|---|---|", flush=True)
    for name in robots(sys.argv[2:]):
        run(sys.argv[1], name)
