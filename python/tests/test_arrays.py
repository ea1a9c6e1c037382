"""Shapes, dtypes, strides and out: the right numbers, or an error that says what was expected and found."""

import gc
import sys

import numpy
import pytest
from conftest import states

import torsor


def test_lists_tuples_and_integers_are_taken(panda):
    zero = panda.gravity(numpy.zeros(7))
    for q in ([0] * 7, (0.0,) * 7, numpy.zeros(7, int), numpy.zeros(7, numpy.float16), numpy.zeros(7, ">f8")):
        numpy.testing.assert_array_equal(panda.gravity(q), zero)


def test_strides_do_not_matter(panda):
    q, qd, qdd = states(panda, 12)
    truth = panda.inverse_dynamics(q, qd, qdd)
    wide = numpy.zeros((24, 14))
    wide[::2, ::2] = q
    numpy.testing.assert_array_equal(panda.inverse_dynamics(wide[::2, ::2], qd, qdd), truth)
    numpy.testing.assert_array_equal(panda.inverse_dynamics(numpy.asfortranarray(q), qd, qdd), truth)
    numpy.testing.assert_array_equal(panda.inverse_dynamics(q[::-1], qd[::-1], qdd[::-1]), truth[::-1])
    readonly = q.copy()
    readonly.flags.writeable = False
    numpy.testing.assert_array_equal(panda.inverse_dynamics(readonly, qd, qdd), truth)
    packed = numpy.zeros(12, dtype=[("flag", "u1"), ("q", "f8", (7,))])  # not aligned
    packed["q"] = q
    numpy.testing.assert_array_equal(panda.inverse_dynamics(packed["q"], qd, qdd), truth)


def test_leading_axes_are_broadcast(panda):
    q, qd, qdd = states(panda, 5)
    truth = panda.inverse_dynamics(q, numpy.broadcast_to(qd[0], (5, 7)), qdd)
    numpy.testing.assert_array_equal(panda.inverse_dynamics(q, qd[0], qdd), truth)
    assert panda.inverse_dynamics(q[:, None], qd[None], qdd[0]).shape == (5, 5, 7)
    numpy.testing.assert_array_equal(panda.inverse_dynamics(q), panda.inverse_dynamics(q, q * 0, q * 0))


def test_empty_batches_are_empty(panda):
    assert panda.inertia_matrix(numpy.zeros((0, 7))).shape == (0, 7, 7)
    assert panda.gravity(numpy.zeros((3, 0, 7))).shape == (3, 0, 7)


def test_float32_gives_float32_rounded_once(panda):
    q, qd, qdd = (x.astype(numpy.float32) for x in states(panda, 9))
    found = panda.inverse_dynamics(q, qd, qdd)
    assert found.dtype == numpy.float32
    truth = panda.inverse_dynamics(q.astype(float), qd.astype(float), qdd.astype(float))
    numpy.testing.assert_array_equal(found, truth.astype(numpy.float32))
    assert panda.inverse_dynamics(q, qd.astype(float), qdd).dtype == numpy.float64


def test_out_is_filled_and_returned(panda):
    q, qd, qdd = states(panda, 9)
    truth = panda.inverse_dynamics(q, qd, qdd)
    out = numpy.empty((9, 7))
    assert panda.inverse_dynamics(q, qd, qdd, out=out) is out
    numpy.testing.assert_array_equal(out, truth)
    gaps = numpy.zeros((18, 14))
    panda.inverse_dynamics(q, qd, qdd, out=gaps[::2, ::2])
    numpy.testing.assert_array_equal(gaps[::2, ::2], truth)
    assert gaps[1::2].max() == 0
    single = numpy.empty((9, 7), numpy.float32)
    panda.inverse_dynamics(q, qd, qdd, out=single)
    numpy.testing.assert_array_equal(single, truth.astype(numpy.float32))


