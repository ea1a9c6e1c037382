#include "torsor/dynamics/gravity_compensation.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/described_parameters.hpp"
#include "torsor/robot_files/robot_file.hpp"

namespace torsor::test::gravity_compensation_test {

/// 2 kg at 1 m and 3 kg at 2 m from the first joint, stretched out level.
Description two_links(const std::string& first, const std::string& second) {
  return read_robot("name: arm\nlinks:\n  - {joint: revolute, axis: [0, -1, 0], mass: 2, com: [1, 0, 0]" + first +
                        "}\n  - {joint: revolute, axis: [0, -1, 0], origin: {xyz: [1, 0, 0]}, mass: 3, com: [1, 0, 0]" +
                        second + "}\n",
                    "arm.yaml");
}
std::vector<double> holding(const Description& robot, double g = 9.81) {
  return gravity_torque(build_model<double>(robot), {0.0, 0.0}, {0, 0, -g});
}

TEST(GravityCompensation, CarriesAPartOfALinkOrAMassAtAPoint) {
  const std::vector<double> half = holding(two_links("", ", gravity_compensation: 0.5"));
  EXPECT_NEAR(half[0], (2 * 1 + 0.5 * 3 * 2) * 9.81, 1e-12);
  EXPECT_NEAR(half[1], 0.5 * 3 * 9.81, 1e-12);
  const std::vector<double> point =
      holding(two_links(", gravity_compensation: {part: 1, mass: 4, com: [0.5, 0, 0]}", ""));
  EXPECT_NEAR(point[0], (3 * 2 - 4 * 0.5) * 9.81, 1e-12);
  EXPECT_NEAR(point[1], 3 * 9.81, 1e-12);
}

TEST(GravityCompensation, GrowsWithGravity) {
  EXPECT_NEAR(holding(two_links("", ", gravity_compensation: 0.5"), 1.62)[1], 0.5 * 3 * 1.62, 1e-12);
}

TEST(GravityCompensation, LeavesAPayloadItsWeight) {
  const Description robot = two_links("", ", gravity_compensation: 1");
  const Model<double> model = build_model<double>(robot);
  const Model<double> loaded = with_payload(model, find_frame(model, "link2"), {5, {5, 0, 0}, {}});
  EXPECT_NEAR(gravity_torque(loaded, {0.0, 0.0})[1], 5 * 9.81, 1e-12);
}

/// By virtual work: the Jacobian of the centre of every link, and its weight times what is not carried.
TEST(GravityCompensation, IsTheVirtualWorkOfTheWeightsThatAreLeft) {
  for (int seed = 0; seed < 50; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    Description robot = with_gravity_compensation(random, random_robot(random, 1 + seed % 6));
    robot.payload.reset();
    const Evaluator<double> values(robot);
    const Model<double> model = build_model<double>(robot);
    const RandomState state(random, model);
    std::vector<double> expected(model.nv);
    for (const described::Link& link : robot.links) {
      const Inertia<double> own = values.inertia(link.mass);
      double mass = own.mass;
      Vector3<double> moment = own.first_moment;
      if (link.gravity_compensation) {
        const auto& [part, carried, com] = *link.gravity_compensation;
        mass -= values.value(part) * own.mass + values.value(carried);
        moment = moment - (values.value(part) * own.first_moment + values.value(carried) * values.vector(com));
      }
      const int frame = find_frame(model, link.name);
      const Matrix<double> J = jacobian(model, state.q, frame);
      const Vector3<double> r = frame_pose<double>(model, forward_kinematics(model, state.q), frame).R * moment;
      for (int v = 0; v < model.nv; ++v) {
        const Vector3<double> linear{J(0, v), J(1, v), J(2, v)}, angular{J(3, v), J(4, v), J(5, v)};
        expected[v] -= dot(model.gravity, mass * linear + cross(angular, r));
      }
    }
    const std::vector<double> found = gravity_torque(model, state.q);
    EXPECT_LT(norm(difference(found, expected)), 1e-11 * (1 + norm(expected))) << seed;
  }
}

TEST(GravityCompensation, ChangesNeitherInertiaNorCoriolisTorque) {
  Random random(3);
  const Description plain = random_robot(random, 5);
  const Model<double> without = build_model<double>(plain);
  const Model<double> with = build_model<double>(with_gravity_compensation(random, plain));
  const RandomState state(random, without);
  EXPECT_EQ(inertia_matrix(with, state.q).data, inertia_matrix(without, state.q).data);
  EXPECT_EQ(inverse_dynamics(with, state.q, state.qd, state.qdd, {{}, state.conditions.base, {}}),
            inverse_dynamics(without, state.q, state.qd, state.qdd, {{}, state.conditions.base, {}}));
}

/// New masses do not change what was known to be carried.
TEST(GravityCompensation, StaysWhatItWasWhenMassesAreWrittenAnew) {
  Random random(4);
  const Description robot = with_gravity_compensation(random, random_robot(random, 4));
  const Model<double> model = build_model<double>(robot);
  const ParameterLayout layout = parameter_layout(model, {});
  std::vector<double> theta = parameters(model, layout);
  for (double& entry : theta) entry *= 1.5;
  const Model<double> expected = with_parameters<double>(model, layout, theta);
  const Model<double> found = build_model<double>(with_parameters(robot, layout, theta));
  const RandomState state(random, model);
  EXPECT_LT(norm(difference(gravity_torque(found, state.q), gravity_torque(expected, state.q))),
            1e-12 * norm(gravity_torque(expected, state.q)));
}

}  // namespace torsor::test::gravity_compensation_test
