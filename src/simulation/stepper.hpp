#pragma once

#include <optional>

#include "simulation/motion_equations.hpp"
#include "torsor/simulation/dormand_prince.hpp"
#include "torsor/simulation/dormand_prince_8.hpp"
#include "torsor/simulation/rosenbrock.hpp"
#include "torsor/simulation/runge_kutta_4.hpp"

namespace torsor::simulation {

/// One step of the chosen method, from a point to the next.
class Stepper {
 public:
  Stepper(Plant& plant, const SimulationOptions& options);

  /// The point from which the next steps are tried.
  void set_start(const Point& from);
  /// `to` at from.t + h, with what forward dynamics gives there. False where there is no such step: plant.fault.
  bool advance(const Point& from, double h, Point& to);
  /// Of the last step, over what the tolerance allows; 0 for methods of a fixed step.
  double error(const Point& from, double h, const Point& to);

  bool is_adaptive() const { return dormand_prince_ || dormand_prince_8_ || rosenbrock_; }
  /// The power of the step with which the error grows.
  int order_of_error() const { return rosenbrock_ ? 4 : dormand_prince_ ? 5 : 8; }
  /// How much shorter than the error asks for a step is tried: what costs the least over poses of the Panda and the
  /// PUMA.
  double caution() const { return dormand_prince_ ? 0.8 : 0.9; }
  /// y at the end of the last step, and dy/dt at its beginning, for buffers of the same size: set_start comes next.
  void hand_over(std::vector<double>& y1, std::vector<double>& dy0) { y1_.swap(y1), k1_.swap(dy0); }

 private:
  bool set_y1(const Point& from, double h);
  bool euler(const Point& from, double h);
  bool midpoint(const Point& from, double h);
  void set_slopes(const Point& from);
  double scaled(Input<double> error, const Point& from, const Point& to) const;

  Plant& plant_;
  const SimulationOptions& options_;
  MotionEquations equations_;
  std::size_t n_;
  std::vector<double> y_, y1_, k1_, k7_, error_, third_;
  std::optional<RungeKutta4> runge_kutta_;
  std::optional<DormandPrince> dormand_prince_;
  std::optional<DormandPrince8> dormand_prince_8_;
  std::optional<Rosenbrock> rosenbrock_;
  bool slopes_known_ = false;
  Matrix<double> dq_, dqd_, dqdd_dz_, dzd_dqd_;
  std::vector<double> dzd_dz_, p_, f_, r_, v_, z_, q_;
  Point scratch_;
};

}  // namespace torsor::simulation