def test_out_may_be_an_argument(panda):
    q, qd, qdd = states(panda, 9)
    truth = panda.inverse_dynamics(q, qd, qdd)
    panda.inverse_dynamics(q, qd, qdd, out=qdd)
    numpy.testing.assert_array_equal(qdd, truth)
    memory = numpy.concatenate([q, q])
    shifted = panda.gravity(memory[1:10])
    panda.gravity(memory[1:10], out=memory[0:9])
    numpy.testing.assert_array_equal(memory[0:9], shifted)


def test_arrays_in_c_order_are_not_copied(panda):
    q = states(panda, 200_000)[0]
    out = numpy.empty_like(q)
    panda.gravity(q, out=out)
    before = sys.getrefcount(q)
    import tracemalloc

    tracemalloc.start()
    panda.gravity(q, out=out)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000
    gc.collect()
    assert sys.getrefcount(q) == before


WRONG = [
    (lambda q: q[:6], "shape (..., 7)", "(6,)"),
    (lambda q: 1.0, "shape (..., 7)", "()"),
    (lambda q: [], "shape (..., 7)", "(0,)"),
    (lambda q: None, "7 numbers", "None"),
    (lambda q: "abcdefg", "numbers", "str"),
    (lambda q: [[1, 2], [3]], "numbers", "list"),
    (lambda q: q.astype(complex), "real numbers", "complex128"),
    (lambda q: q.astype(object), "real numbers", "object"),
    (lambda q: q > 0, "real numbers", "bool"),
    (lambda q: q.astype("U5"), "real numbers", "<U5"),
    (lambda q: q * numpy.nan, "finite", "nan"),
    (lambda q: q + numpy.inf, "finite", "inf"),
    (lambda q: {"q": 1}, "numbers", "dict"),
    (lambda q: q.astype("M8[s]"), "real numbers", "datetime64"),
    (lambda q: q.astype(numpy.longdouble), "real numbers", "float128"),
]


@pytest.mark.parametrize(("make", "expected", "found"), WRONG)
def test_what_is_wrong_is_said(panda, make, expected, found):
    with pytest.raises(ValueError, match="q") as raised:
        panda.gravity(make(numpy.ones(7)))
    assert expected in str(raised.value)
    assert found in str(raised.value)
    assert isinstance(raised.value, torsor.UsageError)


def test_the_place_of_a_number_that_is_not_finite_is_told(panda):
    q, qd, qdd = states(panda, 40_000)
    qd[31_234, 5] = numpy.inf
    with pytest.raises(ValueError, match=r"qd\[31234, 5\]: expected a finite number, found inf"):
        panda.inverse_dynamics(q, qd, qdd)


def test_wrong_out_is_refused(panda):
    q = states(panda, 9)[0]
    readonly = numpy.empty((9, 7))
    readonly.flags.writeable = False
    shared = numpy.lib.stride_tricks.as_strided(numpy.empty(7), (9, 7), (0, 8))
    for out in (numpy.empty((9, 6)), numpy.empty(63), readonly, shared, numpy.empty((9, 7), int), [0] * 63, "out"):
        with pytest.raises(ValueError, match="out"):
            panda.gravity(q, out=out)


def test_vectors_that_are_no_batch_have_their_own_shape_in_messages():
    rods = torsor.load("two-rods")
    for wrong in (
        lambda: rods.effective_inertia([0]),
        lambda: rods.simulate([0, 0], torque=[1, 2, 3]),
        lambda: rods.conditions(gravity=[1, 2]),
    ):
        with pytest.raises(ValueError, match=r"expected shape \([23],\), found \([123],\)"):
            wrong()
    with pytest.raises(ValueError, match=r"points: expected shape \(N, 2\), found \(2, 3\)"):
        rods.trajectory([[0, 0, 0], [1, 1, 1]])
    with pytest.raises(ValueError, match="rows of one length"):
        rods.trajectory([[0, 0], [1]])
