#include "torsor/dynamics/carried_deflections.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::carried_deflections_test {

constexpr double F = 3, s0 = 2000, viscous = 0.5;

Model<double> bending() {
  return changed(without_friction(build_model<double>(load_robot("two-rods"))), [](ModelParts<double>& parts) {
    parts.friction[0] = {.viscous = viscous, .coulomb = F, .presliding_stiffness = s0};
    parts.friction[1] = {.viscous = viscous};
  });
}

/// Dahl's law: F (1 - exp(-s0 x / F)) after the way x from rest.
TEST(CarriedDeflections, FrictionBuildsUpOverTheWay) {
  const Model<double> model = bending();
  CarriedDeflections deflections(model);
  ASSERT_TRUE(deflections.any());
  const double step = 1e-4, velocity = 0.1;
  std::vector<double> q, qd, friction;
  for (int k = 0; k < 60; ++k) {
    q.insert(q.end(), {step * k, 0.0}), qd.insert(qd.end(), {velocity, -velocity});
    friction.insert(friction.end(), {viscous * velocity + F, -viscous * velocity});
  }
  deflections.put(q, qd, friction);
  for (int k = 0; k < 60; ++k) {
    const double built_up = F * (1 - std::exp(-s0 * step * k / F));
    EXPECT_NEAR(friction[2 * k], built_up + viscous * velocity, 1e-9) << k;
    EXPECT_EQ(friction[2 * k + 1], -viscous * velocity);
  }
}

TEST(CarriedDeflections, PiecesGoOnWhereTheOneBeforeEnded) {
  const Model<double> model = bending();
  std::vector<double> q, qd, friction(2 * 200, 0.0);
  for (int k = 0; k < 200; ++k) {
    const double t = 0.01 * k;
    q.insert(q.end(), {2e-3 * std::sin(7 * t), t}), qd.insert(qd.end(), {14e-3 * std::cos(7 * t), 1.0});
  }
  std::vector<double> pieces = friction;
  CarriedDeflections whole(model), cut(model);
  whole.put(q, qd, friction);
  for (const auto& [first, end] : {std::pair<int, int>{0, 74}, {74, 75}, {75, 200}}) {
    const auto part = [&](std::vector<double>& all) { return std::span(all).subspan(2 * first, 2 * (end - first)); };
    cut.put(part(q), part(qd), part(pieces));
  }
  EXPECT_EQ(friction, pieces);
}

/// x = 2 q1 - 3 q2 bends, and both joints feel it with their factors.
TEST(CarriedDeflections, ContactsOfCouplingsBendOverTheirOwnWay) {
  const Model<double> plain = without_friction(build_model<double>(load_robot("two-rods")));
  const Model<double> model = changed(plain, [](ModelParts<double>& parts) {
    Coupling<double>& coupling = parts.couplings.emplace_back();
    coupling.terms = {{0, 0, 2.0}, {1, 1, -3.0}};
    coupling.friction = {.viscous = viscous, .coulomb = F, .presliding_stiffness = s0};
  });
  EXPECT_EQ(deflection_names(model), std::vector<std::string>{"zc1"});
  CarriedDeflections deflections(model);
  const double step = 1e-4, velocity = 0.1;
  std::vector<double> q, qd, friction;
  const double x_step = 2 * step - 3 * -step, xd = 2 * velocity - 3 * -velocity, steady = viscous * xd + F;
  for (int k = 0; k < 30; ++k) {
    q.insert(q.end(), {step * k, -step * k}), qd.insert(qd.end(), {velocity, -velocity});
    friction.insert(friction.end(), {2 * steady, -3 * steady});
  }
  deflections.put(q, qd, friction);
  for (int k = 0; k < 30; ++k) {
    const double force = viscous * xd + F * (1 - std::exp(-s0 * x_step * k / F));
    EXPECT_NEAR(friction[2 * k], 2 * force, 1e-9) << k;
    EXPECT_NEAR(friction[2 * k + 1], -3 * force, 1e-9) << k;
  }
}

}  // namespace torsor::test::carried_deflections_test
