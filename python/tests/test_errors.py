"""What is wrong is told in words of the call; errors and findings go from process to process."""

import copy
import pickle

import numpy
import pytest
from conftest import states

import torsor

FINDING = torsor.Finding("name-duplicate", "error", "a.urdf", 3, 4, "link b", "expected one", "rename it")


@pytest.mark.parametrize(
    "error",
    [
        torsor.Error("wrong"),
        torsor.UsageError("q: wrong", "q"),
        torsor.FileError("a.urdf:3:4: wrong", [FINDING]),
        torsor.ComputationError("singular"),
        torsor.WriteError("a.html: full", "a.html"),
    ],
)
@pytest.mark.parametrize("again", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy, copy.deepcopy])
def test_errors_are_pickled_and_copied_with_their_fields(error, again):
    other = again(error)
    assert type(other) is type(error)
    assert str(other) == str(error)
    assert repr(other.__dict__) == repr(error.__dict__)


def test_findings_are_the_same_thing_everywhere():
    with pytest.raises(torsor.FileError) as raised:
        torsor.Robot.from_urdf("<robot name='a'><link name='b'/><link name='b'/></robot>")
    first = raised.value.findings[0]
    assert isinstance(first, torsor.Finding)
    assert first["code"] == first.code == raised.value.code
    with pytest.raises(KeyError, match="expected one of code"):
        first["cod"]
    arm = torsor.Robot.from_dh([{"a": 1}])
    assert [finding.code for finding in arm.warnings] == ["no-mass"]


def test_a_singular_inertia_names_the_joint():
    arm = torsor.Robot.from_dh([{"a": 1, "mass": 1, "com": [-0.5, 0, 0]}, {"a": 1}])
    with pytest.raises(torsor.ComputationError, match="singular at this state .joint joint2"):
        arm.forward_dynamics([0, 0])
    with pytest.raises(torsor.ComputationError, match="joint2"):
        arm.forward_dynamics_derivatives([0, 0])
    assert not numpy.isfinite(arm.forward_dynamics([[0, 0], [1, 1]])).all()


def test_quaternions_have_length_1():
    box = torsor.Robot.from_urdf(torsor.load("two-rods").write("urdf"), free_base=True)
    q = box.zero_position
    k = box.positions.index(next(name for name in box.positions if name.endswith("qw")))
    box.gravity(q * 1.0005)
    for w in (0, 2, 0.9):
        wrong = q.copy()
        wrong[k] = w
        with pytest.raises(ValueError, match="expected a quaternion w,x,y,z of length 1"):
            box.gravity([q, wrong])
        with pytest.raises(ValueError, match="expected a quaternion"):
            box.simulate(wrong)


def test_where_several_tips_are_possible_none_is_named():
    hand = """<robot name="hand"><link name="palm"/>
    <link name="left"/><joint name="l" type="continuous"><parent link="palm"/><child link="left"/></joint>
    <link name="right"/><joint name="r" type="continuous"><parent link="palm"/><child link="right"/></joint></robot>"""
    robot = torsor.Robot.from_urdf(hand)
    assert robot.tip is None
    assert "several tips" in repr(robot)
    with pytest.raises(ValueError, match="left and right"):
        robot.jacobian([0, 0])


def test_conditions_go_to_other_processes_and_fit_robots_of_the_same_file():
    robot = torsor.Robot.from_urdf(torsor.load("ur5e").write("urdf"))
    world = robot.conditions(gravity=[0, 1, 2], wrench=[1, 2, 3, 4, 5, 6])
    assert "gravity=array([0., 1., 2.])" in repr(world)
    q = states(robot)[0]
    tau = robot.inverse_dynamics(q, conditions=world)
    other = pickle.loads(pickle.dumps(robot))
    moved = pickle.loads(pickle.dumps(world))
    numpy.testing.assert_array_equal(other.inverse_dynamics(q, conditions=moved), tau)
    numpy.testing.assert_array_equal(robot.inverse_dynamics(q, conditions=moved), tau)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: torsor.Robot.from_dh([{"a": 1}], gravity=9.81), "gravity: expected three numbers"),
        (lambda: torsor.Robot.from_dh({"a": 1}), "links: expected a list .* found one dictionary"),
        (lambda: torsor.Robot.from_dh([[1, 0, 0, 0]]), r"links\[0\]: expected a dictionary .* found list"),
        (lambda: torsor.Robot.from_dh([{"mass": float("nan")}]), r"links\[0\].mass: expected a finite number"),
        (lambda: torsor.Robot.from_dh([{"inertia": [[1, 2], [2, 1]]}]), r"inertia: expected a matrix \(3, 3\)"),
        (lambda: torsor.Robot.from_dh([{"mass": object()}]), r"links\[0\].mass: expected numbers, .* found object"),
        (lambda: torsor.Robot.from_urdf(b"<robot/>"), "urdf: expected a file or a text, found bytes"),
        (lambda: torsor.Robot.from_urdf(""), "urdf: .* found an empty text"),
        (lambda: torsor.load("<robot/>"), "from_urdf"),
        (lambda: torsor.Robot.from_urdf(torsor.load("two-rods").write("mjcf")), "expected URDF, found MJCF"),
        (lambda: torsor.Robot.from_mjcf(torsor.load("two-rods").write("urdf")), "expected MJCF, found URDF"),
        (lambda: torsor.load("panda").excite(period=-1), "period: expected s, above 0"),
    ],
)
def test_calls_that_make_no_sense_are_told_in_their_own_words(call, words):
    with pytest.raises(torsor.UsageError, match=words):
        call()


def test_an_inertia_may_be_a_matrix():
    matrix = numpy.array([[3, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, 3]])
    entries = {"xx": 3.0, "yy": 3.0, "zz": 3.0, "xy": 0.1, "xz": 0.2, "yz": 0.3}
    rows = [{"a": 1, "mass": 1, "inertia": inertia} for inertia in (matrix, entries)]
    first, second = (torsor.Robot.from_dh([row]).write("yaml") for row in rows)
    assert first == second


def test_a_peak_between_samples_is_seen_and_limits_that_are_broken_are_told(panda):
    motion = panda.trajectory([[0, 0, 0, -1, 0, 1, 0], [1, 0, 0, -1, 0, 1, 0]], duration=0.01)
    assert len(motion.time) == 2
    assert motion.peak_velocity[0] == pytest.approx(15 / 8 / 0.01, rel=1e-5)  # of a quintic
    assert motion.peak_acceleration[0] == pytest.approx(10 / 3**0.5 / 0.01**2, rel=1e-4)
    assert motion.peak_torque[0] > abs(motion.tau[:, 0]).max()
    assert any(words.startswith("velocity of joint1 is 187.5 rad/s") for words in motion.exceeded)
    assert "exceeds a limit: " in repr(motion)
    slow = panda.trajectory([[0, 0, 0, -1, 0, 1, 0], [1, 0, 0, -1, 0, 1, 0]], max_velocity=1, max_acceleration=2)
    assert slow.exceeded == []


def test_plots_are_loaded_when_they_are_asked_for():
    import subprocess
    import sys

    words = "import sys, torsor; assert 'torsor.plot' not in sys.modules; assert 'plot' in dir(torsor); torsor.plot.arm"
    subprocess.run([sys.executable, "-c", words], check=True)
    with pytest.raises(AttributeError, match="no attribute 'plots'"):
        torsor.plots
