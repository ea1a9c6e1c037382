#include "torsor/codegen/verify_kernels.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/gravity.hpp"
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
  State state{list(robot.nq, 3.14), list(robot.nv, 2), list(robot.nv, 5), list(robot.nv, 50)};
  normalize_position<double>(robot, state.q);
  return state;
}

Vector expected_value(const Model<double>& robot, const ParameterLayout& layout, const std::string& kernel,
                      const State& state, int frame) {
  const auto& [q, qd, qdd, tau] = state;
  const Vector still(robot.nv);
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
  if (kernel == "energy") return {kinetic_energy(robot, q, qd), potential_energy(robot, q)};
  const std::vector<Transform<double>> poses = forward_kinematics(robot, q);
  const auto [R, p] = frame_pose<double>(robot, poses, frame);
  return {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, p.x, p.y, p.z};
}

}  // namespace

KernelCases::KernelCases(const Model<double>& robot, const KernelTracer& tracer, int frame)
    : robot_(robot), tracer_(tracer), frame_(frame < 0 ? robot.tip : frame) {}

KernelCase KernelCases::at(const Kernel& kernel, std::uint64_t seed) const {
  const State state = random_state(robot_, seed);
  KernelCase result;
  Vector x = state.q;
  x.insert(x.end(), state.qd.begin(), state.qd.end());
  const std::pair<const char*, const Vector*> known[] = {{"theta", &tracer_.parameters()},
                                                         {"q", &state.q},
                                                         {"qd", &state.qd},
                                                         {"qdd", &state.qdd},
                                                         {"tau", &state.tau},
                                                         {"x", &x},
                                                         {"u", &state.tau}};
  for (const Kernel::Input& input : kernel.inputs)
    for (const auto& [name, values] : known)
      if (input.name == name) result.inputs.push_back(*values);
  result.expected = expected_value(robot_, tracer_.layout(), kernel.name, state, frame_);
  result.scale = norm(result.expected);
  if (kernel.name == "forward_dynamics" || kernel.name == "state_derivative") {
    const Matrix<double> B = inertia_matrix(robot_, state.q);
    const Eigen::Map<const Eigen::MatrixXd> matrix(B.data.data(), B.rows, B.rows);
    const Eigen::VectorXd values = linear_algebra::symmetric_eigenvalues(matrix).cwiseAbs();
    result.condition = values.maxCoeff() / values.minCoeff();
    const Vector bias = inverse_dynamics(robot_, state.q, state.qd, Vector(robot_.nv));
    result.scale = std::max(result.scale, (norm(state.tau) + norm(bias)) / values.maxCoeff());
  }
  return result;
}

std::vector<KernelAgreement> verify_kernels(const std::vector<Kernel>& kernels, const KernelCases& cases,
                                            const RunKernel& run, int states) {
  std::vector<KernelAgreement> result;
  for (const Kernel& kernel : kernels) {
    std::vector<KernelCase> list;
    std::vector<KernelInputs> inputs;
    for (int k = 0; k < states; ++k) {
      list.push_back(cases.at(kernel, static_cast<std::uint64_t>(k) + 1));
      inputs.push_back(list.back().inputs);
    }
    const std::vector<Vector> outputs = run(kernel, inputs);
    const bool solves = kernel.name == "forward_dynamics" || kernel.name == "state_derivative";
    KernelAgreement agreement{kernel.name, states, 0, solves ? 1e-15 : 1e-12};
    for (std::size_t k = 0; k < list.size(); ++k) {
      Vector difference = outputs[k];
      for (std::size_t j = 0; j < difference.size(); ++j) difference[j] -= list[k].expected[j];
      const double scale = list[k].scale * list[k].condition;
      const double error = norm(difference) / (scale > 0 ? scale : 1);
      const double counted = std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
      agreement.disagreement = std::max(agreement.disagreement, counted);
    }
    result.push_back(agreement);
  }
  return result;
}

}  // namespace torsor
