import json
import os
import subprocess
import sys

import numpy
import pytest

import torsor


def states(robot, count=None, seed=1):
    """Random q, qd and a third vector; quaternions at unit length."""
    random = numpy.random.default_rng(seed)
    shape = () if count is None else (count,)
    q = random.normal(size=(*shape, robot.nq))
    first = next((k for k, name in enumerate(robot.positions) if name.endswith(".qw")), None)
    if first is not None:
        part = q[..., first : first + 4]
        part /= numpy.linalg.norm(part, axis=-1, keepdims=True)
    return q, random.normal(size=(*shape, robot.nv)), random.normal(size=(*shape, robot.nv))


def run_tool(*words, check=True):
    """The text that the command line tool prints: that of TORSOR_TOOL, or the package's own."""
    tool = os.environ.get("TORSOR_TOOL")
    start = [tool] if tool else [sys.executable, "-m", "torsor"]
    done = subprocess.run([*start, *words], capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, done.stderr
    return done.stdout


def listed(name, vector):
    """--name=1,2,3 with all digits."""
    return f"--{name}=" + ",".join(repr(float(x)) for x in vector)


def tool_json(command, robot, **vectors):
    return json.loads(run_tool(command, robot, *(listed(k, v) for k, v in vectors.items()), "--json"))


@pytest.fixture(params=torsor.robots())
def robot_name(request):
    return request.param


@pytest.fixture
def panda():
    return torsor.load("panda")
