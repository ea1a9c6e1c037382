#pragma once

#include <optional>

#include "simulation/motion_equations.hpp"
#include "torsor/simulation/dormand_prince.hpp"
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

  bool is_adaptive() const {
    return options_.method == Integrator::dormand_prince || options_.method == Integrator::rosenbrock;
  }
  int order_of_error() const { return options_.method == Integrator::rosenbrock ? 4 : 5; }
  /// Local coordinates of the end of the last step, at its beginning.
  Input<double> moved() const { return {y1_.data(), n_}; }

 private:
  bool set_y1(const Point& from, double h);
  bool euler(const Point& from, double h);
  bool midpoint(const Point& from, double h);
  void set_slopes(const Point& from);

  Plant& plant_;
  const SimulationOptions& options_;
  MotionEquations equations_;
  std::size_t n_;
  std::vector<double> y_, y1_, k1_, k7_, error_;
  std::optional<RungeKutta4> runge_kutta_;
  std::optional<DormandPrince> dormand_prince_;
  std::optional<Rosenbrock> rosenbrock_;
  bool slopes_known_ = false;
  Matrix<double> dq_, dqd_, dqdd_dz_, dzd_dqd_;
  std::vector<double> dzd_dz_, p_, f_, r_, v_, z_, q_;
  Point scratch_;
};

}  // namespace torsor::simulation
