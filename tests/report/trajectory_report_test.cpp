#include "torsor/report/trajectory_report.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/well_formed.hpp"

namespace torsor::test::trajectory_report_test {

struct Motion {
  Trajectory rows;
  TrajectoryTorque torque;
  TrajectoryNames names{"arm", "quintic", {"shoulder", "slider"}, {"Nm", "N"}, std::vector<JointLimits>(2)};

  Motion() {
    for (int k = 0; k <= 200; ++k) {
      const double t = 0.01 * k;
      rows.time.push_back(t);
      rows.q.push_back({std::sin(t), 0.5}), rows.qd.push_back({std::cos(t), 0}), rows.qdd.push_back({-std::sin(t), 0});
      torque.tau.push_back({3 * std::cos(t), 1});
    }
    names.limits[0].velocity = 2, names.limits[0].torque = 3.5;
  }
  std::string page() const { return html_report(rows, torque, motion_demand(rows, torque, names.limits), names); }
};

void expect_parts(const std::string& page, const std::vector<std::string>& parts) {
  EXPECT_EQ(why_not_well_formed(page), "");
  for (const std::string& part : parts) EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST(TrajectoryReport, is_a_well_formed_page_with_curves_limits_and_power) {
  const std::string page = Motion().page();
  expect_parts(
      page, {"Motion of arm", "quintic, 2.000 s",
             "All limits are kept. The nearest one: torque of shoulder is 3 Nm at 0 s, limit 3.5 Nm (85.7 %).",
             "class=\"verdict good\"", "<desc>Position of slider over time.", "<desc>Torque of shoulder over time.",
             "Velocity: 0 all the time.", ">nearest limit<", "class=\"rule\"", "<desc>What motors give", ">rad/s^2<"});
  EXPECT_EQ(page.find("http://"), std::string::npos);
}

TEST(TrajectoryReport, a_limit_that_is_exceeded_is_seen_at_once) {
  Motion motion;
  motion.names.limits[0].velocity = 0.5;
  expect_parts(motion.page(),
               {"1 limit exceeded, most of all: velocity of shoulder is 1 rad/s at 0 s, limit 0.5 rad/s (200.0 %)",
                "class=\"verdict poor\"", ">limit exceeded<"});
}

TEST(TrajectoryReport, hostile_names_are_text_and_no_limits_are_a_page_too) {
  const std::string hostile = "<script>\"x\"</script>";
  Motion motion;
  motion.names = {hostile, hostile, {hostile, hostile}, {hostile, hostile}, {}};
  const std::string page = motion.page();
  expect_parts(page, {"There are no limits."});
  EXPECT_EQ(page.find("<script>\"x"), std::string::npos);
}

}  // namespace torsor::test::trajectory_report_test
