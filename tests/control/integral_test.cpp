#include "torsor/control/integral.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/control/controllers.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/change_description.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::integral_test {

Model<double> robot(const char* name) { return build_model<double>(read_builtin_robot(name)); }

/// A pose that does not change; a run begins somewhere else.
struct Step {
  std::vector<double> start, target, still;

  /// The reference is at the start until the first sample is over, and at the target from then on.
  ReferenceAt reference() const {
    return [this](double t) { return Reference<double>{t < 1e-3 ? start : target, still, still}; };
  }
};

struct Outcome {
  double overshoot = 0;  // of the first joint beyond the target, as a share of the step
  std::vector<double> last_error;
  double saturated = 0;
};

Outcome run(const Model<double>& real, const Model<double>& known, const ControllerOptions& options, const Step& step,
            const std::vector<double>& limits, double duration) {
  ControlLoopOptions loop;
  loop.torque_limits = limits;
  loop.lost_error = 100, loop.longest_saturation = 100;
  SimulationSchedule schedule;
  schedule.duration = duration, schedule.rate = 1000;
  const ReferenceAt reference = step.reference();
  const ControlledRun result = run_loop(real, reference, make_controller(known, options, reference(0)), schedule, loop);
  EXPECT_TRUE(result.holds());
  Outcome outcome;
  outcome.saturated = result.review.saturated;
  const double way = step.target[0] - step.start[0];
  for (const SimulationSample& sample : result.simulation.samples)
    outcome.overshoot = std::max(outcome.overshoot, (sample.q[0] - step.target[0]) / way);
  for (std::size_t i = 0; i < step.target.size(); ++i)
    outcome.last_error.push_back(std::abs(result.simulation.samples.back().q[i] - step.target[i]));
  return outcome;
}

ControllerOptions with_integral(ControllerKind kind, const Model<double>& model, const std::vector<double>& q,
                                double share) {
  ControllerOptions options;
  options.kind = kind;
  options.gains = default_gains(model, kind, q);
  for (std::size_t i = 0; i < q.size(); ++i)  // I = share K w: below K D / B, where it would swing up
    options.gains.integral.push_back(share * 20 * options.gains.stiffness[i]);
  return options;
}

/// The first joint of a UR5e turns by 0.6 rad with a motor that accelerates it by 15 rad/s^2 at most.
TEST(Integral, ASaturatedMotorDoesNotWindItUp) {
  const Model<double> arm = without_friction(robot("ur5e"));
  const Step step{{0, -1.2, 1.5, -0.8, 0.3, 0.2}, {0.6, -1.2, 1.5, -0.8, 0.3, 0.2}, std::vector<double>(6, 0.0)};
  const std::vector<double> limits{15 * inertia_matrix(arm, step.start)(0, 0), 1000, 1000, 1000, 1000, 1000};
  for (const ControllerKind kind : {ControllerKind::pd_gravity, ControllerKind::computed_torque}) {
    ControllerOptions options = with_integral(kind, arm, step.start, 0.1);
    const Outcome kept = run(arm, arm, options, step, limits, 4);
    options.anti_windup = AntiWindup::none;
    const Outcome wound = run(arm, arm, options, step, limits, 4);
    std::printf("%s: overshoot %.3f with anti-windup, %.3f without; saturated %.2f and %.2f of the time\n",
                name_of(kind), kept.overshoot, wound.overshoot, kept.saturated, wound.saturated);
    EXPECT_GT(kept.saturated, 0.02) << "the limit is never felt";
    EXPECT_LT(kept.overshoot, wound.overshoot / 4) << name_of(kind);
    for (const double e : kept.last_error) EXPECT_LT(e, 2e-3) << name_of(kind);
  }
}

TEST(Integral, ALoadThatIsNotKnownLeavesNoErrorInTheEnd) {
  const Model<double> known = without_friction(robot("ur5e"));
  const Model<double> loaded =
      with_payload(known, known.tip, Inertia<double>{1, {0, 0, 0.02}, {1e-5, 0, 0, 1e-5, 0, 0.0005}});
  const std::vector<double> pose{0, -1.2, 1.5, -0.8, 0.3, 0.2};
  const Step still{pose, pose, std::vector<double>(6, 0.0)};
  for (const ControllerKind kind : {ControllerKind::pd, ControllerKind::pd_gravity, ControllerKind::feed_forward,
                                    ControllerKind::computed_torque}) {
    ControllerOptions options = with_integral(kind, known, pose, 0.05);
    const Outcome with = run(loaded, known, options, still, {}, 20);
    options.gains.integral.clear();
    const Outcome without = run(loaded, known, options, still, {}, 20);
    const double worst = *std::max_element(with.last_error.begin(), with.last_error.end());
    EXPECT_GT(*std::max_element(without.last_error.begin(), without.last_error.end()), 1e-2) << name_of(kind);
    EXPECT_LT(worst, 1e-5) << name_of(kind);
  }
}

TEST(Integral, StandsStillOnlyWhereItWouldAskForMore) {
  const std::vector<double> still(2, 0.0), q(2, 0.0), ahead{1, 1};
  PdControl<double> law({{10, 10}, {0, 0}, {5, 5}});
  std::vector<double> tau(2), first(2);
  law({ahead, still, still}, q, still, first);
  law.applied(std::vector<double>{4, first[1]}, 0.1);  // the first motor gives less
  law({ahead, still, still}, q, still, tau);
  EXPECT_NEAR(tau[0], first[0], 1e-15);
  EXPECT_NEAR(tau[1], first[1] + 5 * 0.1, 1e-15);
  law.applied(std::vector<double>{20, tau[1]}, 0.1);  // more than was asked for: the integral helps
  law({ahead, still, still}, q, still, tau);
  EXPECT_NEAR(tau[0], first[0] + 5 * 0.1, 1e-15);
}

TEST(Integral, RunsOnOtherScalarsAndIsEmptyWithoutGains) {
  IntegralPart<float> part({2.0f}, AntiWindup::conditional);
  const std::vector<float> r{1}, q{0}, still{0};
  std::vector<float> tau{0};
  part.add({r, still, still}, q, tau);
  part.ask(tau);
  part.applied(tau, 0.5f);
  EXPECT_FLOAT_EQ(part.value()[0], 1.0f);
  EXPECT_TRUE(IntegralPart<double>({}, AntiWindup::none).value().empty());
}

}  // namespace torsor::test::integral_test
