#!/usr/bin/env python3
"""run.py: an arm falls for a second, here and in MuJoCo; called by ./bench --simulation, which installs what it needs."""
import datetime
import json
import math
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peers"))
import builds  # noqa: E402
import robots  # noqa: E402
import run as peers  # noqa: E402
import tables  # noqa: E402

HERE = pathlib.Path("benchmarks/simulation")
DOCUMENT = pathlib.Path("docs/simulation-performance.md")
ACCURACIES = [1e-3, 1e-6, 1e-9]
ROUNDS, SECONDS = 4, 0.02
DEFAULT = "Dormand-Prince"
BY_HAND = "RK4 over stages"
COMPILED = ", compiled"
BAR, STEP_BAR = 5.0, 1.1


def plan():
    """Steps of builds.make, and where the programs will be."""
    mujoco = builds.site_packages() / "mujoco"
    ours, theirs = builds.OUT / "bin/simulation-torsor", builds.OUT / "bin/simulation-mujoco"
    steps = [([HERE / "torsor.cpp", builds.LIBRARY], ours,
              ["g++", "-std=c++20", *builds.OPTIMISED, "-Iinclude", HERE / "torsor.cpp", builds.LIBRARY, *builds.LINKED,
               "-o", ours])]
    if library := sorted(mujoco.glob("libmujoco.so*")):
        steps.append(([HERE / "mujoco.cpp"], theirs,
                      ["g++", "-std=c++20", *builds.OPTIMISED, "-isystem", mujoco / "include", HERE / "mujoco.cpp",
                       library[0], f"-Wl,-rpath,$ORIGIN/../{mujoco.relative_to(builds.OUT)}", "-o", theirs]))
    return steps, ours, theirs


def call(program, robot, *arguments):
    result = subprocess.run([f"./{program}", robot.urdf, *arguments], capture_output=True, text=True, check=False,
                            timeout=300)
    if result.returncode != 0:
        raise RuntimeError(f"{program.name}: {(result.stderr.strip().splitlines() or ['it failed'])[0]}")
    return json.loads(result.stdout)


def distance(a, b):
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def coarsest(runs, reference):
    """By way, pose and accuracy: the coarsest setting from which on every finer one is as exact. Luck does not count."""
    groups, found = {}, {}
    for r in runs:
        groups.setdefault((r["way"], r["pose"]), []).append(r)
    for (way, pose), group in groups.items():
        by_tolerance = group[0]["setting"] < 1
        group.sort(key=lambda r: r["setting"], reverse=not by_tolerance)  # the finest first
        for accuracy in ACCURACIES:
            for r in group:
                if not distance(r["q"], reference[pose]) <= accuracy:
                    break
                found[way, pose, accuracy] = r
    return found


def worth_timing(found):
    """Those that are not hopeless: within 6 times the quickest for a pose and an accuracy."""
    least = {}
    for (_, pose, accuracy), r in found.items():
        least[pose, accuracy] = min(least.get((pose, accuracy), math.inf), r["ns"])
    return {key: r for key, r in found.items() if r["ns"] <= 6 * least[key[1:]] or key[0] in (DEFAULT, BY_HAND)}


def time_all(programs, robot, tell):
    """Least times; programs take turns."""
    for number in range(ROUNDS):
        tell(f"Timing: round {number + 1} of {ROUNDS}")
        for program, chosen in programs.items():
            items = [f"{r['way']}:{r['setting']!r}:{r['pose']}" for r in chosen.values()]
            for r, ns in zip(chosen.values(), call(program, robot, "time", str(SECONDS), *items), strict=True):
                r["least"] = min(r.get("least", math.inf), ns)


def quickest(chosen, pose, accuracy, ways=None, but=()):
    found = [r for (way, p, a), r in chosen.items()
             if (p, a) == (pose, accuracy) and way not in but and (ways is None or way in ways)]
    return min(found, key=lambda r: r["least"], default=None)


