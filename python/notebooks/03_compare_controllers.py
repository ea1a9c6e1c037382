# %% [markdown]
# # Compare controllers
#
# Three control laws follow one motion on one robot, sampled 500 times a second. Each is a Python function of time,
# positions and velocities; the simulator calls it at its rate and holds its torque in between.

# %%
from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as pyplot
import numpy
from numpy.typing import NDArray

import torsor

Array = NDArray[numpy.floating[Any]]
Law = Callable[[float, Array, Array], Array]

robot = torsor.load("two-rods")
rate = 500.0
motion = robot.trajectory([[0.0, 0.0], [1.2, -0.8], [-0.5, 1.0], [0.0, 0.0]], duration=3, rate=rate)

# %% [markdown]
# ## The laws

# %%
stiffness, damping = numpy.array([400.0, 100.0]), numpy.array([60.0, 15.0])


def at(t: float) -> int:
    return min(round(t * rate), len(motion.time) - 1)


def pd(t: float, q: Array, qd: Array) -> Array:
    k = at(t)
    torque: Array = stiffness * (motion.q[k] - q) + damping * (motion.qd[k] - qd)
    return torque


def pd_with_gravity(t: float, q: Array, qd: Array) -> Array:
    return pd(t, q, qd) + robot.gravity(q)


def computed_torque(t: float, q: Array, qd: Array) -> Array:
    k = at(t)
    qdd = motion.qdd[k] + 400 * (motion.q[k] - q) + 40 * (motion.qd[k] - qd)
    return robot.inverse_dynamics(q, qd, qdd)


laws: dict[str, Law] = {"PD": pd, "PD and gravity": pd_with_gravity, "computed torque": computed_torque}

# %% [markdown]
# ## On the robot of the model

# %%
runs = {
    name: robot.simulate([0, 0], duration=3, rate=rate, controller=law, control_rate=rate)
    for name, law in laws.items()
}
errors = {name: run.q - motion.q for name, run in runs.items()}
for name, error in errors.items():
    print(f"{name:16s} rms {1e3 * numpy.sqrt((error**2).mean()):8.3f} mrad   largest {1e3 * abs(error).max():8.3f} mrad")
assert abs(errors["computed torque"]).max() < abs(errors["PD and gravity"]).max() < abs(errors["PD"]).max()

# %%
_, axes = pyplot.subplots(figsize=(7, 3), layout="constrained")
for name, error in errors.items():
    axes.plot(motion.time, 1e3 * abs(error).max(1), label=name)
axes.set_yscale("log")
axes.set_xlabel("time, s")
axes.set_ylabel("error, mrad")
axes.legend(frameon=False)

# %% [markdown]
# ## On another robot
# The model is never the robot: here the second rod carries 0.5 kg more than the controllers know, friction that only
# the simulation has takes its part, and something pushes once.

# %%
heavier = torsor.load("two-rods", set={"m2": 1.5})


def friction(q: Array, qd: Array) -> Array:
    taken: Array = 0.5 * numpy.tanh(qd / 0.05) + 0.2 * qd
    return taken


def push(t: float, q: Array, qd: Array) -> Array:
    return numpy.array([0.0, 5.0 if 1.5 < t < 1.6 else 0.0])


for name, law in laws.items():
    run = heavier.simulate(
        [0, 0], duration=3, rate=rate, controller=law, control_rate=rate, friction=friction, disturbance=push
    )
    print(f"{name:16s} rms {1e3 * numpy.sqrt(((run.q - motion.q) ** 2).mean()):8.3f} mrad")

# %% [markdown]
# A law that counts on its model loses most where the model is wrong; it still follows best. An integral part, or a
# better model (from a log, see the notebook before), takes the rest.
