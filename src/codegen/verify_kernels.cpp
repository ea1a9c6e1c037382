#include "torsor/codegen/verify_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "codegen/kernel_rounding.hpp"
#include "torsor/control/computed_torque.hpp"
#include "torsor/control/momentum_observer.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Vector = std::vector<double>;

double norm(const Vector& x) {
  double sum = 0;
  for (const double entry : x) sum = std::hypot(sum, entry);
  return sum;
}

struct State {
  Vector q, qd, qdd, tau;
  Vector q_r, qd_r, qdd_r, stiffness, damping;  // of computed torque
  Vector gain, dt, integral, known;             // of the observer
};

State random_state(const Model<double>& robot, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto list = [&](int count, double size) {
    Vector values;
    values.reserve(static_cast<std::size_t>(count));
    for (int k = 0; k < count; ++k)
      values.push_back(size * (static_cast<double>(engine() >> 10U) * 0x1p-53 - 1));  // from -size to size
    return values;
  };
  const auto around = [](const Vector& middle, Vector offset) {
    for (std::size_t k = 0; k < offset.size(); ++k) offset[k] += middle[k];
    return offset;
  };
  const int n = robot.nv;
  State state{list(robot.nq, 3.14), list(n, 2), list(n, 5), list(n, 50), {}, {}, {}, {}, {}, {}, {}, {}, {}};
  normalize_position<double>(robot, state.q);
  state.q_r = around(state.q, list(n, 0.1)), state.qd_r = around(state.qd, list(n, 0.5)), state.qdd_r = list(n, 5);
  state.stiffness = around(Vector(n, 100), list(n, 90)), state.damping = around(Vector(n, 20), list(n, 18));
  state.gain = around(Vector(n, 30), list(n, 25)), state.dt = around({0.002}, list(1, 0.001));
  state.integral = list(n, 2), state.known = list(n, 20);
  return state;
}

/// The entries of matrices, one after the other.
Vector joined(std::initializer_list<Matrix<double>> matrices) {
  Vector all;
  for (const Matrix<double>& matrix : matrices) all.insert(all.end(), matrix.data.begin(), matrix.data.end());
  return all;
}

