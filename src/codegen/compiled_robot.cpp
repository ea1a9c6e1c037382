#include "codegen/compiled_robot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "torsor/core/error.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/kinematics/jacobian.hpp"

namespace torsor {
namespace {

void require_matrix(const char* name, const MatrixView<double>& A, int rows, int columns) {
  if (A.rows == rows && A.columns == columns) return;
  raise(UsageError(name, fmt::format("expected {} x {} numbers, found {} x {}", rows, columns, A.rows, A.columns)));
}

}  // namespace

/// What calls need: the code by function, null where there is none, and the workspaces of the run-time model.
struct CompiledRobot::Scratch {
  using Call = RobotKernels::OneState;
  Call inverse_dynamics, forward_dynamics, inertia_matrix, coriolis_matrix, bias_torque, gravity_torque,
      friction_torque, forward_kinematics, jacobian, regressor, energy, inverse_dynamics_derivatives,
      forward_dynamics_derivatives;

  Conditions<double> conditions;
  NewtonEulerWorkspace<double> newton_euler;
  ForwardDynamicsWorkspace<double> forward;
  CoriolisMatrixWorkspace<double> coriolis;
  RegressorWorkspace<double> regressor_workspace;
  DerivativeWorkspace<double> derivatives;
  ForwardDynamicsDerivativesWorkspace<double> forward_derivatives;
  ParameterLayout layout;
  std::vector<double> still;

