"""Runs the programs: first the check that all compute the same, then the times."""
import json
import subprocess

TOLERANCE = 1e-9


def run(engine, robot, *arguments):
    """The functions of a program, or None and why."""
    try:
        result = subprocess.run([*engine.command(robot), *arguments], capture_output=True, text=True, timeout=300,
                                check=False)
        if result.returncode != 0:
            return None, (result.stderr.strip().splitlines() or [f"exit code {result.returncode}"])[0]
        return json.loads(result.stdout)["functions"], ""
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return None, str(error)


def difference(values, reference):
    """The largest difference of two lists of states, as a part of the largest entry of the state (or of 1)."""
    worst = 0.0
    for a, b in zip(values, reference, strict=True):
        if len(a) != len(b):
            return float("inf")
        scale = max(1.0, max(map(abs, b)))
        worst = max(worst, max((abs(x - y) if x == x else float("inf")) / scale for x, y in zip(a, b)))
    return worst


def check(engines, robot):
    """Compares every function of every engine with that of the first that has it: ours, where we have it. Returns the
    differences by title, engine and function, and what went wrong."""
    reference, differences, problems = {}, {}, []
    for engine in sorted(engines, key=lambda e: e.side != "ours"):
        functions, why = run(engine, robot, "check")
        if functions is None:
            problems.append(f"{robot.name}: {engine.title} does not run: {why}")
            continue
        found = differences.setdefault(engine.title, {})
        for function in functions:
            name = function["name"]
            reference.setdefault(name, function["values"])
            found[name] = max(found.get(name, 0.0), difference(function["values"], reference[name]))
    return differences, problems


def two_cores(engines, robot):
    """How many times as quick a batch is on two cores, by function."""
    batch = next((engine for engine in engines if engine.kind == "batch"), None)
    functions, _ = run(batch, robot, "cores") if batch else (None, "")
    return {function["name"]: function["two_cores"] for function in functions or []}


def best_times(engines, robot, seconds, times):
    """One round: the least time of every function of every engine so far, in `times`, by title and name."""
    for engine in engines:
        functions, _ = run(engine, robot, "time", str(seconds))
        for function in functions or []:
            best = times.setdefault(engine.title, {})
            if function["ns"] < best.get(function["name"], {"ns": float("inf")})["ns"]:
                best[function["name"]] = {"ns": function["ns"], "variant": function["variant"]}