def compare(ours, theirs, poses):
    rows = []
    for accuracy in ACCURACIES:
        compiled = {way for way, _, _ in ours if way.endswith(COMPILED)}
        columns = {"ours": [quickest(ours, k, accuracy, but=compiled) for k in poses],
                   "compiled": [quickest(ours, k, accuracy, compiled) for k in poses],
                   "default": [quickest(ours, k, accuracy, [DEFAULT]) for k in poses],
                   "MuJoCo": [quickest(theirs, k, accuracy, but=[BY_HAND]) for k in poses],
                   "by hand": [quickest(theirs, k, accuracy, [BY_HAND]) for k in poses]}
        rows.append({"accuracy": accuracy} | {name: [r and {key: r[key] for key in ("way", "setting", "evaluations", "least")}
                                                     for r in runs] for name, runs in columns.items()})
    return rows


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def ratios(row, of, to):
    return [b["least"] / a["least"] for a, b in zip(row[of], row[to]) if a and b]


def ratio_rows(results):
    rows = [["accuracy, rad", "MuJoCo, us", "its best", "ours, us", "our best", "ratio", "poses",
             "to MuJoCo's stages", "compiled, us", "our best", "ratio", "poses", "default, us", "ratio"]]
    for row in results["falls"]:
        times = {name: mean([r["least"] for r in row[name]]) / 1e3 if all(row[name]) else None
                 for name in ("MuJoCo", "ours", "compiled", "default")}
        def shown(name):
            return "" if times[name] is None else f"{times[name]:.0f}"
        def best(name):
            return ", ".join(dict.fromkeys(r["way"].removesuffix(COMPILED) for r in row[name] if r))
        def ratio(of, to):
            values = ratios(row, of, to)
            return f"**{mean(values):.1f}**" if values else ""
        def spread(of):
            values = ratios(row, of, "MuJoCo")
            return f"{min(values):.1f} to {max(values):.1f}" if values else ""
        rows.append([f"{row['accuracy']:.0e}", shown("MuJoCo"), best("MuJoCo"), shown("ours"), best("ours"),
                     ratio("ours", "MuJoCo"), spread("ours"), ratio("ours", "by hand"), shown("compiled"),
                     best("compiled"), ratio("compiled", "MuJoCo"), spread("compiled"), shown("default"),
                     ratio("default", "MuJoCo")])
    return tables.table(rows)


def step_rows(results):
    rows = [["robot", "step of", "ns", "calls of forward dynamics", "ns", "step over calls"]]
    for robot, methods in results["steps"].items():
        for method, found in methods.items():
            rows.append([robot, method, f"{found['step_ns']:.0f}", str(found["calls"]), f"{found['calls_ns']:.0f}",
                         f"**{found['step_ns'] / found['calls_ns']:.3f}**"])
    return tables.table(rows)


def document(results):
    lines = ["# Performance of simulation", "",
             f"Written by `./bench --simulation` on commit {results['commit']}, {results['date']}, one core of "
             f"{results['machine']}, {', '.join(results['versions'])}. Other figures: [performance](performance.md).", "",
             f"A Panda without friction, rotors, shapes, limits and contacts falls for 1 s, from rest at {results['poses']} "
             "random poses. What counts is the CPU time until all joints end within an accuracy of where they should. MuJoCo "
             "is the library of its Python package, with everything switched off that such a fall does not need: its "
             "integrators Euler, implicitfast, implicit and RK4 (`mj_step`), over steps whose number grows by 8 % (by 2 for "
             "those of order 1). Ours are all methods, over tolerances and steps. For each pose the quickest setting "
             "counts from which on every finer one is as exact. Times are geometric means over the poses of the least of "
             f"many runs in {results['rounds']} rounds, in which the programs take turns; *poses* is the range of the "
             "ratio. *Compiled* is with forward dynamics compiled for this robot (`simulate --compile`), *default* the method "
             "and the run-time model that are taken where nothing is said. *To MuJoCo's stages* is the ratio to an RK4 of ours that calls only those functions of MuJoCo that an "
             "acceleration needs, quicker than its own step.", "",
             f"The true end is that of Dormand-Prince at a tolerance of 1e-13; MuJoCo's RK4 in 32768 steps ends within "
             f"{max(results['agreement']):.1e} rad of it.", ""]
    if results["notes"]:
        lines += ["Notes on this run: " + "; ".join(results["notes"]) + ".", ""]
    lines += ["## Time to an accuracy", *ratio_rows(results), "",
              "## What a step costs", "Steps of 1 ms of `Simulator`, and as many calls of forward dynamics as they consist of.",
              "", *step_rows(results), ""]
    return "\n".join(lines).rstrip() + "\n"


