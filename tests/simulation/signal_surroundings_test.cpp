#include "torsor/simulation/signal_surroundings.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/spatial/transform.hpp"

namespace torsor::test::signal_surroundings_test {

Signal formulas(const Model<double>& model, const std::string& text) {
  const auto read = read_formulas(model, split_formulas(text));
  if (const auto* error = std::get_if<SignalError>(&read)) {
    ADD_FAILURE() << error->message;
    return {};
  }
  return std::get<Signal>(read);
}

const Model<double>& two_rods() {
  static const Model<double> model = build_model<double>(load_robot("two-rods"));
  return model;
}

TEST(Signal, formulas_are_parted_by_commas_outside_of_parentheses) {
  EXPECT_EQ(split_formulas("-2*q1,max(0, min(t,1)),3"), (std::vector<std::string>{"-2*q1", "max(0, min(t,1))", "3"}));
  EXPECT_EQ(split_formulas(""), std::vector<std::string>{""});
}

TEST(Signal, torques_follow_time_and_state) {
  WorldSignals signals;
  signals.torque = formulas(two_rods(), "10*step(t-0.5), -3*q1-2*qd2");
  const Surroundings world = surroundings_of(two_rods(), signals, 0, 1);
  ASSERT_EQ(world.breaks.size(), 1u);
  EXPECT_DOUBLE_EQ(world.breaks[0], 0.5);
  EXPECT_FALSE(world.world);
  std::vector<double> tau(2);
  world.torque(0.6, {1, 2}, {3, 4}, tau);
  EXPECT_EQ(tau, (std::vector<double>{10, -11}));
  world.torque(0.4, {1, 2}, {3, 4}, tau);
  EXPECT_EQ(tau, (std::vector<double>{0, -11}));
}

TEST(Signal, a_formula_that_cannot_be_read_is_named) {
  const auto read = read_formulas(two_rods(), {"t", "2*qd3"});
  const auto* error = std::get_if<SignalError>(&read);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->formula, 1u);
  EXPECT_EQ(error->position, 2u);
  EXPECT_NE(error->message.find("did you mean 'qd1' or 'qd2'"), std::string::npos) << error->message;
}

TEST(Signal, wrenches_and_gravity_change_with_time) {
  WorldSignals signals;
  signals.gravity = formulas(two_rods(), "0,-9.81*(1-t),0");
  signals.wrenches.push_back({two_rods().tip, true, formulas(two_rods(), "t,2,0,0,0,5*q1")});
  Surroundings world = surroundings_of(two_rods(), signals, 0, 1);
  Conditions<double> conditions = default_conditions(two_rods());
  const std::vector<double> q{0.3, 0.4};
  world.world(0.5, q, {0, 0}, conditions);
  EXPECT_DOUBLE_EQ(conditions.gravity.y, -4.905);
  ASSERT_EQ(conditions.wrenches.size(), 1u);
  const auto poses = forward_kinematics(two_rods(), q);
  const Wrench<double> expected =
      wrench_in_base_axes<double>(two_rods(), poses, two_rods().tip, {{0, 0, 1.5}, {0.5, 2, 0}});
  EXPECT_EQ(conditions.wrenches[0].body, expected.body);
  EXPECT_DOUBLE_EQ(conditions.wrenches[0].exerted.force.x, expected.exerted.force.x);
  EXPECT_DOUBLE_EQ(conditions.wrenches[0].exerted.moment.z, expected.exerted.moment.z);
}

TEST(Signal, the_first_jump_of_a_pose_or_of_its_rate_is_found) {
  const auto jump = [](const std::string& text) { return first_jump(formulas(two_rods(), text), 0, 2); };
  for (const char* smooth : {"sin(3*t),t^2,0", "max(0,t-1)^2,0,0", "max(0,t-1)^1.5,abs(t),0", "step(t-1)*(t-1)^3,0,0"})
    EXPECT_FALSE(jump(smooth)) << smooth;
  const auto kink = jump("0,0.3*max(0,t-0.5),0");
  ASSERT_TRUE(kink);
  EXPECT_DOUBLE_EQ(kink->time, 0.5);
  EXPECT_EQ(kink->number, 1u);
  EXPECT_TRUE(kink->of_rate);
  EXPECT_NEAR(kink->size, 0.3, 1e-12);
  const auto step = jump("t,0,0.2*sign(t-1)");
  ASSERT_TRUE(step);
  EXPECT_FALSE(step->of_rate);
  EXPECT_NEAR(step->size, 0.4, 1e-12);
}

/// Velocities and accelerations of a turning, moving base against differences of its pose.
TEST(BasePoseMotion, is_the_motion_that_differences_of_the_pose_show) {
  const Model<double>& model = two_rods();
  const std::string text = "sin(2*t),0.3*t^2,exp(-t),0.4*sin(3*t),0.7*cos(t),t^1.5+0.2";
  const Signal pose = formulas(model, text);
  const auto motion = [&](double t) {
    std::vector<double> p(6), rate(6), second(6);
    pose.motion_at(t, p, rate, second);
    return base_pose_motion(p, rate, second);
  };
  const auto place = [&](double t) {
    std::vector<double> p(6);
    pose.at(t, {}, {}, p);
    return Vector3<double>{p[0], p[1], p[2]};
  };
  const double t = 0.8, h = 1e-4;
  const BasePoseMotion now = motion(t), before = motion(t - h), after = motion(t + h);
  const auto near = [](const Vector3<double>& a, const Vector3<double>& b, double tolerance) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
    EXPECT_NEAR(a.z, b.z, tolerance);
  };
  near(now.turn * now.motion.linear_velocity, 1 / (2 * h) * (place(t + h) - place(t - h)), 1e-7);
  near(now.turn * now.motion.linear_acceleration, 1 / (h * h) * (place(t + h) - 2.0 * place(t) + place(t - h)), 1e-6);
  const auto turned = [](const BasePoseMotion& base) { return base.turn * base.motion.angular_velocity; };
  near(now.turn * now.motion.angular_acceleration, 1 / (2 * h) * (turned(after) - turned(before)), 1e-6);
  for (const Vector3<double>& axis : {Vector3<double>{1, 0, 0}, Vector3<double>{0, 1, 0}}) {
    const Vector3<double> rate = 1 / (2 * h) * (after.turn * axis - before.turn * axis);
    near(cross(turned(now), now.turn * axis), rate, 1e-6);
  }
}

TEST(BasePoseMotion, gravity_turns_with_the_base) {
  WorldSignals signals;
  signals.base_pose = formulas(two_rods(), "0,0,0,0,0,t");
  Surroundings world = surroundings_of(two_rods(), signals, 0, 10);
  Conditions<double> conditions = default_conditions(two_rods());
  const double g = conditions.gravity.y;
  world.world(std::acos(0.0), {0, 0}, {0, 0}, conditions);
  EXPECT_NEAR(conditions.gravity.x, g, 1e-12);
  EXPECT_NEAR(conditions.gravity.y, 0, 1e-12);
  EXPECT_NEAR(conditions.base.angular_velocity.z, 1, 1e-12);
}

}  // namespace torsor::test::signal_surroundings_test
