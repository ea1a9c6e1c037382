#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "support/random_robot.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/newton_euler_base_frame.hpp"
#include "torsor/dynamics/terms.hpp"

namespace torsor::test {
namespace {

constexpr int robots = 10000;
constexpr double tolerance = 1e-9;  // of the sum of the terms' magnitudes

/// Largest and smallest eigenvalue of B.
std::pair<double, double> spectrum(const Matrix<double>& B) {
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> map(B.data.data(),
                                                                                                     B.rows, B.columns);
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(map).eigenvalues();
  return {values.maxCoeff(), values.minCoeff()};
}

struct Disagreement {
  double base_frame = 0, columns = 0, sum_of_terms = 0, articulated = 0, through_inertia = 0;
};

void compare(const Model<double>& model, const RandomState& state, const Matrix<double>& B, double condition,
             Disagreement& worst) {
  const auto& [q, qd, qdd, wrench, conditions] = state;
  const std::vector<double> tau = inverse_dynamics(model, q, qd, qdd, conditions);
  const Terms<double> all = terms(model, q, qd, qdd, conditions);
  double size = 0;
  for (const auto* term :
       {&all.inertia, &all.coriolis, &all.gravity, &all.friction, &all.spring, &all.wrench, &all.base_motion})
    size += norm(*term);
  const auto record = [](double& target, double value) {
    target = std::max(target, std::isnan(value) ? 1e300 : value);
  };

  NewtonEulerBaseFrameWorkspace<double> workspace(model);
  std::vector<double> other(model.nv);
  newton_euler_base_frame<double>(model, q, qd, qdd, conditions, workspace, other);
  add_friction_torque<double>(model, qd, other);
  add_spring_torque<double>(model, q, other);
  record(worst.base_frame, norm(difference(tau, other)) / size);

  std::vector<double> sum(model.nv, 0.0);
  for (int i = 0; i < model.nv; ++i) {
    for (int j = 0; j < model.nv; ++j) sum[i] += B(i, j) * qdd[j];  // B by composite bodies, not from the recursion
    sum[i] += all.coriolis[i] + all.gravity[i] + all.friction[i] + all.spring[i] + all.wrench[i] + all.base_motion[i];
  }
  record(worst.sum_of_terms, norm(difference(tau, sum)) / size);
  record(worst.columns, norm(difference(B.data, inertia_matrix_by_columns(model, q).data)) / norm(B.data));

  ForwardDynamicsWorkspace<double> forward(model);
  std::vector<double> back(model.nv);
  const double scale = condition * size / norm(B.data);
  forward_dynamics<double>(model, q, qd, tau, conditions, forward, back);
  record(worst.articulated, norm(difference(back, qdd)) / scale);
  forward_dynamics_through_inertia<double>(model, q, qd, tau, conditions, forward, back);
  record(worst.through_inertia, norm(difference(back, qdd)) / scale);
}

TEST(RandomRobots, BothNewtonEulerFormsTheTermsAndForwardDynamicsAgree) {
  Disagreement worst;
  int checked = 0, indefinite = 0, branched = 0, coupled = 0;
  for (int seed = 0; checked < robots; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Description robot = random_robot(random, 1 + seed % 9);
    ASSERT_TRUE(check(robot).empty()) << check(robot).front().message;
    const Model<double> model = build_model<double>(robot);
    const RandomState state(random, model);
    const Matrix<double> B = inertia_matrix(model, state.q);
    const auto [largest, smallest] = spectrum(B);
    if (smallest <= 1e-9 * largest) {  // a rotor that is too heavy for the link that carries it
      ++indefinite;
      continue;
    }
    compare(model, state, B, largest / smallest, worst);
    ++checked;
    for (std::size_t i = 2; i < model.bodies.size(); ++i)
      if (model.bodies[i].parent != static_cast<int>(i) - 1) {
        ++branched;
        break;
      }
    coupled += model.coupled_rotors;
  }
  std::printf("%d robots (%d with branches, %d with coupled rotors; %d more rejected for an indefinite B)\n", checked,
              branched, coupled, indefinite);
  std::printf(
      "largest disagreement: base frame %.1e, terms %.1e, columns of B %.1e, articulated %.1e, through B %.1e\n",
      worst.base_frame, worst.sum_of_terms, worst.columns, worst.articulated, worst.through_inertia);
  EXPECT_LT(worst.base_frame, tolerance);
  EXPECT_LT(worst.sum_of_terms, tolerance);
  EXPECT_LT(worst.columns, tolerance);
  EXPECT_LT(worst.articulated, tolerance);
  EXPECT_LT(worst.through_inertia, tolerance);
  EXPECT_GT(branched, robots / 4);
  EXPECT_GT(coupled, robots / 10);
  EXPECT_LT(indefinite, robots);
}

}  // namespace
}  // namespace torsor::test