def main():
    notes, tell = [], peers.tell
    if (busy := os.getloadavg()[0]) > 1:
        notes.append(f"the machine was busy with other programs (load {busy:.1f} on {os.cpu_count()} processors)")
    (builds.OUT / "bin").mkdir(parents=True, exist_ok=True)
    chosen, _ = robots.prepare(["panda", "puma560"], builds.TOOL, builds.OUT / "robots", pathlib.Path())
    panda = next(robot for robot in chosen if robot.name == "panda")
    steps, ours, theirs = plan()
    tell("Building the timing programs")
    builds.make_all([steps], notes, tell)
    if not ours.exists() or not theirs.exists():
        tell("bench: " + "; ".join([*notes, "MuJoCo or its program is missing"]))
        return 1

    tell("Where everything ends")
    runs = {program: call(program, panda, "ends") for program in (ours, theirs)}
    reference = {r["pose"]: r["q"] for r in runs[ours] if (r["way"], r["setting"]) == (DEFAULT, 1e-13)}
    agreement = [distance(r["q"], reference[r["pose"]]) for r in runs[theirs]
                 if (r["way"], r["setting"]) == ("RK4", 32768)]
    programs = {program: worth_timing(coarsest(found, reference)) for program, found in runs.items()}
    time_all(programs, panda, tell)
    tell("What a step costs")
    changed = peers.output("git", "status", "--porcelain", "--untracked-files=no")
    results = {
        "commit": peers.output("git", "rev-parse", "--short", "HEAD") + (" with changes" if changed else ""),
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"), "machine": peers.machine(),
        "versions": [v for v in peers.versions() if "g++" in v or "MuJoCo" in v], "poses": len(reference),
        "rounds": ROUNDS, "agreement": agreement, "notes": notes,
        "falls": compare(programs[ours], programs[theirs], sorted(reference)),
        "steps": {robot.name: call(ours, robot, "steps", "1.5") for robot in chosen}}
    written = builds.OUT / "simulation.json"
    written.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    DOCUMENT.write_text(document(results), encoding="utf-8")
    tell("\n" + "\n".join([*tables.plain(ratio_rows(results)), "", *tables.plain(step_rows(results)), "",
                           f"MuJoCo's RK4 in 32768 steps ends within {max(agreement):.1e} rad of the reference.", *notes]))
    below = [f"{row['accuracy']:.0e} rad: expected {BAR:g} times, found {mean(ratios(row, 'compiled', 'MuJoCo')):.2f}"
             for row in results["falls"] if not mean(ratios(row, "compiled", "MuJoCo")) >= BAR]
    below += [f"an RK4 step of {robot}: expected at most {STEP_BAR:g} of its calls, found {ratio:.3f}"
              for robot, methods in results["steps"].items()
              if (ratio := methods["RK4"]["step_ns"] / methods["RK4"]["calls_ns"]) > STEP_BAR]
    for line in below:
        tell(f"below the bar: {line}")
    tell(f"\nAll figures: {written}; {DOCUMENT}")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
