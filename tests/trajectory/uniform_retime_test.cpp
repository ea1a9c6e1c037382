#include "torsor/trajectory/uniform_retime.hpp"

#include "retime_support.hpp"

namespace torsor::test::uniform_retime_test {

/// Rows of a sine in every joint.
Trajectory swinging(const Model<double>& model, double amplitude) {
  Trajectory rows;
  for (int k = 0; k <= 200; ++k) {
    const double t = 0.01 * k;
    rows.time.push_back(t);
    rows.q.emplace_back(), rows.qd.emplace_back(), rows.qdd.emplace_back();
    for (int j = 0; j < model.nv; ++j) {
      const double w = 2 + 0.5 * j;
      rows.q.back().push_back(amplitude * std::sin(w * t)), rows.qd.back().push_back(amplitude * w * std::cos(w * t));
      rows.qdd.back().push_back(-amplitude * w * w * std::sin(w * t));
    }
  }
  return rows;
}

double largest_use(const Model<double>& model, const Trajectory& rows, const std::vector<JointLimits>& limits) {
  double most = 0;
  for (std::size_t k = 0; k < rows.q.size(); ++k) {
    const std::vector<double> tau = inverse_dynamics(model, rows.q[k], rows.qd[k], rows.qdd[k]);
    for (std::size_t j = 0; j < limits.size(); ++j)
      most = std::max({most, std::abs(tau[j]) / limits[j].torque, std::abs(rows.qd[k][j]) / limits[j].velocity,
                       std::abs(rows.qdd[k][j]) / limits[j].acceleration});
  }
  return most;
}

TEST(UniformRetiming, reaches_a_limit_and_exceeds_none) {
  for (const char* name : {"puma560", "panda", "ur10"})
    for (const bool viscous : {true, false}) {
      const auto [model, limits] = limited_robot(name, viscous);
      const Trajectory rows = swinging(model, 0.4);
      const UniformRetiming found = uniform_retiming(model, rows, limits);
      ASSERT_TRUE(found.found()) << name;
      EXPECT_NEAR(largest_use(model, slowed(rows, found.factor), limits), 1, 1e-9) << name;
    }
}

TEST(UniformRetiming, knows_friction_that_grows_with_the_load) {
  const auto [plain, limits] = limited_robot("puma560", true);
  const Model<double> model = changed(plain, [](ModelParts<double>& parts) {
    for (Friction<double>& friction : parts.friction) friction.load = 0.2;
  });
  const Trajectory rows = swinging(model, 0.4);
  const UniformRetiming found = uniform_retiming(model, rows, limits);
  ASSERT_TRUE(found.found());
  EXPECT_NEAR(largest_use(model, slowed(rows, found.factor), limits), 1, 1e-9);
}

TEST(UniformRetiming, without_gravity_four_times_the_torque_is_twice_the_speed) {
  const Model<double> model = with_gravity(build_model<double>(load_robot("two-rods")), {0, 0, 0});
  const Trajectory rows = swinging(model, 0.8);
  std::vector<JointLimits> limits(2);
  limits[0].torque = 3, limits[1].torque = 1;
  const double slow = uniform_retiming(model, rows, limits).factor;
  limits[0].torque *= 4, limits[1].torque *= 4;
  EXPECT_NEAR(uniform_retiming(model, rows, limits).factor, slow / 2, 1e-12 * slow);
}

TEST(UniformRetiming, tells_a_load_that_no_speed_carries_and_motion_that_nothing_limits) {
  const Model<double> model = build_model<double>(load_robot("two-rods"));
  std::vector<JointLimits> limits(2);
  EXPECT_EQ(uniform_retiming(model, swinging(model, 0.3), limits).kind, UniformRetiming::Kind::unlimited);
  limits[0].torque = 5;  // 19.6 Nm hold it
  const UniformRetiming found = uniform_retiming(model, swinging(model, 0.3), limits);
  EXPECT_EQ(found.kind, UniformRetiming::Kind::infeasible);
  EXPECT_EQ(found.limit.joint, 0);
}

}  // namespace torsor::test::uniform_retime_test
