#include <gtest/gtest.h>

#include "experiments/online_test_support.hpp"
#include "support/cpu_time.hpp"

namespace torsor::test::online_load_test {

struct Case {
  const char* robot;
  double mass;
};
class LoadOf : public testing::TestWithParam<Case> {};

/// A load comes to the hand in the middle of the motion and goes again, once in each form of the estimator. The noise
/// is coloured, the robot has friction before sliding, ripple and a resonance that the model does not know.
TEST_P(LoadOf, IsNoticedWithinASecondAndWeighed) {
  for (const OnlineMethod method : {OnlineMethod::forgetting, OnlineMethod::random_walk}) {
    const MovingRobot robot(GetParam().robot);
    const double mass = GetParam().mass, rate = 200, up = 75, down = 100;
    const SyntheticLog empty = robot.log(robot.model, 125, rate, "realistic");
    const SyntheticLog loaded = robot.log(robot.with_load(mass), 125, rate, "realistic");
    std::vector<OnlineEvent> events;
    std::vector<double> heard;
    double now = 0;
    OnlineOptions options;
    options.method = method;
    options.forgetting = 60;
    options.on_event = [&](const OnlineEvent& event) { events.push_back(event), heard.push_back(now); };
    OnlineEstimator estimator(robot.description, options);
    const auto push = [&](double t, const auto& q, const auto& tau) { now = t, estimator.push(t, q, tau); };
    feed(empty, 0, std::lround(up * rate), push);
    EXPECT_TRUE(events.empty());
    feed(loaded, std::lround(up * rate), std::lround(down * rate), push);
    ASSERT_EQ(events.size(), 1);
    EXPECT_EQ(events[0].kind, OnlineEvent::Kind::load_picked_up);
    EXPECT_LT(heard[0], up + 1);
    const LoadEstimate load = estimator.load().value();
    EXPECT_NEAR(load.mass, mass, 0.05 * mass);
    const Body<double>& last = robot.model.bodies.back();  // the load was put in the frame of the joint
    const Vector3<double> center = inverse(robot.model.frames[last.frame].pose) * MovingRobot::load_center();
    EXPECT_NEAR(load.center.x, center.x, 0.02);
    EXPECT_NEAR(load.center.y, center.y, 0.02);
    EXPECT_NEAR(load.center.z, center.z, 0.05);
    feed(empty, std::lround(down * rate), empty.row_count(), push);
    ASSERT_EQ(events.size(), 2);
    EXPECT_EQ(events[1].kind, OnlineEvent::Kind::load_dropped);
    EXPECT_LT(heard[1], down + 1);
    EXPECT_NEAR(estimator.load().value().mass, -mass, 0.05 * mass);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, LoadOf, testing::Values(Case{"panda", 1}, Case{"ur10", 1}, Case{"puma560", 1}),
                         [](const auto& robot) { return std::string(robot.param.robot); });

TEST(OnlineLoad, AnHourOfMotionWithColouredNoiseGivesNoAlarm) {
  const MovingRobot robot("panda", true, 3);
  const SyntheticLog log = robot.log(robot.model, 3600, 100, "realistic");
  OnlineOptions options;
  options.forgetting = 60;
  int alarms = 0;
  options.on_event = [&](const OnlineEvent&) { ++alarms; };
  OnlineEstimator estimator(robot.description, options);
  feed(log, 0, log.row_count(), [&](double t, const auto& q, const auto& tau) { estimator.push(t, q, tau); });
  EXPECT_EQ(alarms, 0);
  EXPECT_GT(estimator.updates(), 3000 * 40);
  EXPECT_TRUE(estimator.detector().settled());
}

/// Coulomb friction of one joint that falls by a third in five minutes, as it does when a gear gets warm.
TEST(OnlineFriction, ThatGetsLessIsFollowedAndNotTakenForALoad) {
  for (const OnlineMethod method : {OnlineMethod::forgetting, OnlineMethod::random_walk}) {
    const MovingRobot robot("puma560");
    OnlineOptions options;
    options.method = method;
    options.forgetting = 30;
    int alarms = 0;
    options.on_event = [&](const OnlineEvent&) { ++alarms; };
    OnlineEstimator estimator(robot.description, options);
    const double rate = 100;
    const auto push = [&](double t, const auto& q, const auto& tau) { estimator.push(t, q, tau); };
    double last = 1;
    for (int minute = 0; minute < 8; ++minute)
      for (int part = 0; part < 3; ++part) {  // steps of twenty seconds
        const double share = std::clamp((3 * minute + part - 6) / 15.0, 0.0, 1.0);
        last = 1 - share / 3;
        const Model<double> warm =
            changed(robot.model, [&](ModelParts<double>& parts) { parts.friction[1].coulomb *= last; });
        const SyntheticLog log = robot.log(warm, 480, rate, "realistic");
        const long first = std::lround((60 * minute + 20 * part) * rate);
        feed(log, first, first + std::lround(20 * rate), push);
        if (minute == 1 && part == 2) {
          EXPECT_FALSE(estimator.friction_changes().empty());
        }
      }
    EXPECT_EQ(alarms, 0);
    bool found = false;
    for (const FrictionChange& change : estimator.friction_changes()) {
      const Unknowns& unknowns = estimator.unknowns();
      const Parameter& parameter = unknowns.layout.entries[unknowns.base.independent[change.parameter]];
      if (parameter.kind != ParameterKind::coulomb || unknowns.model.bodies[parameter.body].v != 1) continue;
      found = true;
      EXPECT_NEAR(change.now / change.start, last, 0.12);
    }
    EXPECT_TRUE(found);
  }
}

}  // namespace torsor::test::online_load_test
