#pragma once

#include <string>
#include <vector>

#include "torsor/model/parameters.hpp"
#include "torsor/scalar/expr.hpp"

namespace torsor {

/// A function of numbers as its expressions: what a writer of C or Python turns into text. The expressions live in the
/// graph that was current when it was traced.
struct Kernel {
  struct Input {
    std::string name;
    std::vector<Expr> symbols;
  };
  struct Output {
    std::string name;
    int rows = 0, columns = 1;  // a vector has one column
    std::vector<Expr> entries;  // row by row
  };
  std::string name;     // inverse_dynamics
  std::string meaning;  // one line
  std::vector<Input> inputs;
  std::vector<Output> outputs;

  std::vector<Expr> entries() const;
};

/// What can be traced: inverse-dynamics, inertia-matrix, coriolis-matrix, bias-torque, gravity-torque, friction-torque,
/// forward-dynamics, state-derivative, forward-kinematics, jacobian, regressor, energy, inverse-dynamics-derivatives,
/// forward-dynamics-derivatives.
std::vector<std::string> kernel_names();
/// Controllers that can be traced too, for robots whose joints have one axis each: computed-torque, observer-start,
/// observer-step.
std::vector<std::string> control_kernel_names();
/// The same as it stands in code: inverse_dynamics.
std::string kernel_identifier(std::string name);

struct KernelOptions {
  bool parameter_vector = false;  // the robot's parameters are an argument `theta` instead of constants
  int frame = -1;                 // whose pose and Jacobian, in Model::frames; the model's tip where it is -1
};

/// A robot on symbols, and its kernels. All of them share the graph that was current when it was made.
class KernelTracer {
 public:
  explicit KernelTracer(const Model<double>& robot, const KernelOptions& options = {});
  /// `name` is one of kernel_names() or control_kernel_names().
  Kernel trace(const std::string& name) const;

  /// The order of `theta`, and the robot's own values; empty where parameters are constants.
  const ParameterLayout& layout() const { return layout_; }
  const std::vector<double>& parameters() const { return parameters_; }
  /// Whose pose and Jacobian, in Model::frames.
  int frame() const { return options_.frame; }
  const Model<double>& robot() const { return robot_; }

 private:
  std::vector<Expr> torque(const std::vector<Expr>& qd, const std::vector<Expr>& qdd,
                           const Vector3<Expr>& gravity) const;
  std::vector<Expr> inverse_dynamics(const std::vector<Expr>& qdd) const;
  std::vector<Expr> acceleration() const;

  using Outputs = std::vector<Kernel::Output>;
  Outputs trace_inverse_dynamics() const;
  Outputs trace_inertia_matrix() const;
  Outputs trace_coriolis_matrix() const;
  Outputs trace_bias_torque() const;
  Outputs trace_gravity_torque() const;
  Outputs trace_friction_torque() const;
  Outputs trace_forward_dynamics() const;
  Outputs trace_state_derivative() const;
  Outputs trace_forward_kinematics() const;
  Outputs trace_jacobian() const;
  Outputs trace_regressor() const;
  Outputs trace_energy() const;
  Outputs trace_inverse_dynamics_derivatives() const;
  Outputs trace_forward_dynamics_derivatives() const;
  Outputs trace_computed_torque() const;
  Outputs trace_observer_start() const;
  Outputs trace_observer_step() const;

  /// A kernel that can be traced: what it is, what it takes, and how its outputs come about.
  struct Recipe {
    const char *name, *meaning;
    std::vector<const char*> inputs;  // theta where parameters are an argument
    Outputs (KernelTracer::*outputs)() const;
  };
  static const std::vector<Recipe>& recipes();
  static const std::vector<Recipe>& control_recipes();
  static const Recipe& recipe(const std::string& name);
  friend std::vector<std::string> kernel_names();
  friend std::vector<std::string> control_kernel_names();

  Model<double> robot_;
  KernelOptions options_;
  ParameterLayout layout_;
  std::vector<double> parameters_;
  Model<Expr> whole_, lean_;  // as it is, and with its mass regrouped: the same torques
  std::vector<Expr> theta_, q_, qd_, qdd_, tau_;
};

}  // namespace torsor
