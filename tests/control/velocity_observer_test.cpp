#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "torsor/control/computed_torque.hpp"
#include "torsor/control/control_loop.hpp"
#include "torsor/control/tracking_observer.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::velocity_observer_test {

using Velocity = ControlLoopOptions::Velocity;

/// What a controller of a UR5e along sines was told of the velocity, beside the true one.
struct Told {
  std::vector<double> time, off, acceleration;  // of all joints, one behind the other

  double rms() const {
    double sum = 0;
    for (const double x : off) sum += x * x;
    return std::sqrt(sum / static_cast<double>(off.size()));
  }
  /// By how much the velocity is late, s: the error that goes with the acceleration.
  double lag() const {
    double with = 0, size = 0;
    for (std::size_t k = 0; k < off.size(); ++k)
      with -= off[k] * acceleration[k], size += acceleration[k] * acceleration[k];
    return with / size;
  }
};

Told run(Velocity velocity, double count) {
  const Model<double> arm = build_model<double>(read_builtin_robot("ur5e"));
  const std::vector<double> center{0, -1.2, 1.5, -0.8, 0.3, 0.2};
  std::vector<double> q(6), qd(6), qdd(6), true_qd(6);
  const ReferenceAt reference = [&](double t) -> Reference<double> {
    for (std::size_t i = 0; i < 6; ++i) {
      const double w = 2.1 + 0.7 * static_cast<double>(i);
      q[i] = center[i] + 0.3 * std::sin(w * t);
      qd[i] = 0.3 * w * std::cos(w * t), qdd[i] = -0.3 * w * w * std::sin(w * t);
    }
    return {q, qd, qdd};
  };
  ControlLoopOptions options;
  options.encoder.assign(6, count);
  options.velocity = velocity;
  ComputedTorque<double> law(arm, Gains<double>::with_frequency(6, 20, 1));
  Told told;
  ControlLoop loop(
      6, reference,
      [&](double t, const Reference<double>& wanted, Input<double> measured, Input<double> seen, Output<double> tau) {
        law(wanted, measured, seen, tau);
        for (std::size_t i = 0; t > 0.3 && i < 6; ++i) {
          told.time.push_back(t);
          told.off.push_back(seen[i] - true_qd[i]);
          told.acceleration.push_back(wanted.qdd[i]);
        }
      },
      options);
  SimulationSchedule schedule;
  schedule.duration = 3;
  schedule.on_tick = [&](double t, Input<double> at, Input<double> rate) {
    true_qd.assign(rate.begin(), rate.end());
    return loop.tick(t, at, rate);
  };
  Surroundings motors;
  motors.torque = [&](double, Input<double>, Input<double>, Output<double> tau) { loop.torque(tau); };
  const Reference<double> start = reference(0);
  const std::vector<double> from(start.q.begin(), start.q.end()), rate(start.qd.begin(), start.qd.end());
  EXPECT_TRUE(simulate(arm, from, rate, schedule, {}, motors).end.reached());
  EXPECT_EQ(loop.review().failure(), nullptr);
  return told;
}

TEST(VelocityObserver, IsMuchBetterThanADifferenceAndNotAsLateAsAFilter) {
  const double count = 2 * std::numbers::pi / 65536;  // 16 bits a turn
  const Told difference = run(Velocity::difference, count), filtered = run(Velocity::filtered, count),
             observer = run(Velocity::observer, count);
  std::printf("rms error, rad/s: difference %.2e, filtered %.2e, observer %.2e; lag, ms: %.3f, %.3f, %.3f\n",
              difference.rms(), filtered.rms(), observer.rms(), 1e3 * difference.lag(), 1e3 * filtered.lag(),
              1e3 * observer.lag());
  EXPECT_LT(observer.rms(), difference.rms() / 4);
  EXPECT_LT(observer.rms(), filtered.rms());
  EXPECT_LT(std::abs(observer.lag()), filtered.lag() / 4);
}

TEST(TrackingObserver, FollowsAConstantAccelerationWithoutLag) {
  TrackingObserver<double> observer(1, 100, 1e-3);
  observer.start({0.0}, {0.0});
  for (int k = 1; k <= 1000; ++k) {
    const double t = 1e-3 * k;
    observer.step({0.2 + 0.3 * t + 0.5 * 4 * t * t});
  }
  EXPECT_NEAR(observer.velocity()[0], 0.3 + 4, 1e-9);
  EXPECT_NEAR(observer.acceleration()[0], 4, 1e-6);
}

/// Three poles at exp(-w dt): an error of position alone fades, and never changes its sign more than twice.
TEST(TrackingObserver, ForgetsAWrongStart) {
  TrackingObserver<double> observer(1, 100, 1e-3);
  observer.start({1.0}, {0.0});
  int turns = 0;
  double last = 1;
  for (int k = 1; k <= 300; ++k) {
    observer.step({0.0});
    turns += observer.position()[0] * last < 0 ? 1 : 0;
    last = observer.position()[0];
  }
  EXPECT_LE(turns, 2);
  EXPECT_LT(std::abs(last), 1e-9);
}

}  // namespace torsor::test::velocity_observer_test
