#include "torsor/trajectory/retime.hpp"

#include <numbers>

#include "retime_support.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/position.hpp"

namespace torsor::test::retime_test {

constexpr double infinite = std::numeric_limits<double>::infinity();

JointLimits accelerating(double acceleration, double velocity = infinite) {
  JointLimits limits;
  limits.acceleration = acceleration, limits.velocity = velocity;
  return limits;
}

Model<double> one_link() { return with_gravity(build_model<double>(load_robot("one-link")), {0, 0, 0}); }

TEST(Retime, a_joint_alone_accelerates_and_brakes_as_hard_as_it_may) {
  for (const double way : {0.1, 1.0, 30.0})
    for (const double most : {0.02, 1.0, 500.0}) {
      const Retiming found = retime(one_link(), path_of({{0}, {way}}), {accelerating(most)});
      ASSERT_TRUE(found.end.found());
      const double expected = 2 * std::sqrt(way / most);
      EXPECT_NEAR(found.timing.duration(), expected, 1e-6 * expected) << way << ' ' << most;
    }
}

TEST(Retime, friction_that_grows_with_the_load_is_refused_where_torques_are_limited) {
  const Model<double> model = changed(one_link(), [](ModelParts<double>& parts) { parts.friction[0].load = 0.1; });
  JointLimits limits = accelerating(1);
  EXPECT_TRUE(retime(model, path_of({{0}, {1}}), {limits}).end.found());
  limits.torque = 10;
  EXPECT_THROW(retime(model, path_of({{0}, {1}}), {limits}), ComputationError);
}

TEST(Retime, a_velocity_limit_makes_a_trapezoid) {
  const double way = 3, acceleration = 2, velocity = 1.2;
  const Retiming found = retime(one_link(), path_of({{1}, {1 + way}}), {accelerating(acceleration, velocity)});
  const double expected = way / velocity + velocity / acceleration;
  EXPECT_NEAR(found.timing.duration(), expected, 1e-6 * expected);
  const std::vector<LimitStretch> stretches = found.timing.stretches();
  ASSERT_EQ(stretches.size(), 3);
  EXPECT_EQ(stretches[0].limit, (ActiveLimit{ActiveLimit::Kind::acceleration, 0, true}));
  EXPECT_EQ(stretches[1].limit, (ActiveLimit{ActiveLimit::Kind::velocity, 0, true}));
  EXPECT_EQ(stretches[2].limit, (ActiveLimit{ActiveLimit::Kind::acceleration, 0, false}));
  EXPECT_NEAR(stretches[1].t_begin, velocity / acceleration, 1e-3);
  EXPECT_NEAR(stretches[1].t_end, expected - velocity / acceleration, 1e-3);
}

TEST(Retime, a_path_speed_by_place_is_kept_and_reached) {
  RetimeOptions options;
  options.path_speed_at = [](double s) { return 0.5 + 0.2 * std::sin(4 * s); };
  const Retiming found = retime(one_link(), path_of({{0}, {3}}), {accelerating(20)}, options);
  ASSERT_TRUE(found.end.found());
  double most = 0, cruise = 0;
  for (int k = 0; k <= 20000; ++k) {
    const PathPoint at = found.timing.at(found.timing.duration() * k / 20000);
    const double share = at.s_dot / options.path_speed_at(at.s);
    most = std::max(most, share);
    if (share > 0.99) cruise += 1.0 / 20000;
  }
  EXPECT_LE(most, 1 + 1e-3);
  EXPECT_GT(cruise, 0.95);
  double at_speed = 0;
  for (const LimitStretch& stretch : found.timing.stretches())
    if (stretch.limit == ActiveLimit{ActiveLimit::Kind::path_speed, -1, true})
      at_speed += stretch.t_end - stretch.t_begin;
  EXPECT_GT(at_speed, 0.9 * found.timing.duration());
}

TEST(Retime, first_and_last_samples_accelerate_as_those_beside_them) {
  const JointPath path = path_of({{0}, {1}});
  const Retiming found = retime(one_link(), path, {accelerating(2, 0.8)});
  const Trajectory rows = samples_of(path, found.timing, 100);
  EXPECT_NEAR(rows.qdd.front()[0], 2, 2e-3);
  EXPECT_NEAR(rows.qdd.back()[0], -2, 2e-3);
  EXPECT_EQ(rows.qd.front()[0], 0);
  EXPECT_NEAR(rows.qd.back()[0], 0, 1e-6);
}

TEST(Retime, begins_and_ends_at_given_speeds) {
  const double way = 2, most = 3, begin = 0.7, end = 1.9;
  RetimeOptions options;
  options.start_speed = begin, options.end_speed = end;
  const Retiming found = retime(one_link(), path_of({{0}, {way}}), {accelerating(most)}, options);
  const double peak = std::sqrt(most * way + (begin * begin + end * end) / 2);
  const double expected = (2 * peak - begin - end) / most;
  EXPECT_NEAR(found.timing.duration(), expected, 1e-6 * expected);
  EXPECT_NEAR(found.timing.at(0).s_dot, begin, 1e-9);
  EXPECT_NEAR(found.timing.at(expected).s_dot, end, 1e-4);
}

TEST(Retime, coulomb_friction_slows_the_start_and_helps_to_brake) {
  const double way = 1.5, torque = 4, friction = 1;  // the link has an inertia of 1
  const Model<double> model =
      changed(one_link(), [&](ModelParts<double>& parts) { parts.friction[0] = {.coulomb = friction}; });
  JointLimits limits;
  limits.torque = torque;
  for (const double sign : {1.0, -1.0}) {
    const Retiming found = retime(model, path_of({{0}, {sign * way}}), {limits});
    const double expected = std::sqrt(2 * way * (1 / (torque - friction) + 1 / (torque + friction)));
    EXPECT_NEAR(found.timing.duration(), expected, 1e-6 * expected);
  }
}

/// A link that is lifted: the energy that the torque gives on the way is known, and so is the speed everywhere.
TEST(Retime, a_pendulum_is_lifted_in_the_time_that_its_energy_tells) {
  const Model<double> model = build_model<double>(load_robot("one-link"));
  JointLimits limits;
  limits.torque = 14;
  const double from = -1.2, to = 1.4, g = 9.81;
  const auto potential = [&](double q) { return g * std::sin(q); };
  const double turn = (from + to) / 2 + (potential(to) - potential(from)) / (2 * limits.torque);
  const auto rising = [&](double z) {  // q = from + z^2: the root at rest goes away
    const double q = from + z * z, energy = limits.torque * (q - from) - potential(q) + potential(from);
    return z > 0 ? 2 * z / std::sqrt(2 * energy) : 2 / std::sqrt(2 * (limits.torque - g * std::cos(from)));
  };
  const auto braking = [&](double z) {
    const double q = to - z * z, energy = limits.torque * (to - q) + potential(to) - potential(q);
    return z > 0 ? 2 * z / std::sqrt(2 * energy) : 2 / std::sqrt(2 * (limits.torque + g * std::cos(to)));
  };
  const auto integral = [](const auto& f, double end) {  // Simpson
    constexpr int n = 2000;
    double sum = f(0.0) + f(end);
    for (int k = 1; k < n; ++k) sum += (k % 2 == 1 ? 4 : 2) * f(end * k / n);
    return sum * end / (3 * n);
  };
  const double expected = integral(rising, std::sqrt(turn - from)) + integral(braking, std::sqrt(to - turn));
  const Retiming found = retime(model, path_of({{from}, {to}}), {limits});
  ASSERT_TRUE(found.end.found());
  EXPECT_NEAR(found.timing.duration(), expected, 1e-5 * expected);
}

/// On a circle each joint in turn has no part in the acceleration along the path: points of zero inertia.
TEST(Retime, points_of_zero_inertia_cause_no_chatter) {
  const Model<double> model = build_model<double>(load_robot("two-rods"));
  const std::vector<JointLimits> limits(2, accelerating(1));
  JointPath circle{2, 4 * std::numbers::pi, {}, {}};
  circle.evaluate = [](double s, std::span<double> q, std::span<double> dq, std::span<double> ddq) {
    q[0] = std::cos(s), q[1] = std::sin(s), dq[0] = -q[1], dq[1] = q[0], ddq[0] = -q[0], ddq[1] = -q[1];
  };
  const Retiming found = retime(model, circle, limits);
  ASSERT_TRUE(found.end.found());
  const LimitsKept kept = limits_kept(model, limits, circle, found.timing);
  EXPECT_LT(kept.excess, 1e-3);
  EXPECT_GT(kept.active, 0.99);
  int swings = 0;
  const PathTiming& timing = found.timing;
  for (std::size_t k = 2; k < timing.active.size(); ++k) {
    const double before = timing.begin_acceleration[k - 1] - timing.begin_acceleration[k - 2];
    const double now = timing.begin_acceleration[k] - timing.begin_acceleration[k - 1];
    if (before * now < 0 && std::min(std::abs(before), std::abs(now)) > 0.01) ++swings;
  }
  EXPECT_LT(swings, 40);  // a few at each of the eight points and at the switches between them
}

TEST(Retime, a_load_beyond_the_limit_is_named) {
  const Description panda = load_robot("panda");
  const Model<double> model = build_model<double>(panda);
  std::vector<JointLimits> limits = joint_limits(panda);
  limits[1].torque = 8;
  const Retiming found = retime(model, path_of({{0, 0, 0, -0.1, 0, 0.5, 0}, {0.2, 1.5, 0.1, -0.2, 0, 0.5, 0}}), limits);
  EXPECT_EQ(found.end.kind, RetimeEnd::Kind::infeasible);
  EXPECT_EQ(found.end.joint, 1);
  EXPECT_NE(to_string(found.end, velocity_names(model)).find("the torque of joint2 is beyond its limit"),
            std::string::npos)
      << to_string(found.end, velocity_names(model));
}

TEST(Retime, a_start_that_is_too_fast_is_told_how_fast_it_may_be) {
  RetimeOptions options;
  options.start_speed = 3;
  const Retiming found = retime(one_link(), path_of({{0}, {1}}), {accelerating(2)}, options);
  EXPECT_EQ(found.end.kind, RetimeEnd::Kind::start_speed);
  EXPECT_NEAR(found.end.highest, 2, 1e-9);  // 2 a way
}

TEST(Retime, motion_without_limits_has_no_quickest_one) {
  const Retiming found = retime(one_link(), path_of({{0}, {1}}), {accelerating(infinite, 2)});
  EXPECT_EQ(found.end.kind, RetimeEnd::Kind::unlimited);
}

TEST(Retime, samples_have_the_derivatives_of_their_positions) {
  const auto [model, limits] = limited_robot("ur10", false);
  const JointPath path = random_path(limits, 3);
  const Retiming found = retime(model, path, limits);
  ASSERT_TRUE(found.end.found());
  constexpr double h = 1e-6;
  const std::size_t n = limits.size();
  std::vector<double> q0(n), q1(n), q2(n), qd0(n), qd1(n), qd2(n), qdd0(n), qdd(n), qdd2(n);
  int compared = 0;
  for (std::size_t k = 0; k < found.timing.active.size(); k += 7) {
    const double t = (found.timing.t[k] + found.timing.t[k + 1]) / 2;
    if (found.timing.t[k + 1] - found.timing.t[k] < 4 * h) continue;
    found.timing.sample(path, t - h, q0, qd0, qdd0), found.timing.sample(path, t, q1, qd1, qdd);
    found.timing.sample(path, t + h, q2, qd2, qdd2);
    for (std::size_t j = 0; j < n; ++j) {
      EXPECT_NEAR((q2[j] - q0[j]) / (2 * h), qd1[j], 1e-6);
      EXPECT_NEAR((qd2[j] - qd0[j]) / (2 * h), qdd[j], 1e-4 * std::max(1.0, std::abs(qdd[j])));
      ++compared;
    }
  }
  EXPECT_GT(compared, 100);
  const Trajectory rows = samples_of(path, found.timing, 250);
  EXPECT_EQ(rows.time.size(), static_cast<std::size_t>(std::ceil(found.timing.duration() * 250)) + 1);
  EXPECT_EQ(rows.time.back(), found.timing.duration());
  path.evaluate(path.end, q0, qd0, qdd0);
  for (std::size_t j = 0; j < n; ++j) EXPECT_NEAR(rows.q.back()[j], q0[j], 1e-9);
}

}  // namespace torsor::test::retime_test
