#include "torsor/control/control_loop.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "torsor/control/computed_torque.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::control_loop_test {

const Model<double>& rods() {
  static const Model<double> model = build_model<double>(read_builtin_robot("two-rods"));
  return model;
}

/// A slow circle in the joints.
struct Circle {
  std::vector<double> q{0, 0}, qd{0, 0}, qdd{0, 0};

  Reference<double> operator()(double t) {
    const double w = 2;
    q = {0.5 * std::cos(w * t), 0.5 * std::sin(w * t)};
    qd = {-0.5 * w * std::sin(w * t), 0.5 * w * std::cos(w * t)};
    qdd = {-w * w * q[0], -w * w * q[1]};
    return {q, qd, qdd};
  }
};

ControlReview run(const ControlLoopOptions& options, double w = 20, double duration = 2) {
  Circle circle;
  ComputedTorque<double> law(rods(), Gains<double>::with_frequency(2, w, 1));
  SimulationSchedule schedule;
  schedule.duration = duration;
  return run_loop(
             rods(), [&](double t) { return circle(t); },
             [&](double, const Reference<double>& reference, Input<double> q, Input<double> qd, Output<double> tau) {
               law(reference, q, qd, tau);
             },
             schedule, options)
      .review;
}

TEST(ControlLoop, AHoldOfAMillisecondLeavesASmallErrorAndSlowerOnesMore) {
  ControlLoopOptions options;
  const double at_1000 = run(options).largest_error[0];
  options.rate = 250;
  const double at_250 = run(options).largest_error[0];
  EXPECT_GT(at_1000, 1e-7);
  EXPECT_LT(at_1000, 1e-3);
  EXPECT_NEAR(at_250 / at_1000, 4, 1.5);  // it grows with the sample time
}

TEST(ControlLoop, GainsThatAreTooHighForTheRateAreTold) {
  ControlLoopOptions options;
  options.rate = 50;
  options.velocity = ControlLoopOptions::Velocity::difference;
  const ControlReview result = run(options, 120);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].kind, ControlFinding::Kind::lost);
  EXPECT_GE(result.findings[0].velocity, 0);
  EXPECT_GT(result.findings[0].time, 0);
  EXPECT_LT(result.findings[0].time, 2);
}

TEST(ControlLoop, SaturationThatDoesNotEndIsTold) {
  ControlLoopOptions options;
  options.torque_limits = {3, 1000};  // far below its weight
  options.lost_error = 100;
  const ControlReview result = run(options, 20, 3);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].kind, ControlFinding::Kind::saturated);
  EXPECT_EQ(result.findings[0].velocity, 0);
  EXPECT_GT(result.saturated, 0.3);
}

TEST(ControlLoop, ADelayMakesItWorseAndOneBeyondTheSampleIsTold) {
  ControlLoopOptions options;
  const double without = run(options).largest_error[0];
  options.delay = 0.4e-3;
  const ControlReview some = run(options);
  EXPECT_TRUE(some.findings.empty());
  EXPECT_GT(some.largest_error[0], without);
  options.delay = 2.5e-3;
  const ControlReview more = run(options);
  EXPECT_GT(more.largest_error[0], some.largest_error[0]);
  ASSERT_EQ(more.findings.size(), 1u);
  EXPECT_EQ(more.findings[0].kind, ControlFinding::Kind::delay_beyond_sample);
  EXPECT_NEAR(more.findings[0].value, 2.5, 1e-9);
}

TEST(ControlLoop, TorquesThatJumpFromSampleToSampleAreTold) {
  const auto told = [](const ControlReview& review) {
    return std::count_if(review.findings.begin(), review.findings.end(),
                         [](const ControlFinding& finding) { return finding.kind == ControlFinding::Kind::chatters; });
  };
  ControlLoopOptions options;
  EXPECT_EQ(told(run(options)), 0);
  options.encoder = {1e-5, 1e-5};
  options.velocity = ControlLoopOptions::Velocity::difference;
  EXPECT_EQ(told(run(options)), 0) << "a fine encoder";
  options.encoder = {1e-3, 1e-3};  // a count in a sample is 1 rad/s
  const ControlReview coarse = run(options);
  ASSERT_EQ(told(coarse), 2) << "each joint once";
  EXPECT_GT(coarse.findings.front().value, 1) << "Nm";
  options.torque_limits = {1e4, 1e4};
  EXPECT_EQ(told(run(options)), 0) << "next to nothing for such motors";
}

TEST(ControlLoop, CoarseEncodersAndNoiseAreFelt) {
  ControlLoopOptions options;
  const double exact = run(options).rms_error[1];
  options.encoder = {1e-3, 1e-3};
  options.velocity = ControlLoopOptions::Velocity::filtered;
  const double coarse = run(options).rms_error[1];
  EXPECT_GT(coarse, exact);
  EXPECT_LT(coarse, 0.01);
  ControlLoopOptions noisy;
  noisy.torque_noise = {2, 2};
  EXPECT_GT(run(noisy).rms_error[1], exact);
}

}  // namespace torsor::test::control_loop_test
