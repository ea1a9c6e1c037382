# %% [markdown]
# # Dynamics of a textbook arm
#
# Two rods of length l and masses m1, m2 in a vertical plane: the example that every textbook of robot dynamics works
# out by hand. Here it is derived, checked against the page, and moved.

# %%
import matplotlib.pyplot as pyplot
import numpy

import torsor
import torsor.plot

robot = torsor.load("two-rods")
robot

# %% [markdown]
# ## The equations
# The same algorithms that compute numbers run on symbols. What comes out is the page of the book, in the symbols of the
# robot file.

# %%
equations = robot.derive(["inertia", "coriolis", "gravity"])
equations

# %%
equations["B11"]

# %% [markdown]
# By hand, with both masses 1 kg and both lengths 1 m [Fu, Gonzalez, Lee 1987, 3.2]:

# %%
q = numpy.array([0.3, 0.7])
c1, c2, c12 = numpy.cos([q[0], q[1], q.sum()])
by_hand = numpy.array([[5 / 3 + c2, 1 / 3 + c2 / 2], [1 / 3 + c2 / 2, 1 / 3]])
numpy.testing.assert_allclose(robot.inertia_matrix(q), by_hand, rtol=1e-14)
numpy.testing.assert_allclose(robot.gravity(q), [9.81 * (1.5 * c1 + 0.5 * c12), 9.81 * 0.5 * c12], rtol=1e-14)
robot.inertia_matrix(q)

# %% [markdown]
# ## Physics that must hold
# `B' - 2C` is skew symmetric, so that Coriolis forces do no work; inverse dynamics undoes forward dynamics. `check`
# holds every formulation against every other at random states.

# %%
robot.check()

# %% [markdown]
# ## What a joint feels
# The inertia about the first joint depends on the second, and on whether that one is locked or free.

# %%
bend = numpy.linspace(-numpy.pi, numpy.pi, 181)
poses = numpy.column_stack([numpy.zeros_like(bend), bend])
B = robot.inertia_matrix(poses)
locked = B[:, 0, 0]
free = 1 / numpy.linalg.inv(B)[:, 0, 0]
_, axes = pyplot.subplots(figsize=(6, 3), layout="constrained")
axes.plot(bend, locked, label="second joint locked")
axes.plot(bend, free, label="second joint free")
axes.set_xlabel("q2, rad")
axes.set_ylabel("inertia at joint 1, kg m$^2$")
axes.legend(frameon=False)
assert (free <= locked + 1e-12).all()

# %% [markdown]
# ## A fall
# Without motors the arm is a double pendulum. Its energy stays; the power balance of the simulator says by how much it
# does not.

# %%
fall = robot.simulate([0, 0], duration=5, rate=200)
energy = fall.kinetic_energy + fall.potential_energy
print(f"energy moves by {abs(energy - energy[0]).max():.1e} J")
assert abs(energy - energy[0]).max() < 1e-5
torsor.plot.phase_portrait(fall)

# %%
torsor.plot.arm(robot, fall.q[-1], trace=fall.q[-200:])
