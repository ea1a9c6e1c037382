#!/usr/bin/env python3
"""tables.py RESULTS.json: the tables of a run, as Markdown."""
import json
import sys

FUNCTIONS = {
    "inverse_dynamics": "inverse dynamics",
    "inertia_matrix": "inertia matrix",
    "forward_dynamics": "forward dynamics",
    "coriolis_matrix": "Coriolis matrix",
    "regressor": "regressor",
    "forward_kinematics": "forward kinematics",
    "jacobian": "Jacobian of the tip",
    "inverse_dynamics_derivatives": "derivatives of inverse dynamics",
    "forward_dynamics_derivatives": "derivatives of forward dynamics",
    "simulation": "1 s of Runge-Kutta 4 at 1 ms (us)",
}
# Columns of ours: heading, kind of the engine, its build (None: the fastest), and the kinds of peers it is measured by.
OURS = [
    ("ours, as shipped", "run-time", "as shipped", ["run-time"]),
    ("ours, batch per core", "batch", None, ["run-time"]),
    ("ours, compiled", "specialised", None, ["run-time", "generated"]),
    ("ours, compiled, batch per core", "compiled batch", None, ["run-time"]),
    ("ours, generated", "generated", None, ["run-time", "generated"]),
]
RATIOS = {"run-time": "ratio", "generated": "to generated"}
PEERS = [("best peer", "run-time"), ("best peer, generated", "generated")]


def figure(function, ns):
    return f"{ns / 1000 if function == 'simulation' else ns:.{0 if ns >= 100 else 1}f}"


def fastest(engines, function, side, kind, build=None):
    """The engine that is fastest in this function, and its time; or None."""
    found = [(engine["functions"][function]["ns"], engine) for engine in engines
             if engine["side"] == side and engine["kind"] == kind and build in (None, engine["build"])
             and function in engine["functions"]]
    return min(found, key=lambda pair: pair[0], default=None)


def table(rows):
    """Rows of words, the first of them the heading; columns that are empty in all others are left out."""
    used = [i for i in range(len(rows[0])) if any(row[i] for row in rows[1:])]
    lines = ["| " + " | ".join(row[i] for i in used) + " |" for row in rows]
    return [lines[0], "|" + "---|" * len(used), *lines[1:]]


def ratio_table(robot):
    engines = robot["engines"]
    heading = ["ns a call"]
    for peer, _ in PEERS:
        heading += [peer, "its build"]
    for title, _, _, measured_by in OURS:
        heading += [title, *(RATIOS[kind] for kind in measured_by)]
    rows = [heading]
    for function, name in FUNCTIONS.items():
        best = {kind: fastest(engines, function, "peer", kind) for _, kind in PEERS}
        row = [name]
        for _, kind in PEERS:
            row += ["", ""] if best[kind] is None else [figure(function, best[kind][0]), title_of_engine(best[kind][1])]
        for _, kind, build, measured_by in OURS:
            found = fastest(engines, function, "ours", kind, build)
            row.append(figure(function, found[0]) if found else "")
            row += [f"**{best[peer][0] / found[0]:.2f}**" if found and best[peer] else "" for peer in measured_by]
        if any(row[1:]):
            rows.append(row)
    return table(rows)


def build_table(robot):
    """Every build of every engine."""
    names = [function for function in FUNCTIONS if any(function in engine["functions"] for engine in robot["engines"])]
    rows = [["engine", "build", *(FUNCTIONS[name] for name in names)]]
    for engine in robot["engines"]:
        times = engine["functions"]
        rows.append([engine["engine"], engine["build"],
                     *(figure(name, times[name]["ns"]) if name in times else "" for name in names)])
    return table(rows)


def title_of_engine(engine):
    return f"{engine['engine']}, {engine['build']}"


def title_of(robot):
    return f"{robot['name']}: {robot['joints']} joints{', free base' if robot['free'] else ''}"


def agreement(results):
    pairs = [(difference, robot["name"], title, function) for robot in results["robots"]
             for title, found in robot["differences"].items() for function, difference in found.items()]
    worst = max(pairs, default=(0.0, "", "", ""))
    return (f"Before anything was timed, {len(pairs)} functions of engines and builds were compared on "
            f"{results['checked_states']} states; the largest difference is {worst[0]:.1e} of the largest entry "
            f"({worst[1]}: {worst[2]}, {FUNCTIONS.get(worst[3], worst[3])}; {results['tolerance']:g} is allowed).")


def scaling(results):
    """Two cores against one, in a line; none where it was not measured."""
    found = results.get("two_cores") or {}
    if not found:
        return []
    parts = ", ".join(f"{FUNCTIONS[name]} {ratio:.2f}" for name, ratio in found.items())
    return [f"Two cores against one, batches of the Panda: {parts} times as quick."]


def document(results):
    lines = ["# Performance", "",
             f"Written by `./bench` on commit {results['commit']}, {results['date']}, one core of {results['machine']}, "
             f"{', '.join(results['versions'])}.", "",
             "Every engine reads the same URDF files, without friction, rotors and shapes, and computes on the same "
             f"{results['states']} random states. A figure is the mean over all states of the least time of a call, in "
             f"nanoseconds, over {results['rounds']} rounds in which all programs take turns. A ratio is the time of the "
             "fastest build of the fastest peer divided by ours; *to generated* is that to code which a peer generated for the robot. `native` is `-march=native`; all else is `-O3`. "
             "*As shipped* is the library that `./quickstart` builds.", "", agreement(results), "",
             "What the figures do not show: Pinocchio fills one triangle of the inertia matrix and of its inverse, we fill "
             "both. Generated code gives the pose of the tip alone. Coriolis matrices are compared as C qd and "
             "regressors as Y theta, because engines differ in the rest of C and in the order of theta.", ""]
    if results["notes"]:
        lines += ["Notes on this run: " + "; ".join(results["notes"]) + ".", ""]
    lines += [line for text in scaling(results) for line in (text, "")]
    for robot in results["robots"]:
        lines += [f"## {title_of(robot)}", *ratio_table(robot), ""]
    lines += ["## Every build", ""]
    for robot in results["robots"]:
        lines += [f"### Builds: {robot['name']}", *build_table(robot), ""]
    return "\n".join(lines).rstrip() + "\n"


def plain(rows):
    """A Markdown table with its columns under each other."""
    cells = [[cell.strip().replace("**", "") for cell in row.strip("|").split("|")] for row in rows if "---" not in row]
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    return ["  ".join(cell.rjust(width) if i else cell.ljust(width)
                      for i, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in cells]


def terminal(results):
    lines = []
    for robot in results["robots"]:
        lines += [title_of(robot), *("  " + line for line in plain(ratio_table(robot))), ""]
    return "\n".join([*lines, *scaling(results), agreement(results), *results["notes"]])


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(document(json.load(file)))
