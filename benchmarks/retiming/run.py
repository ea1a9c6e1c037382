#!/usr/bin/env python3
"""run.py: random paths as quick as limits allow, here and in toppra; called by ./bench --retiming, which installs what it needs."""
import datetime
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peers"))
import builds  # noqa: E402
import run as peers  # noqa: E402
import tables  # noqa: E402

HERE = pathlib.Path("benchmarks/retiming")
DOCUMENT = pathlib.Path("docs/retiming-performance.md")
CASES, PATHS = ["panda", "panda torque", "ur10", "iiwa14", "iiwa14 torque"], 10  # torque: no limits of acceleration
GRID = [500, 1000, 2000, 4000]  # pieces of toppra's grid
BAR = 0.01  # of the duration
TOPPRA = "0.6.10"


def ours():
    program = builds.OUT / "bin/retiming-paths"
    steps = [([HERE / "paths.cpp", builds.LIBRARY], program,
              ["g++", "-std=c++20", *builds.OPTIMISED, "-Iinclude", "-I/usr/include/eigen3", HERE / "paths.cpp",
               builds.LIBRARY, *builds.LINKED, "-o", program])]
    notes = []
    builds.make_all([steps], notes, peers.tell)
    if not program.exists():
        raise RuntimeError("; ".join(notes) or "the program was not built")
    return {case: json.loads(subprocess.run([f"./{program}", case.split()[0], str(PATHS), *case.split()[1:]],
                                            capture_output=True, text=True, check=True, timeout=600).stdout)
            for case in CASES}


def their_program():
    """What runs under the Python that has toppra and Pinocchio: durations and times of the same paths."""
    found = json.loads(sys.stdin.read())
    sys.stdout.write(json.dumps({robot: solve_all(robot, entry) for robot, entry in found.items()}))
    return 0


def solve_all(robot, entry):
    import numpy
    import pinocchio
    model = pinocchio.buildModelFromUrdf(str(builds.OUT / f"retiming-{robot.split()[0]}.urdf"))
    data = model.createData()

    def inverse_dynamics(q, qd, qdd):
        return pinocchio.rnea(model, data, numpy.asarray(q), numpy.asarray(qd), numpy.asarray(qdd)).copy()

    return [solve(path, entry, inverse_dynamics) for path in entry["paths"]]


def solve(path, entry, inverse_dynamics):
    import time
    import numpy
    import toppra
    import toppra.algorithm
    import toppra.constraint
    toppra.setup_logging("ERROR")
    waypoints = numpy.array([point["q"] for point in path["waypoints"]])
    ways = numpy.linalg.norm(numpy.diff(waypoints, axis=0), axis=1)
    s = numpy.concatenate([[0], numpy.cumsum(ways)])
    curve = toppra.SplineInterpolator(s, waypoints, bc_type="natural")
    limits = {name: numpy.array(entry[name]) for name in ("torque", "velocity", "acceleration", "coulomb")}
    both = toppra.constraint.DiscretizationType.Interpolation

    def pair(name):
        return numpy.stack([-limits[name], limits[name]], axis=1)

    result = {}
    for pieces in GRID:
        constraints = [toppra.constraint.JointVelocityConstraint(pair("velocity")),
                       toppra.constraint.JointTorqueConstraint(inverse_dynamics, pair("torque"), limits["coulomb"],
                                                               discretization_scheme=both)]
        if (limits["acceleration"] > 0).all():
            constraints.append(toppra.constraint.JointAccelerationConstraint(pair("acceleration"),
                                                                             discretization_scheme=both))
        begin = time.process_time()
        grid = numpy.linspace(0, s[-1], pieces + 1)
        instance = toppra.algorithm.TOPPRA(constraints, curve, gridpoints=grid, solver_wrapper="seidel")
        _, speed, _ = instance.compute_parameterization(0, 0)
        seconds = time.process_time() - begin
        if speed is None:
            continue
        duration = float(numpy.sum(2 * numpy.diff(grid) / (speed[1:] + speed[:-1])))
        result[str(pieces)] = {"duration": duration, "seconds": seconds}
    return result


