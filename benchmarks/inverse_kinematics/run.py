#!/usr/bin/env python3
"""run.py: inverse kinematics of random poses that arms can take, here and in KDL; called by ./bench --inverse-kinematics."""
import datetime
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peers"))
import builds  # noqa: E402
import run as peers  # noqa: E402
import tables  # noqa: E402

HERE = pathlib.Path("benchmarks/inverse_kinematics")
DOCUMENT = pathlib.Path("docs/inverse-kinematics-performance.md")
SHARED = pathlib.Path("../shared/data/robots/urdf")
BUILT_IN = ["puma560", "ur5e", "ur10", "panda", "iiwa14", "stanford", "tx40"]
FILES = ["abb_irb120", "abb_irb2400", "fanuc_lrmate200ib", "kuka_kr5_arc", "kuka_kr16_2", "motoman_mh5", "staubli_rx160",
         "xarm6", "kinova_gen3_7dof", "motoman_sia10d"]
POSES, ROUNDS, PEER_ROUNDS = 10000, 3, 1
PEERS = ["LMA", "NR_JL", "LMA, restarts", "NR_JL, restarts"]
SHARE_BAR, PANDA_BAR = 0.999, 100.0  # share of poses that are solved; us


def plan():
    """Steps of builds.make, and where the programs will be."""
    ours, theirs = builds.OUT / "bin/inverse-kinematics-torsor", builds.OUT / "bin/inverse-kinematics-kdl"
    inputs = [HERE / "poses.hpp"]
    steps = [([HERE / "torsor.cpp", *inputs, builds.LIBRARY], ours,
              ["g++", "-std=c++20", *builds.OPTIMISED, "-Iinclude", HERE / "torsor.cpp", builds.LIBRARY, *builds.LINKED,
               "-o", ours])]
    if pathlib.Path("/usr/include/kdl").exists():
        steps.append(([HERE / "kdl.cpp", *inputs], theirs,
                      ["g++", "-std=c++20", *builds.OPTIMISED, "-isystem", "/usr/include/eigen3", HERE / "kdl.cpp",
                       "-lorocos-kdl", "-o", theirs]))
    return steps, ours, theirs


def call(program, *arguments):
    """By way, what a program printed."""
    result = subprocess.run([f"./{program}", *map(str, arguments)], capture_output=True, text=True, check=False,
                            timeout=3000)
    if result.returncode != 0:
        raise RuntimeError(f"{program.name}: {(result.stderr.strip().splitlines() or ['it failed'])[0]}")
    return {line["way"]: line for line in map(json.loads, result.stdout.splitlines())}


def share(found):
    return found["solved"] / found["goals"]


def percent(found):
    return "" if found is None else f"{100 * share(found):.2f}"


def time(found):
    return "" if found is None else f"{found['mean_us']:.{1 if found['mean_us'] < 100 else 0}f}"


def ours_of(robot):
    return next(found for way, found in robot["ours"].items() if way in ("closed form", "search"))


def best_peer(robot):
    """The way of KDL that solves most; of equals the quickest."""
    return max(robot["kdl"].items(), key=lambda pair: (share(pair[1]), -pair[1]["mean_us"]), default=(None, None))


def rows(results):
    lines = [["robot", "joints", "way", "solved, %", "us", "99 % below, us", "from the middle, us", "KDL LMA, %", "us", "NR_JL, %",
              "us", "LMA, restarts, %", "us", "NR_JL, restarts, %", "us", "best of KDL over ours, time"]]
    for robot in results["robots"]:
        ours, middle = ours_of(robot), robot["ours"]["from the middle"]
        line = [robot["name"], str(robot["joints"]), ours["way"], percent(ours), f"**{time(ours)}**", f"{ours['p99_us']:.1f}",
                time(middle)]
        for way in PEERS:
            found = robot["kdl"].get(way)
            line += [percent(found), time(found)]
        way, peer = best_peer(robot)
        line.append(f"**{peer['mean_us'] / ours['mean_us']:.0f}** ({way})" if peer else "")
        lines.append(line)
    return tables.table(lines)