Vector expected_of_controller(const Model<double>& robot, const std::string& kernel, const State& state) {
  if (kernel == "computed_torque") {
    Vector tau(robot.nv);
    ComputedTorque<double> law(robot, {state.stiffness, state.damping});
    law({state.q_r, state.qd_r, state.qdd_r}, state.q, state.qd, tau);
    return tau;
  }
  MomentumObserver<double> observer(robot, state.gain);
  Vector all;
  if (kernel == "observer_start") {
    observer.start(state.q, state.qd);
  } else {
    observer.resume(state.integral, state.known);
    observer.step(state.q, state.qd, state.tau, state.dt[0]);
    all.assign(observer.torque().begin(), observer.torque().end());
  }
  for (const Input<double> part : {observer.integral(), observer.known()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

Vector expected_value(const Model<double>& robot, const ParameterLayout& layout, const std::string& kernel,
                      const State& state, int frame) {
  const Vector &q = state.q, &qd = state.qd, &qdd = state.qdd, &tau = state.tau;
  const Vector still(robot.nv);
  if (kernel == "computed_torque" || kernel.starts_with("observer"))
    return expected_of_controller(robot, kernel, state);
  if (kernel == "inverse_dynamics") return inverse_dynamics(robot, q, qd, qdd);
  if (kernel == "bias_torque") return inverse_dynamics(robot, q, qd, still);
  if (kernel == "gravity_torque") return gravity_torque(robot, q);
  if (kernel == "friction_torque") return friction_torque(robot, qd);
  if (kernel == "inertia_matrix") return inertia_matrix(robot, q).data;
  if (kernel == "coriolis_matrix") return coriolis_matrix(robot, q, qd).data;
  if (kernel == "forward_dynamics") return forward_dynamics(robot, q, qd, tau);
  if (kernel == "state_derivative") {
    Vector rate = position_rate<double>(robot, q, qd);
    const Vector acceleration = forward_dynamics(robot, q, qd, tau);
    rate.insert(rate.end(), acceleration.begin(), acceleration.end());
    return rate;
  }
  if (kernel == "jacobian") return jacobian(robot, q, frame).data;
  if (kernel == "regressor") return regressor(robot, layout, q, qd, qdd, default_conditions(robot)).data;
  if (kernel == "inverse_dynamics_derivatives") {
    const auto [dq, dqd, dqdd] = inverse_dynamics_derivatives(robot, q, qd, qdd);
    return joined({dq, dqd, dqdd});
  }
  if (kernel == "forward_dynamics_derivatives") {
    const auto [dq, dqd, dtau] = forward_dynamics_derivatives(robot, q, qd, tau);
    return joined({dq, dqd, dtau});
  }
  if (kernel == "energy") return {kinetic_energy(robot, q, qd), potential_energy(robot, q)};
  const std::vector<Transform<double>> poses = forward_kinematics(robot, q);
  const auto [R, p] = frame_pose<double>(robot, poses, frame);
  return {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, p.x, p.y, p.z};
}

/// Numbers as the generated code gets them.
void round_to(GeneratedScalar scalar, Vector& list) {
  if (scalar == GeneratedScalar::float64) return;
  for (double& x : list) x = static_cast<float>(x);
}

/// How far the solution of B x = b can be trusted, in units in which B has a diagonal of ones: a slide of a ton and a
/// wrist of a gram are no harder than two equal joints.
struct ScaledInertia {
  Vector unit;  // of an acceleration: its inverse is that of a torque
  double largest = 0, condition = 0;

  explicit ScaledInertia(const Matrix<double>& B) : unit(B.rows, 1.0) {
    Eigen::MatrixXd scaled = Eigen::Map<const Eigen::MatrixXd>(B.data.data(), B.rows, B.rows);
    for (int i = 0; i < B.rows; ++i)
      if (B(i, i) != 0) unit[i] = 1 / std::sqrt(std::abs(B(i, i)));
    const Eigen::Map<const Eigen::VectorXd> units(unit.data(), B.rows);
    const Eigen::VectorXd values =
        linear_algebra::symmetric_eigenvalues(units.asDiagonal() * scaled * units.asDiagonal()).cwiseAbs();
    largest = values.maxCoeff();
    condition = largest / values.minCoeff();
  }
  /// The norm of what a torque does to B's diagonal alone.
  double norm_of_torque(const Vector& tau) const {
    Vector scaled = tau;
    for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] *= unit[i];
    return norm(scaled);
  }
};

/// The size of what a result is the sum of, where parts may cancel: with one joint C is zero but for rounding.
double size_of_parts(const Model<double>& robot, const std::string& kernel, const State& state) {
  const Matrix<double> B = inertia_matrix(robot, state.q);
  double mass = 0, largest = 0;
  for (const Body<double>& body : robot.bodies) mass += std::abs(body.inertia.mass);
  for (int i = 0; i < B.rows; ++i) largest = std::max(largest, std::abs(B(i, i)));
  const double weight = std::sqrt(dot(robot.gravity, robot.gravity) * mass * largest);  // m g l
  const double speed = norm(state.qd), inertia = norm(B.data);
  if (kernel == "coriolis_matrix") return inertia * speed;
  if (kernel == "gravity_torque") return weight;
  if (kernel == "bias_torque") return inertia * speed * speed + weight;
  if (kernel == "inverse_dynamics") return inertia * (speed * speed + norm(state.qdd)) + weight;
  if (kernel == "computed_torque")
    return inertia * (speed * speed + norm(state.qdd_r) + 0.1 * norm(state.stiffness) + norm(state.damping)) + weight;
  const double known = inertia * speed * (speed + 1) + weight;
  if (kernel == "observer_start") return known;
  if (kernel == "observer_step") return known + norm(state.gain) * (inertia * speed + norm(state.integral));
  return 0;
}

double scaled_norm(const Vector& x, const Vector& unit) {
  Vector scaled = x;
  for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] /= unit[i];
  return norm(scaled);
}

/// tau[5] for the sixth of a kernel whose only output is tau.
std::string entry_name(const Kernel& kernel, std::size_t entry) {
  auto output = kernel.outputs.begin();
  for (; entry >= output->entries.size(); ++output) entry -= output->entries.size();
  return output->name + "[" + std::to_string(entry) + "]";
}

/// Keeps the entry that disagrees most.
void compare(const Kernel& kernel, const Vector& found, const Vector& expected, const Vector& rounding,
             KernelAgreement& agreement) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double difference = std::abs(found[i] - expected[i]);
    double share = difference == 0 ? 0 : difference / rounding[i];
    if (std::isnan(share)) share = std::numeric_limits<double>::infinity();
    if (share <= agreement.disagreement && !agreement.entry.empty()) continue;
    agreement.disagreement = share, agreement.entry = entry_name(kernel, i);
    agreement.difference = difference, agreement.rounding = rounding[i];
  }
}