def document(results):
    rows = [["robot", "paths", "largest excess", "least time at a limit", "pieces", "ours, ms",
             *[f"duration over toppra's, {n} pieces" for n in GRID], f"toppra, ms ({GRID[1]} pieces)"]]
    for robot, entry in results["ours"].items():
        theirs = results["theirs"][robot]
        cells = []
        for n in GRID:
            ratios = [path["duration"] / other[str(n)]["duration"] for path, other in zip(entry["paths"], theirs)
                      if str(n) in other]
            cells.append(f"{min(ratios):.4f} to {max(ratios):.4f}" + ("" if len(ratios) == len(theirs) else
                                                                      f" ({len(ratios)} found)") if ratios else "")
        times = [other[str(GRID[1])]["seconds"] * 1e3 for other in theirs if str(GRID[1]) in other]
        rows.append([robot.replace(" torque", ", no limits of acceleration"), str(len(theirs)), f"{max(p['excess'] for p in entry['paths']) * 100:.3f} %",
                     f"{min(p['active'] for p in entry['paths']) * 100:.2f} %",
                     f"{min(p['pieces'] for p in entry['paths'])} to {max(p['pieces'] for p in entry['paths'])}",
                     f"{sum(p['seconds'] for p in entry['paths']) * 1e3 / len(theirs):.1f}", *cells,
                     f"{sum(times) / len(times):.0f}" if times else ""])
    return "\n".join(
        ["# Performance of retiming", "",
         f"Written by `./bench --retiming` on commit {results['commit']}, {results['date']}, one core of "
         f"{results['machine']}, {', '.join(results['versions'])}. The method: [algorithms/retiming]"
         "(algorithms/retiming.md).", "",
         "Random paths (natural splines through three to six waypoints), from rest to rest, with the robots' limits of "
         "torque, velocity and, where they have them, acceleration, and Coulomb friction of 3 % of the largest torque; no "
         "viscous friction. toppra solves the same paths with the dynamics of Pinocchio, its Seidel solver and limits kept "
         "at both ends of each piece of an even grid. *Largest excess* of any limit and *least time at a limit* (to 0.1 %) "
         "are of our motions on a grid 100 times as fine, by inverse dynamics. Durations over toppra's are the range over "
         "the paths: its pieces have constant s'', so that one end of each stays below its limits and durations fall with "
         "the grid. toppra is called from Python, as its "
         "users do, and calls Pinocchio from there; times are of the processor, and not those of its C++ library.", "",
         *tables.table(rows), ""])


def main():
    tell = peers.tell
    for robot in {case.split()[0] for case in CASES}:
        target = builds.OUT / f"retiming-{robot}.urdf"
        subprocess.run([f"./{builds.TOOL}", "convert", robot, "--output", target, "--force", "--lossy"],
                       capture_output=True, text=True, check=True, timeout=60)
    tell("Retiming here")
    found = ours()
    tell("Retiming by toppra")
    theirs = subprocess.run(["build/bench/venv/bin/python", __file__, "--theirs"], input=json.dumps(found),
                            capture_output=True, text=True, check=False, timeout=1800)
    if theirs.returncode != 0:
        tell("bench: toppra or Pinocchio is missing or failed: " + (theirs.stderr.strip().splitlines() or [""])[-1])
        return 1
    changed = peers.output("git", "status", "--porcelain", "--untracked-files=no")
    results = {"commit": peers.output("git", "rev-parse", "--short", "HEAD") + (" with changes" if changed else ""),
               "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"), "machine": peers.machine(),
               "versions": [v for v in peers.versions() if "g++" in v or "Pinocchio" in v] + ["toppra " + TOPPRA],
               "ours": found, "theirs": json.loads(theirs.stdout)}
    (builds.OUT / "retiming.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    DOCUMENT.write_text(document(results), encoding="utf-8")
    tell(DOCUMENT.read_text(encoding="utf-8").split("\n\n", 3)[-1])
    far = [f"{robot}: {path['duration'] / other[str(GRID[-1])]['duration']:.4f}"
           for robot, entry in results["ours"].items() for path, other in zip(entry["paths"], results["theirs"][robot])
           if str(GRID[-1]) in other and abs(path["duration"] / other[str(GRID[-1])]["duration"] - 1) > BAR]
    for line in far:
        tell(f"beyond {BAR:.0%} of toppra's duration: {line}")
    return 1 if far else 0


if __name__ == "__main__":
    sys.exit(their_program() if "--theirs" in sys.argv else main())
