#pragma once

#include "torsor/model/conditions.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// How small deviations x = [dq; dqd] and u = dtau go on: x' = A x + B u, or x[k+1] = A x[k] + B u[k]. Deviations of
/// positions are along the velocities: nv numbers, twists in the axes of the link for ball and free joints.
struct StateSpace {
  Matrix<double> A, B;  // 2 nv x 2 nv and 2 nv x nv
};

/// The robot about a state, its torques and the motion they give. The state itself goes on with qd and `qdd`: it is an
/// equilibrium where both are zero.
struct LinearisedRobot {
  StateSpace continuous;
  std::vector<double> qdd;
  bool singular = false;  // B(q) has no inverse to working precision, and nothing here has a meaning
};

LinearisedRobot linearised(const Model<double>& model, Input<double> q, Input<double> qd, Input<double> tau,
                           const Conditions<double>& conditions);

/// The same deviations from one sample to the next, torques held in between (zero-order hold): the exponential of
/// [A B; 0 0] times the sample time. [Franklin, Powell, Workman 1998, 4.3]
StateSpace discretised(const StateSpace& continuous, double sample_time);

}  // namespace torsor