/// Of d qdd/dq, d qdd/dqd and d qdd/dtau, by that of an acceleration; of a torque it is the inverse.
void set_units_of_slopes(const Vector& acceleration, Vector& unit) {
  const std::size_t n = acceleration.size();
  for (std::size_t k = 0; k < unit.size(); ++k)
    unit[k] = acceleration[k / n % n] * (k / n / n == 2 ? acceleration[k % n] : 1);
}

}  // namespace

bool solves_with_inertia(const Kernel& kernel) {
  return kernel.name == "forward_dynamics" || kernel.name == "state_derivative" ||
         kernel.name == "forward_dynamics_derivatives";
}

bool KernelCase::regular() const {
  const auto finite = [](double x) { return std::isfinite(x); };
  return condition < 1e13 && std::all_of(expected.begin(), expected.end(), finite);
}

KernelCases::KernelCases(const Model<double>& robot, const KernelTracer& tracer, GeneratedScalar scalar)
    : robot_(robot), tracer_(tracer), scalar_(scalar) {}

KernelCase KernelCases::at(const Kernel& kernel, std::uint64_t seed) const {
  State state = random_state(robot_, seed);
  Vector theta = tracer_.parameters();
  const std::pair<const char*, Vector*> own[] = {
      {"theta", &theta},           {"q", &state.q},         {"qd", &state.qd},
      {"qdd", &state.qdd},         {"tau", &state.tau},     {"u", &state.tau},
      {"q_r", &state.q_r},         {"qd_r", &state.qd_r},   {"qdd_r", &state.qdd_r},
      {"gain", &state.gain},       {"dt", &state.dt},       {"stiffness", &state.stiffness},
      {"damping", &state.damping}, {"known", &state.known}, {"integral", &state.integral}};
  for (const auto& [name, list] : own) round_to(scalar_, *list);
  KernelCase result;
  Vector x = state.q;
  x.insert(x.end(), state.qd.begin(), state.qd.end());
  for (const Kernel::Input& input : kernel.inputs) {
    if (input.name == "x") result.inputs.push_back(x);
    for (const auto& [name, values] : own)
      if (input.name == name) result.inputs.push_back(*values);
  }
  result.expected = expected_value(robot_, tracer_.layout(), kernel.name, state, tracer_.frame());
  result.unit.assign(result.expected.size(), 1.0);
  result.scale = std::max(norm(result.expected), size_of_parts(robot_, kernel.name, state));
  if (!solves_with_inertia(kernel)) return result;
  const ScaledInertia inertia(inertia_matrix(robot_, state.q));
  result.condition = inertia.condition;
  if (kernel.name == "forward_dynamics_derivatives") {
    set_units_of_slopes(inertia.unit, result.unit);
    result.scale = scaled_norm(result.expected, result.unit);
    return result;
  }
  const Vector bias = inverse_dynamics(robot_, state.q, state.qd, Vector(robot_.nv));
  std::copy(inertia.unit.begin(), inertia.unit.end(), result.unit.end() - robot_.nv);
  result.scale = std::max(scaled_norm(result.expected, result.unit),
                          (inertia.norm_of_torque(state.tau) + inertia.norm_of_torque(bias)) / inertia.largest);
  return result;
}

std::vector<KernelAgreement> verify_kernels(const std::vector<Kernel>& kernels, const KernelCases& cases,
                                            const RunKernel& run, int states) {
  std::vector<KernelAgreement> result;
  for (const Kernel& kernel : kernels) {
    std::vector<KernelCase> list;
    std::vector<KernelInputs> inputs;
    for (int k = 0; k < states; ++k) {
      KernelCase one = cases.at(kernel, static_cast<std::uint64_t>(k) + 1);
      if (!one.regular()) continue;
      inputs.push_back(one.inputs);
      list.push_back(std::move(one));
    }
    const auto [outputs, failure] = list.empty() ? KernelRun() : run(kernel, inputs);
    KernelAgreement agreement{kernel.name, static_cast<int>(list.size())};
    agreement.failure = failure;
    if (!failure.empty()) agreement.disagreement = std::numeric_limits<double>::infinity();
    const codegen::KernelRounding rounding(kernel, cases.scalar());
    for (std::size_t k = 0; k < outputs.size(); ++k)
      compare(kernel, outputs[k], list[k].expected, rounding.of(list[k]), agreement);
    result.push_back(agreement);
  }
  return result;
}

}  // namespace torsor
