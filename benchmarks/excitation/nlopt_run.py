#!/usr/bin/env python3
"""nlopt_run.py LIBRARY [FOLDER/ | ROBOT...]: the search of `torsor excite` beside NLopt's, with the same exact
gradients of criterion and limits, from the same random motion. LIBRARY: see problem.py; NLopt: pip install nlopt.
Each is stopped after FACTOR times our CPU time. SLSQP has limits at every time and at every fourth, all others at every
fourth alone: they do not end one step with all of them.
"""
import multiprocessing
import resource
import sys

import nlopt
import numpy

from problem import Problem, robots, short
from run import made_feasible

FACTOR = 10
METHODS = [("SLSQP", nlopt.LD_SLSQP), ("MMA", nlopt.LD_MMA), ("CCSAQ", nlopt.LD_CCSAQ), ("AUGLAG, L-BFGS", nlopt.AUGLAG)]


def search(problem, begin, method, step, best, counts):
    """In a process of its own, since MMA and CCSAQ can stay for minutes in a dual problem of as many numbers as limits."""
    least = [problem.value(begin)]

    def objective(x, g):
        counts[0] += 1
        f = problem.gradient(x, g) if g.size > 0 else problem.value(x)
        if f < least[0] and problem.slacks(x, step).min() > -1e-3:
            least[0] = f
            best[:] = x
        return f

    def limits(result, x, g):  # at most 0
        result[:] = -problem.slacks(x, step)
        if g.size > 0:
            g[:] = -problem.slack_slopes(x, step)

    optimiser = nlopt.opt(method, problem.size)
    if method == nlopt.AUGLAG:
        local = nlopt.opt(nlopt.LD_LBFGS, problem.size)
        local.set_ftol_rel(1e-6)
        optimiser.set_local_optimizer(local)
    optimiser.set_min_objective(objective)
    optimiser.add_inequality_mconstraint(limits, numpy.full(problem.slack_count(step), 1e-6))
    optimiser.set_ftol_rel(1e-7)
    try:
        optimiser.optimize(begin)
    except Exception as found:  # roundoff, for one
        print(found, file=sys.stderr)
    counts[1] = 1


def run(problem, begin, seconds, method, step):
    best, counts = multiprocessing.Array("d", begin), multiprocessing.Array("l", 2)

    def limited():
        most = int(FACTOR * seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        search(problem, begin, method, step, best, counts)

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = multiprocessing.get_context("fork").Process(target=limited)
    child.start()
    child.join()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = numpy.array(best[:])
    return (made_feasible(problem, found), problem.slacks(found).min(), used.ru_utime - before.ru_utime, counts[0],
            "itself" if counts[1] else "us")


def compare(library, robot):
    problem = Problem(library, robot)
    begin = problem.start(1, 0.1)
    _, found, seconds = problem.search(begin)
    print(f"| {short(robot)} | ours | {problem.slack_count()} | {-found:.2f} | | {seconds:.2f} | | |", flush=True)
    for name, method in METHODS:
        for step in (1, 4) if method == nlopt.LD_SLSQP else (4,):
            mended, least, spent, count, ended = run(problem, begin, seconds, method, step)
            shown = "none" if mended is None else f"{-problem.value(mended):.2f}"
            print(f"| {short(robot)} | {name} | {problem.slack_count(step)} | {shown} | {least:.1g} | {spent:.1f} | "
                  f"{count} | {ended} |", flush=True)


if __name__ == "__main__":
    print("| robot | method | limits | log det, all limits kept | least slack before | CPU s | evaluations | ended by |\n"
          "|---|---|---|---|---|---|---|---|", flush=True)
    for one in robots(sys.argv[2:]):
        compare(sys.argv[1], one)
