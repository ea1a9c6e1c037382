"""Plots show the numbers of the results."""

import numpy
import pytest

import torsor

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")

from torsor import plot  # noqa: E402


@pytest.fixture(autouse=True)
def no_figure_stays():
    yield
    matplotlib.pyplot.close("all")


@pytest.fixture(scope="module")
def identified():
    robot = torsor.load("two-rods")
    random = numpy.random.default_rng(3)
    move = robot.trajectory(random.uniform(-2, 2, size=(9, 2)), duration=12, rate=200)
    log = torsor.Log(move.time, move.q, move.tau + 0.1 * random.standard_normal(move.tau.shape))
    return robot.identify(log, rotor=False, friction=[])


def test_torques_are_drawn_by_joint(panda):
    motion = panda.trajectory([numpy.zeros(7), numpy.full(7, 0.4)], duration=2)
    rows = plot.torque(motion, other=motion, labels=("one", "other"))
    assert [row.get_title("left") for row in rows] == panda.joints
    assert [row.get_ylabel() for row in rows] == ["Nm"] * 7
    for k, row in enumerate(rows):
        numpy.testing.assert_array_equal(row.lines[0].get_ydata(), motion.tau[:, k])
        numpy.testing.assert_array_equal(row.lines[0].get_xdata(), motion.time)
    with pytest.raises(ValueError, match="axes: expected 7"):
        plot.torque(motion, axes=rows[:2])
    log = torsor.Log(motion.time, motion.q, motion.tau)
    assert len(plot.torque(log)) == 7


def test_a_phase_portrait_begins_at_the_start():
    run = torsor.load("two-rods").simulate([0.3, 0.1], [1, 2])
    axes = plot.phase_portrait(run)
    numpy.testing.assert_array_equal(axes.lines[1].get_xydata(), [[0.3, 1]])
    numpy.testing.assert_array_equal(axes.lines[3].get_xydata(), [[0.1, 2]])
    with pytest.raises(ValueError, match="log without them"):
        plot.phase_portrait(torsor.Log(run.time, run.q, run.tau))


def test_what_is_left_is_measured_less_predicted(identified):
    rows = plot.residuals(identified)
    assert "held out" in rows[0].figure.get_suptitle()
    for row, trace in zip(rows, identified.validation, strict=True):
        measured, predicted, left = (line.get_ydata() for line in row.lines[:3])
        numpy.testing.assert_array_equal(measured, trace.measured)
        numpy.testing.assert_allclose(left, measured - predicted)
        assert left.std() == pytest.approx(0.1, rel=0.2)  # the noise
    assert "training" in plot.residuals(identified, validation=False)[0].figure.get_suptitle()


def test_intervals_are_those_of_the_estimate(identified):
    weighted = identified.estimate("weighted")
    axes = plot.parameter_intervals(identified, true_values=weighted.value)
    labels = [label.get_text() for label in axes.get_yticklabels()]
    best = int(numpy.argmin(weighted.standard_deviation / abs(weighted.value)))
    assert labels[-1].startswith(identified.base_names[best])
    (_, _), (high, _) = axes.collections[0].get_segments()[-1]
    assert high == pytest.approx(196 * weighted.standard_deviation[best] / abs(weighted.value[best]))
    with pytest.raises(KeyError, match="weighted"):
        plot.parameter_intervals(identified, method="lucky guess")


def test_a_stick_figure_goes_from_the_base_to_the_tip(robot_name):
    robot = torsor.load(robot_name)
    q = robot.zero_position
    axes = plot.arm(robot, q)
    ends = numpy.array([numpy.array(line.get_data_3d()).T[-1] for line in axes.lines])
    tip = robot.forward_kinematics(q)[:3, 3]
    assert abs(ends - tip).sum(1).min() < 1e-12
    with pytest.raises(ValueError, match="q: expected"):
        plot.arm(robot, numpy.zeros(robot.nq + 1))
    with pytest.raises(ValueError, match="axes: expected axes in 3-D"):
        plot.arm(robot, q, axes=matplotlib.pyplot.subplots()[1])


def test_ellipsoids_have_the_inertia_of_the_links(panda):
    """A homogeneous ellipsoid of half axes a has second moments m a^2 / 5; kinetic energy knows them."""
    q, qd = numpy.array([0.3, -0.3, 0.2, -2, 0.1, 1.7, 0.4]), numpy.array([1.0, 0, 0, 0, 0, 0, 0])
    energy = 0.0
    for parent, _, mass, centre, moment in panda._bodies(q):
        if parent >= 0:
            energy += 0.5 * (moment[0, 0] + moment[1, 1] + mass * (centre[0] ** 2 + centre[1] ** 2))  # about z
    rotor = panda.effective_inertia(q).actuator_inertia[0]
    assert energy + 0.5 * rotor == pytest.approx(panda.kinetic_energy(q, qd), rel=1e-12)
    assert len(plot.inertia_ellipsoids(panda, q).collections) == 7
