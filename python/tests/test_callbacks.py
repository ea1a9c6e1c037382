"""Python's own functions in simulations; progress; Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest

import torsor


@pytest.fixture
def rods():
    return torsor.load("two-rods")


def test_a_controller_is_called_at_its_rate_and_held(rods):
    calls = []

    def controller(t, q, qd):
        calls.append(t)
        return [10.0 * len(calls), 0.0]

    run = rods.simulate([0, 0], duration=0.1, rate=1000, controller=controller, control_rate=50)
    numpy.testing.assert_allclose(calls[:5], [0, 0.02, 0.04, 0.06, 0.08], atol=1e-12)
    for k in range(5):
        inside = (run.time > calls[k] + 1e-9) & (run.time < calls[k] + 0.02 - 1e-9)
        numpy.testing.assert_array_equal(run.tau[inside, 0], 10.0 * (k + 1))


def test_a_sampled_controller_follows_a_motion(rods):
    motion = rods.trajectory([[0, 0], [1, -0.5]], duration=1, rate=1000)

    def controller(t, q, qd):
        k = min(round(t * 1000), 1000)
        qdd = motion.qdd[k] + 400 * (motion.q[k] - q) + 40 * (motion.qd[k] - qd)
        return rods.inverse_dynamics(q, qd, qdd)

    run = rods.simulate([0, 0], duration=1, rate=1000, controller=controller)
    assert abs(run.q - motion.q).max() < 1e-3


def test_friction_of_python_is_that_of_the_robot():
    """Viscous friction as a function, and in the robot file."""
    q, qd = [0.5, 0.3], [3.0, -2.0]
    damped = torsor.Robot.from_dh(
        [
            {"a": 1, "mass": 1, "com": [-0.5, 0, 0], "inertia": {"zz": 1 / 12}, "friction": {"viscous": c}}
            for c in (2.0, 1.0)
        ],
        gravity=[0, -9.81, 0],
    )
    free = torsor.Robot.from_dh(
        [{"a": 1, "mass": 1, "com": [-0.5, 0, 0], "inertia": {"zz": 1 / 12}} for _ in range(2)],
        gravity=[0, -9.81, 0],
    )
    theirs = damped.simulate(q, qd, duration=0.5, tolerance=1e-10)
    ours = free.simulate(q, qd, duration=0.5, tolerance=1e-10, friction=lambda q, qd: [2.0, 1.0] * qd)
    numpy.testing.assert_allclose(ours.q, theirs.q, atol=1e-7)
    assert abs(ours.q - free.simulate(q, qd, duration=0.5).q).max() > 0.05


def test_a_disturbance_is_a_torque_besides(rods):
    push = rods.simulate([0, 0], duration=0.3, disturbance=lambda t, q, qd: [0.0, 3.0 * t], tolerance=1e-10)
    torque = rods.simulate([0, 0], duration=0.3, torque=lambda t, q, qd: [0.0, 3.0 * t], tolerance=1e-10)
    numpy.testing.assert_allclose(push.q, torque.q, atol=1e-9)


@pytest.mark.parametrize("name", ["torque", "controller", "disturbance", "friction"])
def test_what_a_function_raises_is_raised(rods, name):
    def broken(*state):
        raise RuntimeError("motor on fire")

    with pytest.raises(RuntimeError, match="motor on fire"):
        rods.simulate([0, 0], **{name: broken})
    with pytest.raises(ValueError, match=name):
        rods.simulate([0, 0], **{name: lambda *state: [1.0]})
    with pytest.raises(ValueError, match=name):
        rods.simulate([0, 0], **{name: lambda *state: [numpy.nan, 0]})
    with pytest.raises(ValueError, match=name):
        rods.simulate([0, 0], **{name: "no function"})


def test_progress_is_told_and_may_end_the_work(rods):
    told = []
    rods.excite(starts=2, period=6, progress=lambda stage, done: told.append((stage, done)))
    assert told[-1] == ("done", 1)
    assert all(0 <= done <= 1 for _, done in told)

    def enough(stage, done):
        raise StopIteration(stage)

    with pytest.raises(StopIteration):
        torsor.load("panda").excite(starts=50, progress=enough)
    with pytest.raises(StopIteration):
        torsor.load("panda").simulate(numpy.full(7, 0.3), duration=1000, progress=enough)


def test_a_bar_is_shown(rods, capsys):
    rods.excite(starts=1, period=6, harmonics=2, progress=True)
    assert "100" in capsys.readouterr().err


SETUP = """
import numpy, signal, torsor
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a job in the background does not have
panda = torsor.load("panda")
t = numpy.arange(100_000) * 0.005
q = 0.5 * numpy.sin(t[:, None] * numpy.linspace(0.5, 1.7, 7))
log = torsor.Log(t, q, panda.inverse_dynamics(q) + numpy.random.default_rng(1).normal(size=q.shape))
"""
LONG_WORK = {
    "identify": "panda.identify([log, log, log], select_terms=True)",
    "excite": "panda.excite(starts=1000)",
    "simulate": "panda.simulate([0.3] * 7, duration=1e5, rate=1)",
    "controller": "panda.simulate([0.3] * 7, duration=1e4, rate=1, controller=lambda t, q, qd: 0 * qd)",
    "derive": "panda.derive(limit=10**9)",
    "check": "panda.check(states=10**9)",
}


@pytest.mark.parametrize("name", LONG_WORK)
def test_ctrl_c_ends_long_work_within_a_second(name):
    program = f"""{SETUP}
print("begins", flush=True)
try:
    {LONG_WORK[name]}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    watchdog = threading.Timer(60, process.kill)
    watchdog.start()
    try:
        assert process.stdout.readline() == "begins\n"
        time.sleep(0.4)
        assert process.poll() is None
        start = time.perf_counter()
        os.kill(process.pid, signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.perf_counter() - start < 1
        assert process.wait(10) == 0
    finally:
        watchdog.cancel()
        process.kill()
        process.stdout.close()
        process.wait()


def test_ctrl_c_ends_a_batch_before_its_last_state():
    robot = torsor.load("panda")
    q, energy = numpy.zeros((3_000_000, 7)), numpy.full(3_000_000, numpy.nan)
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})  # more of them might be done before the signal comes
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            robot.kinetic_energy(q, q, out=energy)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
        os.sched_setaffinity(0, cores)
    assert numpy.isnan(energy[-1])
    assert energy[0] == 0


def test_other_threads_go_on_beside_long_work(rods):
    steps = []
    stop = threading.Event()

    def count():
        while not stop.is_set():
            steps.append(1)
            time.sleep(0.001)

    beside = threading.Thread(target=count)
    beside.start()
    rods.excite(starts=2, period=6)
    stop.set()
    beside.join()
    assert len(steps) > 5
