# %% [markdown]
# # From a log to a model
#
# A robot arrives without numbers that can be trusted. Move it well, record positions and torques, and let the log tell
# its masses and friction.

# %%
from typing import Any

import numpy
from numpy.typing import NDArray

import torsor
import torsor.plot

Array = NDArray[numpy.floating[Any]]
robot = torsor.load("ur5e")

# %% [markdown]
# ## A motion that tells most
# Within the limits of the robot, at rest at both ends. The table says what to expect of each parameter before anything
# has moved.

# %%
motion = robot.excite(period=20, harmonics=4, starts=2, rate=200)
print(f"{len(motion.parameters)} base parameters, condition number {motion.condition_number:.0f}")

# %%
torsor.plot.torque(motion)

# %% [markdown]
# ## The log
# Here the recorder is a computation: an arm whose links are up to 20 % heavier or lighter than its file says, with
# friction that the file does not know, and noise on every torque. A log from a file, a pandas frame or a ROS 2 bag is
# read by `torsor.read_log`.

# %%
random = numpy.random.default_rng(7)
link_of = numpy.array([int(name[-1]) for name in robot.parameter_names])  # "mx3" is of link 3
true_parameters = robot.parameters * random.uniform(0.8, 1.2, size=7)[link_of]


def true_torque(q: Array, qd: Array, qdd: Array) -> Array:
    friction = 4 * numpy.tanh(qd / 0.02) + 3 * qd
    return numpy.asarray(robot.regressor(q, qd, qdd) @ true_parameters + friction)


torque = true_torque(motion.q, motion.qd, motion.qdd)
noise = 0.005 * abs(torque).max(0) * random.standard_normal(torque.shape)
log = torsor.Log(motion.time, motion.q, torque + noise, name="ur5e").examined(robot)
log

# %% [markdown]
# ## What it tells
# The last quarter of the log is held out, and the verdict is about that.

# %%
found = robot.identify(log)
found

# %%
torsor.plot.residuals(found)

# %% [markdown]
# Every base parameter has an interval. Those of friction are narrow; what the motion hardly shows is told so.

# %%
torsor.plot.parameter_intervals(found)

# %%
found.to_pandas()[["name", "weighted", "weighted_deviation"]].head(8)

# %% [markdown]
# ## The model
# The identified robot is one whose every link is possible. It predicts torques of motions that it has not seen.

# %%
assert found.robot is not None
model = torsor.Robot.from_yaml(found.robot)
other = robot.trajectory(random.uniform(-1.5, 1.5, size=(6, 6)), duration=8)
wanted = true_torque(other.q, other.qd, other.qdd)


def error(arm: torsor.Robot) -> float:
    """The rms error of the torque, over the rms torque of all joints."""
    tau = arm.inverse_dynamics(other.q, other.qd, other.qdd)
    return float(numpy.sqrt(((tau - wanted) ** 2).mean() / (wanted**2).mean()))


print(f"the robot file is off by {100 * error(robot):.0f} %, the identified model by {100 * error(model):.1f} %")
assert error(model) < 0.02 < 0.1 < error(robot)
