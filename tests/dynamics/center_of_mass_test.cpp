#include "torsor/dynamics/center_of_mass.hpp"

#include <gtest/gtest.h>

#include "support/dual_state.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::center_of_mass_test {

void expect_near(const Vector3<double>& a, const Vector3<double>& b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

/// The total mass that moves, from the bodies.
double moving_mass(const Model<double>& model) {
  double sum = 0;
  for (int i = 1; i < model.body_count(); ++i) sum += model.bodies[i].inertia.mass;
  return sum;
}

TEST(CenterOfMass, OfTwoRodsAtARightAngleIsHalfWayBetweenTheirMiddles) {
  const Model<double> model = build_model<double>(read_builtin_robot("two-rods"));
  const CenterOfMass<double> found = center_of_mass(model, {0, 1.5707963267948966}, {2, 0}, {0, 0});
  EXPECT_DOUBLE_EQ(found.mass[0], 2);
  EXPECT_DOUBLE_EQ(found.mass[2], 1);
  expect_near(found.center[0].position, {0.75, 0.25, 0}, 1e-15);
  expect_near(found.center[0].velocity, {-0.5, 1.5, 0}, 1e-14);   // 2 rad/s about the origin
  expect_near(found.center[0].acceleration, {-3, -1, 0}, 1e-14);  // towards it
  expect_near(found.center[2].position, {1, 0.5, 0}, 1e-15);      // what hangs on joint 2: the second rod
}

TEST(CenterOfMass, MovesAsTheDerivativesOfItsPositionSay) {
  for (int seed = 0; seed < 90; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Description robot = any_robot(random, seed);
    const Model<double> model = build_model<double>(robot);
    const RandomState state(random, model);
    const DualState dual(robot, state.q, state.qd, state.qdd);
    const std::vector<Dual> still(static_cast<std::size_t>(model.nv), Dual(0.0));
    const CenterOfMass<double> found = center_of_mass(model, state.q, state.qd, state.qdd);
    const CenterOfMass<Dual> rates = center_of_mass(dual.model, dual.q, dual.qd, still);
    for (std::size_t i = 0; i < found.mass.size(); ++i) {
      if (found.mass[i] == 0) continue;
      expect_near(found.center[i].velocity, rate(rates.center[i].position), 1e-11);
      expect_near(found.center[i].acceleration, rate(rates.center[i].velocity), 1e-9);
    }
  }
}

TEST(CenterOfMass, OfWhatHangsOnAJointIsThatOfARobotWithoutTheRest) {
  for (int seed = 0; seed < 60; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(any_robot(random, seed));
    const RandomState state(random, model);
    const int joint = random.integer(1, model.body_count() - 1);
    const Model<double> rest = changed(model, [&](ModelParts<double>& parts) {
      for (int i = 1; i < model.body_count(); ++i) {
        int at = i;
        while (at > joint) at = model.bodies[at].parent;  // parents come first
        if (at != joint) parts.bodies[i].inertia = {};
      }
    });
    const CenterOfMass<double> all = center_of_mass(model, state.q, state.qd, state.qdd, state.conditions.base);
    const CenterOfMass<double> part = center_of_mass(rest, state.q, state.qd, state.qdd, state.conditions.base);
    EXPECT_NEAR(all.mass[joint], part.mass[0], 1e-12);
    expect_near(all.center[joint].position, part.center[0].position, 1e-12);
    expect_near(all.center[joint].velocity, part.center[0].velocity, 1e-11);
    expect_near(all.center[joint].acceleration, part.center[0].acceleration, 1e-10);
  }
}

TEST(CenterOfMassJacobian, TimesVelocityIsTheVelocityOfTheCenter) {
  for (int seed = 0; seed < 90; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(any_robot(random, seed));
    const RandomState state(random, model);
    const Matrix<double> J = center_of_mass_jacobian(model, state.q);
    Vector3<double> velocity{};
    for (int j = 0; j < model.nv; ++j) velocity += state.qd[j] * Vector3<double>{J(0, j), J(1, j), J(2, j)};
    expect_near(velocity, center_of_mass(model, state.q, state.qd, state.qdd).center[0].velocity, 1e-11);
  }
}

TEST(CenterOfMassJacobian, CarriesTheWeightOfTheRobot) {  // g = -m J^T gravity, from a recursion in link frames
  for (int seed = 0; seed < 90; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model =
        changed(build_model<double>(any_robot(random, seed)), [](ModelParts<double>& parts) { parts.carried.clear(); });
    const RandomState state(random, model);
    const Matrix<double> J = center_of_mass_jacobian(model, state.q);
    const std::vector<double> torque = gravity_torque(model, state.q);
    const double m = moving_mass(model);
    for (int j = 0; j < model.nv; ++j)
      EXPECT_NEAR(torque[j], -m * dot(model.gravity, Vector3<double>{J(0, j), J(1, j), J(2, j)}), 1e-10);
  }
}

TEST(CenterOfMass, CountsTheBaseWhereItIsAsked) {
  const Model<double> rods = build_model<double>(read_builtin_robot("two-rods"));
  const Model<double> model = changed(rods, [](ModelParts<double>& parts) {
    parts.bodies[0].inertia = inertia_about_center(2.0, Vector3<double>{-1, 0, 3}, Symmetric3<double>{});
  });
  const std::vector<double> q{0.3, 0.4}, zero{0, 0};
  const CenterOfMass<double> moving = center_of_mass(model, q), all = center_of_mass(model, q, BaseMass::counted);
  EXPECT_DOUBLE_EQ(moving.mass[0], 2);
  EXPECT_DOUBLE_EQ(all.mass[0], 4);
  expect_near(all.center[0].position, 0.5 * (moving.center[0].position + Vector3<double>{-1, 0, 3}), 1e-15);
  expect_near(moving.center[0].position, center_of_mass(rods, q).center[0].position, 0);
  const Matrix<double> J = center_of_mass_jacobian(model, q);
  const Matrix<double> half = center_of_mass_jacobian(model, q, BaseMass::counted);
  for (std::size_t k = 0; k < J.data.size(); ++k) EXPECT_NEAR(half.data[k], 0.5 * J.data[k], 1e-15);
}

TEST(CenterOfMass, OfNothingIsNotANumber) {
  const Model<double> model = changed(build_model<double>(read_builtin_robot("two-rods")),
                                      [](ModelParts<double>& parts) { parts.bodies[2].inertia = {}; });
  const CenterOfMass<double> found = center_of_mass(model, {0.0, 0.0});
  EXPECT_EQ(found.mass[2], 0);
  EXPECT_TRUE(std::isnan(found.center[2].position.x));
  EXPECT_DOUBLE_EQ(found.center[0].position.x, 0.5);
}

}  // namespace torsor::test::center_of_mass_test