def document(results):
    lines = ["# Performance of inverse kinematics", "",
             f"Written by `./bench --inverse-kinematics` on commit {results['commit']}, {results['date']}, one core of "
             f"{results['machine']}, {', '.join(results['versions'])}. How it works: "
             "[inverse kinematics](algorithms/inverse_kinematics.md).", "",
             f"{results['poses']} poses for each arm, of random joint positions within its limits. A pose is solved where "
             "position and orientation are within 1e-10 m and rad of it and all joints within their limits. Ours is "
             "`InverseKinematics::solve`, at most 100 starts, and `solve_from` from the middle of the limits.", "",
             "For KDL 1e-6 rad will do: nearer rotations are the same to its `diff`. Its `ChainIkSolverPos_LMA` (500 "
             "iterations; it knows no limits, so that a solution counts where full turns bring it within them) and "
             "`ChainIkSolverPos_NR_JL` (100 iterations) start from the middle of the limits; *restarts* goes on from random "
             "configurations until a pose is solved, 100 at most, on the first 1000 poses. KDL is the library as Debian "
             "packages it. Times are means of CPU time over all poses, solved or not, in microseconds.", ""]
    if results["notes"]:
        lines += ["Notes on this run: " + "; ".join(results["notes"]) + ".", ""]
    return "\n".join([*lines, *rows(results), ""]).rstrip() + "\n"


def below_bars(results):
    for robot in results["robots"]:
        ours = ours_of(robot)
        if share(ours) < SHARE_BAR or robot["ours"]["confirmed"]["solved"] != ours["solved"]:
            yield f"{robot['name']}: expected {SHARE_BAR:.1%} solved, found {share(ours):.2%}"
        if robot["name"] == "panda" and ours["mean_us"] > PANDA_BAR:
            yield f"panda: expected {PANDA_BAR:g} us, found {ours['mean_us']:.1f}"
        for way, peer in robot["kdl"].items():
            if share(peer) > share(ours) or peer["mean_us"] < ours["mean_us"]:
                yield f"{robot['name']}: {way} solves {peer['solved']} in {peer['mean_us']:.1f} us"


def main():
    notes, tell = [], peers.tell
    if (busy := os.getloadavg()[0]) > 1:
        notes.append(f"the machine was busy with other programs (load {busy:.1f} on {os.cpu_count()} processors)")
    (builds.OUT / "bin").mkdir(parents=True, exist_ok=True)
    steps, ours, theirs = plan()
    tell("Building the timing programs")
    builds.make_all([steps], notes, tell)
    if not ours.exists():
        tell("bench: " + "; ".join([*notes, "our own program is missing"]))
        return 1
    if not theirs.exists():
        notes.append("KDL is not installed")
    arms = [(name, name) for name in BUILT_IN]
    arms += [(f"{name}.urdf", SHARED / f"{name}.urdf") for name in FILES if (SHARED / f"{name}.urdf").exists()]
    if len(arms) == len(BUILT_IN):
        notes.append("robots of ../shared/data are not here")
    found = []
    for name, robot in arms:
        tell(name)
        task = builds.OUT / "poses.txt"
        call(ours, robot, "-", "write", task, POSES)
        found.append({"name": name, "joints": int(task.read_text(encoding="utf-8").split()[0]),
                      "ours": call(ours, robot, "-", "solve", task, ROUNDS),
                      "kdl": call(theirs, task, PEER_ROUNDS) if theirs.exists() else {}})
    changed = peers.output("git", "status", "--porcelain", "--untracked-files=no")
    results = {"commit": peers.output("git", "rev-parse", "--short", "HEAD") + (" with changes" if changed else ""),
               "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"), "machine": peers.machine(),
               "versions": [v for v in peers.versions() if "g++" in v or "KDL" in v], "poses": POSES, "notes": notes,
               "robots": found}
    written = builds.OUT / "inverse-kinematics.json"
    written.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    DOCUMENT.write_text(document(results), encoding="utf-8")
    tell("\n" + "\n".join([*tables.plain(rows(results)), "", *notes]))
    below = list(below_bars(results))
    for line in below:
        tell(f"below the bar: {line}")
    tell(f"\nAll figures: {written}; {DOCUMENT}")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
