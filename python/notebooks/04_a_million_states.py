# %% [markdown]
# # A batch of a million states
#
# Arrays may have any leading shape. A batch runs several states at once in vector registers, on all cores, without
# Python's lock; nothing is copied where an array is in C order.

# %%
import time

import matplotlib.pyplot as pyplot
import numpy

import torsor

robot = torsor.load("panda")
random = numpy.random.default_rng(1)
count = 1_000_000
q, qd, qdd = random.normal(size=(3, count, 7))

# %%
tau = numpy.empty_like(q)
start = time.perf_counter()
robot.inverse_dynamics(q, qd, qdd, out=tau)
seconds = time.perf_counter() - start
print(f"{count} states in {seconds:.3f} s: {1e9 * seconds / count:.0f} ns each")

# %% [markdown]
# One state at a time has the digits of the command line; a batch may differ from it in the last one or two.

# %%
for k in random.integers(count, size=100):
    one = robot.inverse_dynamics(q[k], qd[k], qdd[k])
    numpy.testing.assert_allclose(tau[k], one, atol=1e-12 * abs(one).max())

# %% [markdown]
# ## What torque does the arm need to hold itself?
# A million poses within the limits, and the share of them in which each joint needs more than a given torque.

# %%
low = numpy.array([-2.9, -1.76, -2.9, -3.07, -2.9, -0.02, -2.9])
high = numpy.array([2.9, 1.76, 2.9, -0.07, 2.9, 3.75, 2.9])
hold = abs(robot.gravity(random.uniform(low, high, size=(count, 7))))
_, axes = pyplot.subplots(figsize=(6, 3), layout="constrained")
share = numpy.linspace(1, 0, 500)
for k, joint in enumerate(robot.joints):
    axes.plot(numpy.quantile(hold[:, k], 1 - share), share, label=joint)
axes.set_xlabel("torque to hold, Nm")
axes.set_ylabel("share of poses above it")
axes.legend(frameon=False, fontsize="small")
assert hold[:, 0].max() < 1e-9  # about a vertical axis

# %% [markdown]
# ## How well can the tip be moved?
# Jacobians of a grid of poses: leading axes stay as they are.

# %%
shoulder, elbow = numpy.meshgrid(numpy.linspace(-1.5, 1.5, 200), numpy.linspace(-3, -0.1, 200), indexing="ij")
grid = numpy.zeros((200, 200, 7))
grid[..., 1], grid[..., 3], grid[..., 5] = shoulder, elbow, 1.6
J = robot.jacobian(grid)
manipulability = numpy.sqrt(numpy.maximum(0, numpy.linalg.det(J @ numpy.swapaxes(J, -1, -2))))
_, axes = pyplot.subplots(figsize=(5, 4), layout="constrained")
drawn = axes.pcolormesh(shoulder, elbow, manipulability)
axes.figure.colorbar(drawn, label="manipulability")
axes.set_xlabel("joint 2, rad")
axes.set_ylabel("joint 4, rad")
