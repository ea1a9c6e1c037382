# %% [markdown]
# # From Corke's toolbox to Torsor
#
# Most who know a Puma 560 know it from Peter Corke's Robotics Toolbox. This is the way over: a table, and then the
# numbers that the toolbox's manual prints, computed here.
#
# | | Robotics Toolbox for Python | Robotics Toolbox for MATLAB | Torsor |
# |---|---|---|---|
# | a robot | `rtb.models.DH.Puma560()` | `mdl_puma560` | `torsor.load("puma560")` |
# | from a DH table | `DHRobot([RevoluteDH(a=1, ...)])` | `SerialLink([Revolute('a', 1)])` | `Robot.from_dh([{"a": 1, ...}])` |
# | modified DH | `RevoluteMDH` | `RevoluteMDH` | `from_dh(..., convention="modified")` |
# | from a URDF | `Robot.URDF(path)` | `SerialLink.URDF` | `Robot.from_urdf(path)` |
# | pose of the tip | `robot.fkine(q)` | `p560.fkine(q)` | `robot.forward_kinematics(q)` |
# | all frames | `robot.fkine_all(q)` | `A = p560.A(1:k, q)` | `robot.frame_poses(q)` |
# | joints for a pose | `robot.ikine_a(T)`, `ikine_LM(T)` | `p560.ikine6s(T)`, `ikine` | `robot.inverse_kinematics(T, all=True)` |
# | Jacobian, base axes | `robot.jacob0(q)` | `p560.jacob0(q)` | `robot.jacobian(q)` |
# | its rate | `robot.jacob0_dot(q, qd)` | `jacob_dot` | `robot.jacobian_dot(q, qd)` |
# | torque of a motion | `robot.rne(q, qd, qdd)` | `p560.rne(q, qd, qdd)` | `robot.inverse_dynamics(q, qd, qdd)` |
# | acceleration | `robot.accel(q, qd, tau)` | `p560.accel(q, qd, tau)` | `robot.forward_dynamics(q, qd, tau)` |
# | inertia matrix | `robot.inertia(q)` | `p560.inertia(q)` | `robot.inertia_matrix(q)` |
# | Coriolis matrix | `robot.coriolis(q, qd)` | `p560.coriolis(q, qd)` | `robot.coriolis_matrix(q, qd)` |
# | gravity | `robot.gravload(q)` | `p560.gravload(q)` | `robot.gravity(q)` |
# | friction | `robot.friction(qd)`, the torque it gives | `friction` | `robot.friction_torque(qd)`, the torque it takes |
# | a load | `robot.payload(m, p)` | `p560.payload(m, p)` | `payload` in the robot file; `robot.payload(...)` finds one in logs |
# | a motion | `rtb.jtraj(q0, q1, t)` | `jtraj(q0, q1, t)` | `robot.trajectory([q0, q1], duration=2)` |
# | a simulation | `robot.fdyn(T, q0, torque)` | `p560.fdyn(T, torque)` | `robot.simulate(q0, duration=T, torque=...)` |
# | manipulability | `robot.manipulability(q)` | `p560.maniplty(q)` | `solution.manipulability` of `inverse_kinematics` |
# | symbols | `Puma560(symbolic=True)` | `p560.sym` | `robot.derive()` |
#
# The numbers are the same to the last digits (a test compares them). What differs: gravity is the free-fall
# acceleration, `[0, 0, -9.81]`, where MATLAB has +9.81 up; friction is what it takes, with the sign of the velocity; the
# Python toolbox's Puma stands 0.672 m above its base, this one and MATLAB's at the shoulder; a batch is one call, with
# any leading axes, in place of one row for each state.

# %%
import math

import numpy

import torsor

robot = torsor.load("puma560")
numpy.set_printoptions(suppress=True)
qz = numpy.zeros(6)  # zero angle
qr = numpy.array([0, math.pi / 2, -math.pi / 2, 0, 0, 0])  # ready
qn = numpy.array([0, math.pi / 4, math.pi, 0, math.pi / 4, 0])  # nominal

# %% [markdown]
# ## Torques
# The toolbox:
# ```matlab
# >> Q = p560.rne(qn, qz, qz)
# Q =   -0.0000   31.6399    6.0351    0.0000    0.0283         0
# >> p560.gravload(qr)
# ans = 0   -0.7752    0.2489         0         0         0
# ```
# Torsor:

# %%
print(robot.inverse_dynamics(qn).round(4))
numpy.testing.assert_allclose(robot.inverse_dynamics(qn), [0, 31.6399, 6.0351, 0, 0.0283, 0], atol=5e-5)
numpy.testing.assert_allclose(robot.gravity(qr), [0, -0.7752, 0.2489, 0, 0, 0], atol=5e-5)

# %% [markdown]
# ## Inertia
# ```matlab
# >> M = p560.inertia(qn)
# M =
#     3.6594   -0.4044    0.1006   -0.0025    0.0000   -0.0000
#    -0.4044    4.4137    0.3509    0.0000    0.0024    0.0000
#     0.1006    0.3509    0.9378    0.0000    0.0015    0.0000
#    -0.0025    0.0000    0.0000    0.1925    0.0000    0.0000
#     0.0000    0.0024    0.0015    0.0000    0.1713    0.0000
#    -0.0000    0.0000    0.0000    0.0000    0.0000    0.1941
# ```

# %%
B = robot.inertia_matrix(qn)
numpy.testing.assert_allclose(numpy.diag(B), [3.6594, 4.4137, 0.9378, 0.1925, 0.1713, 0.1941], atol=5e-5)
numpy.testing.assert_allclose(B[0], [3.6594, -0.4044, 0.1006, -0.0025, 0, 0], atol=5e-5)
print(B.round(4) + 0.0)

# %% [markdown]
# ## Poses and joints
# ```pycon
# >>> puma.ikine_a(puma.fkine(puma.qn), "ru")    # right-handed, elbow up
# ```
# There all eight solutions are asked for one by one, by letters; here at once.

# %%
solutions = robot.inverse_kinematics(robot.forward_kinematics(qn), all=True, limits=False)
solutions

# %% [markdown]
# ## A fall
# ```matlab
# >> [t, q, qd] = p560.fdyn(2, @(r, t, q, qd) zeros(1, 6), qz)
# ```

# %%
run = robot.simulate(qz, duration=2)
run

# %% [markdown]
# ## An arm from its table
# ```pycon
# >>> rtb.DHRobot([rtb.RevoluteDH(a=1, m=1, r=[-0.5, 0, 0]), rtb.RevoluteDH(a=1, m=1, r=[-0.5, 0, 0])])
# ```

# %%
rod = {"a": 1, "mass": 1, "com": [-0.5, 0, 0]}
arm = torsor.Robot.from_dh([rod, rod], gravity=[0, -9.81, 0])
arm.gravity([0, 0])
