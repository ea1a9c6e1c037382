// What a stranger does with the installed library: one header, a built-in robot, and vectors of Eigen's.
#include <Eigen/Cholesky>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <torsor/torsor.hpp>

static_assert(torsor::version.starts_with("0.1"));

namespace {

bool near(double x, double expected, double tolerance) { return std::abs(x - expected) < tolerance; }

/// The torque that holds the arm still, and that it does so.
bool torques(const torsor::Model<double>& model, const Eigen::VectorXd& q) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(model.nv);
  const std::vector<double> tau = torsor::inverse_dynamics(model, q, zero, zero);
  std::printf("tau2 = %.4f N m\n", tau[1]);
  const std::vector<double> qdd = torsor::forward_dynamics(model, q, zero, tau);
  return near(tau[1], 31.6399, 1e-4) && near(torsor::eigen(qdd).norm(), 0, 1e-9);
}

/// The same in place, without a copy, and B qdd through Eigen.
bool in_place(const torsor::Model<double>& model, const Eigen::VectorXd& q) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(model.nv), qdd = Eigen::VectorXd::LinSpaced(model.nv, -1, 1);
  torsor::NewtonEulerWorkspace<double> workspace(model);
  Eigen::VectorXd moving(model.nv), still(model.nv);
  torsor::newton_euler(model, q, zero, qdd, torsor::default_conditions(model), workspace, moving);
  torsor::newton_euler(model, q, zero, zero, torsor::default_conditions(model), workspace, still);
  const torsor::Matrix<double> B = torsor::inertia_matrix(model, q);
  return near((torsor::eigen(B).llt().solve(moving - still) - qdd).norm(), 0, 1e-9);
}

/// Two numbers are no state of six joints.
bool wrong_lengths_are_told(const torsor::Model<double>& model) {
  try {
    torsor::gravity_torque(model, Eigen::Vector2d(0, 0));
  } catch (const torsor::UsageError& error) {
    std::printf("%s\n", error.what());
    return error.option() == "q";
  }
  return false;
}

/// Masses from a log: that of a robot that never moved, with the noise of one that did.
bool identified() {
  const torsor::Description robot = torsor::load_robot("two-rods");
  const auto rods = torsor::build_model<double>(robot);
  const auto motion = torsor::random_excitation(rods, torsor::joint_limits(robot), {.period = 10, .rests = false});
  const torsor::SyntheticLog log(torsor::with_typical_friction(rods, motion), motion,
                                 torsor::log_effects("in-class", 200), 2000);
  const torsor::Identification result = torsor::identify(robot, {{"made", &log}}, {}, {});
  std::printf("%s\n", result.verdict.sentence.c_str());
  return result.verdict.grade == torsor::Grade::good && result.consistent.valid;
}

}  // namespace

int main() {
  constexpr double pi = std::numbers::pi;
  const auto model = torsor::build_model<double>(torsor::load_robot("puma560"));
  const Eigen::VectorXd q{{0, pi / 4, pi, 0, pi / 4, 0}};
  return torques(model, q) && in_place(model, q) && wrong_lengths_are_told(model) && identified() ? 0 : 1;
}
