#!/usr/bin/env python3
"""compare.py LIBRARY TORSOR [FOLDER/ | ROBOT...]: what `torsor excite` gains over random motions. LIBRARY: see
problem.py; TORSOR: the program. For each robot, with the settings that the command has:
- the criterion of the motion that it finds, beside 1000 random ones, each as large as the limits let it;
- its limits on a grid a hundred times finer than that of the search, capsules among them;
- logs of the robot along it and along the random motion of median criterion, three times each, with the effects of
  `make-log`'s preset `realistic` and noise of one size in both: that of a drive does not depend on the motion. The
  robot has typical friction. `excite` is told the size of the noise. Both logs are identified; told is how much narrower the intervals are, by parameter; once more without
  presliding and Stribeck friction, which no estimator here has, so that noise alone is left.
"""
import json
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

from problem import Problem, robots, short

RANDOM = 1000
LONGEST = 60  # s of CPU time, with the settings that the command has
SIZES = {"--torque-noise": 0.01, "--coloured-noise": 0.02, "--ripple": 0.01}  # of the root mean square torque
NOISE = sum(size**2 for size in SIZES.values()) ** 0.5


def torsor(program, *arguments):
    done = subprocess.run([program, *map(str, arguments), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def child_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def noise_flags(rms):
    return [word for flag, share in SIZES.items() for word in (flag, ",".join(f"{share * x:.6g}" for x in rms))]


def deviations(program, robot, motion, flags, folder):
    log = folder / (motion.stem + "_log.csv")
    torsor(program, "make-log", robot, "--trajectory", motion, "--repetitions", 3, "--rate", 500, *flags, "--output",
           log, "--force")
    found = torsor(program, "identify", robot, log)
    chosen = next(one for one in found["estimates"] if one["method"] == found["chosen"])
    names = [one["name"] for one in found["base_parameters"]]
    return dict(zip(names, chosen["standard_deviation"]))


def compare(library, program, robot, folder):
    true = folder / "true.yaml"
    reference = torsor(program, "make-log", robot, "--friction", "typical", "--samples", 10, "--output",
                       folder / "reference.csv", "--true-robot", true, "--force")
    flags, noise = noise_flags(reference["torque_rms"]), [NOISE * x for x in reference["torque_rms"]]
    problem = Problem(library, robot, noise=noise)
    before = child_seconds()
    excited = torsor(program, "excite", robot, "--quiet", "--noise", ",".join(f"{x:.17g}" for x in noise), "--output",
                     folder / "found.csv", "--force")
    seconds = child_seconds() - before
    if seconds > LONGEST:
        raise RuntimeError(f"{robot}: expected at most {LONGEST} s of CPU time, found {seconds:.1f}")
    ours = problem.from_series(excited["series"]["joints"])
    drawn = [x for seed in range(1, RANDOM + 1) if (x := problem.start(seed, 0)) is not None]
    values = [problem.value(x) for x in drawn]
    order = numpy.argsort(values)
    problem.write(drawn[order[len(order) // 2]], folder / "random.csv")
    ratios = {}
    for kind, more in (("realistic", []), ("noise", ["--presliding", 0, "--stribeck", 0])):
        best = deviations(program, true, folder / "found.csv", flags + more, folder)
        median = deviations(program, true, folder / "random.csv", flags + more, folder)
        ratios[kind] = sorted(median[name] / best[name] for name in best if name in median)
    whole, noise_alone = ratios["realistic"], ratios["noise"]
    print(f"| {short(robot)} | {problem.joints} | {problem.parameters} | {problem.pairs} | {seconds:.1f} | "
          f"{-problem.value(ours):.1f} | {-values[order[0]]:.1f} | {-values[order[len(order) // 2]]:.1f} | "
          f"{len(drawn)} | {problem.fine_slack(ours, 20000):.2g} | {statistics.median(whole):.2f} | "
          f"{whole[len(whole) // 10]:.2f} to {whole[-1 - len(whole) // 10]:.2f} | {statistics.median(noise_alone):.2f} |", flush=True)


if __name__ == "__main__":
    print("| robot | joints | base parameters | pairs of capsules | CPU s | log det | best of 1000 random | median | "
          "within limits | least slack on the fine grid | intervals narrower by (median) | 10 % to 90 % | "
          "with friction as in the robot file |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    for name in robots(sys.argv[3:]):
        with tempfile.TemporaryDirectory() as path:
            compare(sys.argv[1], sys.argv[2], name, Path(path))
