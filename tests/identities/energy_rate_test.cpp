#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "support/random_robot.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/momentum.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/kinematics/jacobian.hpp"

namespace torsor::test::energy_rate_test {

/// df/dt at 0 by central differences of sixth order.
double derivative(const std::function<double(double)>& f) {
  constexpr double h = 2e-3;
  return (45 * (f(h) - f(-h)) - 9 * (f(2 * h) - f(-2 * h)) + (f(3 * h) - f(-3 * h))) / (60 * h);
}

std::vector<double> moved(const std::vector<double>& q, const std::vector<double>& qd, const std::vector<double>& qdd,
                          double t) {
  std::vector<double> result(q);
  for (std::size_t k = 0; k < q.size(); ++k) result[k] += t * qd[k] + 0.5 * t * t * qdd[k];
  return result;
}

TEST(Energy, RateEqualsThePowerOfMotorsLessFrictionAndWrench) {
  double worst = 0;
  for (int seed = 0; seed < 1000; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const RandomState state(random, model, false);
    const auto& [q, qd, qdd, wrench, conditions] = state;
    const auto energy = [&](double t) {
      std::vector<double> velocity(qd);
      for (int k = 0; k < model.nv; ++k) velocity[k] += t * qdd[k];
      const std::vector<double> position = moved(q, qd, qdd, t);
      return kinetic_energy(model, position, velocity) + potential_energy(model, position);
    };
    const std::vector<double> tau = inverse_dynamics(model, q, qd, qdd, conditions);
    const std::vector<double> friction = friction_torque(model, qd);
    // the power given to the world, from the Jacobian and not from the recursion
    const Matrix<double> J = jacobian(model, q, model.tip);
    Motion<double> tip;
    for (int j = 0; j < model.nv; ++j)
      tip = tip + qd[j] * Motion<double>{{J(3, j), J(4, j), J(5, j)}, {J(0, j), J(1, j), J(2, j)}};
    const std::vector<Transform<double>> poses = forward_kinematics(model, q);
    const Transform<double> at = frame_pose<double>(model, poses, model.tip);
    const Force<double> in_base = to_parent(poses[wrench.body], wrench.exerted);
    const Force<double> at_tip{in_base.moment - cross(at.p, in_base.force), in_base.force};
    const double to_world = dot(tip, at_tip);
    const double motors = power<double>(tau, qd), lost = power<double>(friction, qd);
    const double size = std::abs(motors) + std::abs(lost) + std::abs(to_world) + std::abs(energy(0));
    worst = std::max(worst, std::abs(derivative(energy) - (motors - lost - to_world)) / size);
    double passive = lost;  // an offset is not friction in this sense: it may push
    for (int v = 0; v < model.nv; ++v) passive -= model.friction[v].offset * qd[v];
    EXPECT_GT(passive, 0) << "friction takes energy";
  }
  std::printf("largest disagreement: %.1e\n", worst);
  EXPECT_LT(worst, 1e-8);  // the accuracy of the differences
}

TEST(Energy, IsHalfOfVelocityTimesMomentum) {
  for (int seed = 0; seed < 300; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const RandomState state(random, model, false);
    const std::vector<double> p = generalized_momentum(model, state.q, state.qd);
    const double energy = kinetic_energy(model, state.q, state.qd);
    EXPECT_NEAR(0.5 * power<double>(p, state.qd), energy, 1e-11 * std::abs(energy) + 1e-11);
  }
}

TEST(Energy, GravityAndSpringTorqueAreTheGradientOfThePotential) {
  for (int seed = 0; seed < 200; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const RandomState state(random, model, false);
    const std::vector<double> still(model.nv, 0.0);
    const Terms<double> all = terms(model, state.q, still, still, default_conditions(model));
    for (int k = 0; k < model.nv; ++k) {
      std::vector<double> direction(model.nv, 0.0);
      direction[k] = 1;
      const double slope =
          derivative([&](double t) { return potential_energy(model, moved(state.q, direction, still, t)); });
      EXPECT_NEAR(slope, all.gravity[k] + all.spring[k], 1e-8 * (norm(all.gravity) + norm(all.spring)));
    }
  }
}

TEST(Energy, FrictionTorqueIsTheGradientOfTheDissipationFunction) {
  for (int seed = 0; seed < 200; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const RandomState state(random, model, false);
    const std::vector<double> still(model.nv, 0.0);
    const std::vector<double> torque = friction_torque(model, state.qd);
    const bool near_rest = std::any_of(model.couplings.begin(), model.couplings.end(), [&](const Coupling<double>& c) {
      return std::abs(c.combine(&Coupling<double>::Term::v, state.qd)) < 0.05;
    });
    if (near_rest) continue;  // Coulomb friction has no derivative there
    for (int k = 0; k < model.nv; ++k) {
      std::vector<double> direction(model.nv, 0.0);
      direction[k] = 1;
      const double slope = derivative(
          [&](double t) { return dissipation_function<double>(model, moved(state.qd, direction, still, t)); });
      EXPECT_NEAR(slope, torque[k], 1e-8 * norm(torque));
    }
  }
}

}  // namespace torsor::test::energy_rate_test