  Scratch(const Model<double>& model, const RobotKernels& kernels)
      : conditions(default_conditions(model)), newton_euler(model), forward(model), coriolis(model),
        regressor_workspace(model), derivatives(model), forward_derivatives(model),
        layout(parameter_layout(model, all_of(model))), still(static_cast<std::size_t>(model.nv)) {
    const auto call = [&](const char* name) {
      const RobotKernels::Function* function = kernels.find(name);
      return function == nullptr ? nullptr : function->one;
    };
    inverse_dynamics = call("inverse-dynamics"), forward_dynamics = call("forward-dynamics");
    inertia_matrix = call("inertia-matrix"), coriolis_matrix = call("coriolis-matrix");
    bias_torque = call("bias-torque"), gravity_torque = call("gravity-torque");
    friction_torque = call("friction-torque"), forward_kinematics = call("forward-kinematics");
    jacobian = call("jacobian"), regressor = call("regressor"), energy = call("energy");
    inverse_dynamics_derivatives = call("inverse-dynamics-derivatives");
    forward_dynamics_derivatives = call("forward-dynamics-derivatives");
  }
};

CompiledRobot::CompiledRobot(std::shared_ptr<const Shared> shared, std::shared_ptr<const RobotKernels> kernels)
    : shared_(std::move(shared)), kernels_(std::move(kernels)),
      scratch_(std::make_unique<Scratch>(shared_->model, *kernels_)) {}
CompiledRobot::~CompiledRobot() = default;
CompiledRobot::CompiledRobot(CompiledRobot&&) noexcept = default;
CompiledRobot& CompiledRobot::operator=(CompiledRobot&&) noexcept = default;
CompiledRobot::CompiledRobot(const CompiledRobot& other) : CompiledRobot(other.shared_, other.kernels_) {}
CompiledRobot& CompiledRobot::operator=(const CompiledRobot& other) { return *this = CompiledRobot(other); }

const Model<double>& CompiledRobot::model() const { return shared_->model; }
const std::vector<CompiledFunction>& CompiledRobot::functions() const { return shared_->functions; }
bool CompiledRobot::complete() const {
  return std::ranges::none_of(functions(), [](const CompiledFunction& function) {
    return function.origin == CompiledFunction::Origin::run_time_model;
  });
}

void CompiledRobot::inverse_dynamics(Input<double> q, Input<double> qd, Input<double> qdd, Output<double> tau) {
  if (!fits(model(), q, qd, qdd) || tau.size() != qd.size()) [[unlikely]] {
    require_state(model(), q, qd, qdd);
    require_velocities<double>(model(), "tau", tau);
  }
  if (scratch_->inverse_dynamics != nullptr)
    return scratch_->inverse_dynamics(q.data(), qd.data(), qdd.data(), tau.data());
  torsor::inverse_dynamics<double>(model(), q, qd, qdd, scratch_->conditions, scratch_->newton_euler, tau);
}

void CompiledRobot::bias_torque(Input<double> q, Input<double> qd, Output<double> tau) {
  require_state(model(), q, qd);
  require_velocities<double>(model(), "tau", tau);
  if (scratch_->bias_torque != nullptr) return scratch_->bias_torque(q.data(), qd.data(), nullptr, tau.data());
  torsor::inverse_dynamics<double>(model(), q, qd, scratch_->still, scratch_->conditions, scratch_->newton_euler, tau);
}

void CompiledRobot::forward_dynamics(Input<double> q, Input<double> qd, Input<double> tau, Output<double> qdd) {
  if (!fits(model(), q, qd, tau) || qdd.size() != qd.size()) [[unlikely]] {
    require_state(model(), q, qd);
    require_velocities<double>(model(), "tau", tau);
    require_velocities<double>(model(), "qdd", qdd);
  }
  if (scratch_->forward_dynamics != nullptr)
    return scratch_->forward_dynamics(q.data(), qd.data(), tau.data(), qdd.data());
  torsor::forward_dynamics<double>(model(), q, qd, tau, scratch_->conditions, scratch_->forward, qdd);
}

void CompiledRobot::inertia_matrix(Input<double> q, MatrixView<double> B) {
  if (!fits(model(), q)) [[unlikely]]
    require_positions(model(), q);
  require_matrix("B", B, model().nv, model().nv);
  if (scratch_->inertia_matrix != nullptr) return scratch_->inertia_matrix(q.data(), nullptr, nullptr, B.data);
  torsor::inertia_matrix<double>(model(), q, scratch_->forward.composite, B);
}

void CompiledRobot::coriolis_matrix(Input<double> q, Input<double> qd, MatrixView<double> C) {
  require_state(model(), q, qd);
  require_matrix("C", C, model().nv, model().nv);
  if (scratch_->coriolis_matrix != nullptr) return scratch_->coriolis_matrix(q.data(), qd.data(), nullptr, C.data);
  torsor::coriolis_matrix<double>(model(), q, qd, scratch_->coriolis, C);
}

void CompiledRobot::gravity_torque(Input<double> q, Output<double> tau) {
  require_positions(model(), q);
  require_velocities<double>(model(), "tau", tau);
  if (scratch_->gravity_torque != nullptr) return scratch_->gravity_torque(q.data(), nullptr, nullptr, tau.data());
  newton_euler<double>(model(), q, scratch_->still, scratch_->still, {scratch_->conditions.gravity, {}, {}},
                       scratch_->newton_euler, tau);
}

void CompiledRobot::friction_torque(Input<double> qd, Output<double> tau) {
  require_velocities<double>(model(), "qd", qd);
  require_velocities<double>(model(), "tau", tau);
  if (scratch_->friction_torque != nullptr) return scratch_->friction_torque(qd.data(), nullptr, nullptr, tau.data());
  std::fill(tau.begin(), tau.end(), 0.0);
  add_friction_torque<double>(model(), qd, tau);
}

void CompiledRobot::forward_kinematics(Input<double> q, Output<double> pose) {
  if (!fits(model(), q)) [[unlikely]]
    require_positions(model(), q);
  if (pose.size() != 12) [[unlikely]]
    require_size("pose", pose.size(), 12, "entry", "a pose");
  if (scratch_->forward_kinematics != nullptr)
    return scratch_->forward_kinematics(q.data(), nullptr, nullptr, pose.data());
  std::vector<Transform<double>>& bodies = scratch_->regressor_workspace.motion.pose;
  torsor::forward_kinematics<double>(model(), q, bodies);
  const auto [R, p] = frame_pose<double>(model(), bodies, shared_->frame);
  const double numbers[] = {p.x, p.y, p.z, R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz};
  std::copy(std::begin(numbers), std::end(numbers), pose.begin());
}

void CompiledRobot::jacobian(Input<double> q, MatrixView<double> J) {
  if (!fits(model(), q)) [[unlikely]]
    require_positions(model(), q);
  require_matrix("J", J, 6, model().nv);
  if (scratch_->jacobian != nullptr) return scratch_->jacobian(q.data(), nullptr, nullptr, J.data);
  std::vector<Transform<double>>& bodies = scratch_->regressor_workspace.motion.pose;
  torsor::forward_kinematics<double>(model(), q, bodies);
  torsor::jacobian<double>(model(), bodies, shared_->frame, J);
}

void CompiledRobot::regressor(Input<double> q, Input<double> qd, Input<double> qdd, MatrixView<double> Y) {
  require_state(model(), q, qd, qdd);
  require_matrix("Y", Y, model().nv, scratch_->layout.size());
  if (scratch_->regressor != nullptr) return scratch_->regressor(q.data(), qd.data(), qdd.data(), Y.data);
  torsor::regressor<double>(model(), scratch_->layout, q, qd, qdd, scratch_->conditions, scratch_->regressor_workspace,
                            Y);
}

void CompiledRobot::energy(Input<double> q, Input<double> qd, Output<double> energies) {
  require_state(model(), q, qd);
  require_size("energies", energies.size(), 2, "energy", "a state");
  if (scratch_->energy != nullptr) return scratch_->energy(q.data(), qd.data(), nullptr, energies.data());
  LinkMotion<double>& motion = scratch_->regressor_workspace.motion;
  link_motion<double>(model(), q, qd, scratch_->still, {}, motion);
  energies[0] = kinetic_energy<double>(model(), motion, qd);
  energies[1] =
      gravity_energy<double>(model(), motion.pose, scratch_->conditions.gravity) + spring_energy<double>(model(), q);
}

void CompiledRobot::inverse_dynamics_derivatives(Input<double> q, Input<double> qd, Input<double> qdd,
                                                 MatrixView<double> slopes) {
  const int n = model().nv;
  require_state(model(), q, qd, qdd);
  require_matrix("slopes", slopes, 3 * n, n);
  if (scratch_->inverse_dynamics_derivatives != nullptr)
    return scratch_->inverse_dynamics_derivatives(q.data(), qd.data(), qdd.data(), slopes.data);
  const auto part = [&](int k) { return MatrixView<double>{slopes.data + k * n * n, n, n}; };
  torsor::inverse_dynamics_derivatives<double>(model(), q, qd, qdd, scratch_->conditions, scratch_->derivatives,
                                               part(0), part(1), part(2));
}

void CompiledRobot::forward_dynamics_derivatives(Input<double> q, Input<double> qd, Input<double> tau,
                                                 MatrixView<double> slopes) {
  const int n = model().nv;
  require_state(model(), q, qd);
  require_velocities<double>(model(), "tau", tau);
  require_matrix("slopes", slopes, 3 * n, n);
  if (scratch_->forward_dynamics_derivatives != nullptr)
    return scratch_->forward_dynamics_derivatives(q.data(), qd.data(), tau.data(), slopes.data);
  const auto part = [&](int k) { return MatrixView<double>{slopes.data + k * n * n, n, n}; };
  torsor::forward_dynamics_derivatives<double>(model(), q, qd, tau, scratch_->conditions, scratch_->forward_derivatives,
                                               part(0), part(1), part(2));
}

}  // namespace torsor
