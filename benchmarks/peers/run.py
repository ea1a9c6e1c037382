#!/usr/bin/env python3
"""run.py [--quick]: builds, checks and times all engines; called by ./bench, which installs what it needs."""
import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys

import builds
import measure
import robots
import tables

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def output(*command):
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.stdout.strip()


def tell(line):
    print(line, flush=True)


def versions():
    found = [output("g++", "--version").splitlines()[0]]
    if clang := output("clang++-19", "--version"):
        found.append(clang.splitlines()[0])
    listed = output(str(builds.OUT / "venv/bin/python"), "-m", "pip", "list", "--format", "json")
    installed = {package["name"]: package["version"] for package in json.loads(listed or "[]")}
    found += [f"{title} {installed[name]}" for name, title in
              (("pin", "Pinocchio"), ("casadi", "CasADi"), ("mujoco", "MuJoCo")) if name in installed]
    if kdl := output("dpkg-query", "-W", "-f", "${Version}", "liborocos-kdl-dev"):
        found.append(f"KDL {kdl}")
    return found


def read_tables(chosen, notes):
    """What Pinocchio's reader makes of the robots."""
    python = builds.OUT / "venv/bin/python"
    for robot in chosen:
        table, new = builds.table_of(robot), builds.table_of(robot).with_suffix(".new")
        result = subprocess.run([python, builds.HERE / "read_urdf.py", robot.urdf, robot.tip, new], capture_output=True,
                                text=True, check=False) if python.exists() else None
        if result and result.returncode == 0:
            robots.replace_if_changed(table, new)
        else:
            table.unlink(missing_ok=True)
            notes.append(f"{robot.name} was not read by Pinocchio")


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "an unknown machine")


def main():
    parser = argparse.ArgumentParser(prog="bench", description="Times this library and its peers on the same states.")
    parser.add_argument("--quick", action="store_true", help="the Panda alone, and fewer rounds; writes no document")
    quick = parser.parse_args().quick
    names = ["panda"] if quick else [entry[0] for entry in robots.ROBOTS]
    rounds, seconds = (3, 0.04) if quick else (5, 0.1)

    notes, wrong = [], []
    if (busy := os.getloadavg()[0]) > 1:
        notes.append(f"the machine was busy with other programs (load {busy:.1f} on {os.cpu_count()} processors)")
    chosen, missing = robots.prepare(names, builds.TOOL, builds.OUT / "robots", robots.shared_robots(PROJECT))
    notes += missing
    read_tables(chosen, notes)
    tell("Building the timing programs; those of Pinocchio take about a minute each")
    stages, engines = builds.plan(chosen, notes)
    builds.make_all(stages, notes, tell)
    engines = [engine for engine in engines if engine.exists()]

    tell("Comparing results")
    differences = {}
    for robot in chosen:
        differences[robot.name], problems = measure.check([e for e in engines if e.takes(robot)], robot)
        notes += problems
        wrong += [f"{robot.name}: {title}, {function}: differs by {x:.1e}" for title, found in
                  differences[robot.name].items() for function, x in found.items() if not x <= measure.TOLERANCE]
    for line in wrong:
        tell(f"  disagrees, and is not timed: {line}")

    times = {robot.name: {} for robot in chosen}
    for number in range(rounds):
        tell(f"Timing: round {number + 1} of {rounds}")
        for robot in chosen:
            ready = [e for e in engines if e.takes(robot) and e.title in differences[robot.name]]
            measure.best_times(ready, robot, seconds, times[robot.name])

    panda = next((robot for robot in chosen if robot.name == "panda"), None)
    changed = output("git", "status", "--porcelain", "--untracked-files=no")
    results = {
        "commit": output("git", "rev-parse", "--short", "HEAD") + (" with changes" if changed else ""),
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "machine": machine(), "versions": versions(), "states": 1024, "checked_states": 8, "rounds": rounds,
        "two_cores": measure.two_cores(engines, panda) if panda and (os.cpu_count() or 1) > 1 else {},
        "tolerance": measure.TOLERANCE, "notes": notes + wrong,
        "robots": [{"name": robot.name, "joints": robot.joints, "free": robot.free,
                    "differences": differences[robot.name],
                    "engines": [{"engine": e.engine, "build": e.build, "side": e.side, "kind": e.kind,
                                 "functions": {name: found for name, found in times[robot.name][e.title].items()
                                               if differences[robot.name][e.title][name] <= measure.TOLERANCE}}
                                for e in engines if e.takes(robot) and e.title in times[robot.name]]}
                   for robot in chosen]}
    written = builds.OUT / ("quick.json" if quick else "performance.json")
    written.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    tell("\n" + tables.terminal(results))
    tell(f"\nAll figures: {written}")
    if not quick:
        pathlib.Path("docs/performance.md").write_text(tables.document(results), encoding="utf-8")
        tell("With every build: docs/performance.md")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
