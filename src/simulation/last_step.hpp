#pragma once

#include "simulation/stepper.hpp"

namespace torsor::simulation {

/// Positions and velocities within a step, from both of its ends: a polynomial of degree 5 in local coordinates that
/// has position, velocity and acceleration of either end. As exact as a method of order 5 is at the ends.
class LastStep {
 public:
  explicit LastStep(const Plant& plant);

  /// From a point to the next. What the stepper has of them, y at the end and dy/dt at the beginning, is taken from it.
  void set(const Point& from, const Point& to, Stepper& stepper);
  /// Of a start: there is no step yet.
  void set(const Point& start);

  void at(const Model<double>& model, double t, Output<double> q, Output<double> qd, Output<double> z);

  double begin = 0, end = 0;

 private:
  void set_ends(const Model<double>& model);

  std::size_t n_;
  std::vector<double> q_, qdd1_, z0_, zd1_;
  std::vector<double> y1_, dy0_;  // u, qd and z at the end; qd, qdd and zd at the beginning
  bool ends_known_ = false;       // what follows is computed when it is asked for: most steps are never looked into
  std::vector<double> du0_, ddu0_, du1_, ddu1_;
  std::vector<double> coordinates_, rate_;
};

}  // namespace torsor::simulation
