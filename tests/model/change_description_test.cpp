#include "torsor/model/change_description.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"

namespace torsor::test::change_description_test {

void expect_same_torques(Random& random, const Description& described, const Model<double>& model) {
  const RandomState state(random, model, false);
  const std::vector<double> expected = inverse_dynamics(model, state.q, state.qd, state.qdd);
  const std::vector<double> found = inverse_dynamics(build_model<double>(described), state.q, state.qd, state.qdd);
  EXPECT_LT(norm(difference(found, expected)), 1e-10 * (1 + norm(expected)));
}

TEST(ChangeDescription, DoesWhatTheSameChangeOfTheModelDoes) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Description robot = random_robot(random, random.integer(1, 5));
    if (random.flip()) robot.payload.reset();
    const Model<double> model = build_model<double>(robot);
    expect_same_torques(random, without_friction(robot), without_friction(model));
    expect_same_torques(random, without_rotors(robot), without_rotors(model));
    const described::MassProperties load = random_mass(random, random.flip());
    for (const std::string& frame : {std::string("tool"), robot.links[0].name, std::string("base")})
      expect_same_torques(random, with_payload(robot, frame, load),
                          with_payload(model, find_frame(model, frame), Evaluator<double>().inertia(load)));
  }
}

TEST(ChangeDescription, APayloadLeavesTheTipWhereItIs) {
  Random random(1);
  Description robot = random_robot(random, 3);
  for (const bool tool : {true, false}) {
    if (!tool) robot.tool.reset(), robot.payload->at = robot.links.back().name;
    const Model<double> before = build_model<double>(robot);
    const Model<double> after = build_model<double>(with_payload(robot, robot.links[0].name, {}));
    EXPECT_EQ(before.frames[before.tip].body, after.frames[after.tip].body);
    EXPECT_EQ(before.frames[before.tip].pose.p.x, after.frames[after.tip].pose.p.x);
  }
}

}  // namespace torsor::test::change_description_test
