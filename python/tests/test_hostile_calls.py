"""Random calls with wrong shapes, types, strides, read-only and overlapping arrays: a clean error or the right result."""

import os

import numpy

import torsor

CALLS = int(os.environ.get("TORSOR_HOSTILE_CALLS", "10000"))
DTYPES = ["f8", "f4", "f8", "f8", ">f8", "f2", "i4", "c16", "?", "O", "U3", "u1", "f8"]


def random_array(random, width, batch):
    """Mostly right; otherwise wrong in one of many ways."""
    shape = list(batch) + [width]
    dtype = DTYPES[random.integers(len(DTYPES))] if random.random() < 0.3 else "f8"
    if random.random() < 0.15:
        shape[-1] += int(random.integers(-2, 3))
    if random.random() < 0.1 and len(shape) > 1:
        shape[0] = int(random.integers(0, 4))
    values = random.normal(size=[max(0, n) for n in shape])
    if random.random() < 0.05 and values.size:
        values.flat[random.integers(values.size)] = random.choice([numpy.nan, numpy.inf])
    with numpy.errstate(all="ignore"):
        array = values.astype(dtype) if dtype not in ("u1", "i4") else (values * 3).astype("i4").astype(dtype)
    kind = random.integers(8)
    if kind == 0:
        return numpy.asfortranarray(array)
    if kind == 1:
        return numpy.repeat(array, 2, axis=-1)[..., ::2]
    if kind == 2:
        return array[..., ::-1]
    if kind == 3:
        array.flags.writeable = False
    if kind == 4 and dtype == "f8":
        return array.tolist()
    if kind == 5 and array.ndim > 1:
        return numpy.broadcast_to(array[:1], array.shape) if array.shape[0] else array
    return array


def random_out(random, shape, given):
    choice = random.integers(9)
    if choice < 3:
        return None
    if choice == 3:
        return numpy.zeros(shape)
    if choice == 4:
        return numpy.zeros(shape, "f4")
    if choice == 5:
        return numpy.zeros([*shape[:-1], 2 * shape[-1]])[..., ::2] if shape else numpy.zeros(shape)
    if choice == 6:
        return numpy.zeros([n + 1 for n in shape]) if random.random() < 0.5 else numpy.zeros(shape, int)
    if choice == 7:
        out = numpy.zeros(shape)
        out.flags.writeable = False
        return out
    return given[random.integers(len(given))]


def expected(robot, function, given, batch):
    """State by state, in plain float64."""
    vectors = [numpy.broadcast_to(numpy.array(x, dtype=float), (*batch, numpy.shape(x)[-1])) for x in given]
    flat = [x.reshape(-1, x.shape[-1]).copy() for x in vectors]
    results = [getattr(robot, function)(*states) for states in zip(*flat, strict=True)]
    return results


def test_random_calls_fail_cleanly_or_are_right():
    random = numpy.random.default_rng(7)
    robots = [torsor.load(name) for name in ("panda", "two-rods", "puma560")]
    functions = [("inverse_dynamics", 3), ("gravity", 1), ("inertia_matrix", 1), ("coriolis_torque", 2), ("jacobian", 1)]
    outcomes = {"right": 0, "refused": 0}
    for _ in range(CALLS):
        robot = robots[random.integers(len(robots))]
        function, count = functions[random.integers(len(functions))]
        batch = tuple(random.integers(1, 4, size=random.integers(0, 3)))
        given = [random_array(random, robot.nv, batch) for _ in range(count)]
        trailing = {"inertia_matrix": (robot.nv, robot.nv), "jacobian": (6, robot.nv)}.get(function, (robot.nv,))
        out = random_out(random, (*batch, *trailing), given)
        before = [numpy.array(x, copy=True) for x in given]
        try:
            found = getattr(robot, function)(*given, out=out)
        except ValueError as error:
            assert "expected" in str(error), error
            outcomes["refused"] += 1
            continue
        outcomes["right"] += 1
        truth = expected(robot, function, before, found.shape[: found.ndim - len(trailing)])
        rows = numpy.asarray(found, dtype=float).reshape(-1, *trailing)
        assert len(rows) == len(truth)
        digits = 1e-5 if found.dtype == numpy.float32 else 1e-9
        for ours, theirs in zip(rows, truth, strict=True):
            numpy.testing.assert_allclose(ours, theirs, rtol=digits, atol=digits * max(1.0, abs(theirs).max()))
    assert outcomes["right"] > CALLS / 10
    assert outcomes["refused"] > CALLS / 10
