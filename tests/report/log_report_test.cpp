#include "torsor/report/log_report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "support/well_formed.hpp"

namespace torsor::test::log_report_test {

/// 5000 rows of two joints at 100 Hz; the torque has a peak of 77 in row 1234 and garbage in row 2000.
LogRows rows() {
  LogRows rows;
  rows.q.resize(5000, 2), rows.tau.resize(5000, 2);
  for (int k = 0; k < 5000; ++k) {
    rows.time.push_back(100 + 0.01 * k);
    rows.q.row(k).setConstant(std::sin(0.01 * k));
    rows.tau.row(k).setConstant(5 * std::cos(0.01 * k));
  }
  rows.tau(1234, 0) = 77;
  rows.tau(2000, 0) = 1e150;
  return rows;
}

LogHealth health() {
  LogHealth health;
  health.rows = 5000, health.sound_rows = 4999, health.duration = 50, health.period = 0.01, health.jitter = 0.0004;
  health.unsound = {{2000, 2000}};
  JointSummary joint;
  joint.position = {true, -1.25, 1.75, 0.707, 0.0003};
  joint.torque = {true, -5, 77, 3.54, 0.02};
  health.joints = {joint, joint};
  return health;
}

TEST(LogReport, is_a_well_formed_page_with_the_figures_of_the_log) {
  const std::string page =
      html_report(health(), LogInMemory(rows()), {"motion.csv", {"position: q1 .. q2 (rad)"}, {}, {}});
  EXPECT_EQ(why_not_well_formed(page), "");
  for (const char* part :
       {"motion.csv", "No faults were found in the log.", "4999 of 5000 rows are valid. Left out: rows 2001.",
        "position: q1 .. q2 (rad)", ">−1.25<", ">1.75<", ">0.707<", "10.0 ms (100 Hz)", "scatter by 0.40 ms",
        "<desc>Position of joint 1 over time.", "<desc>Torque of joint 2 over time."})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("http://"), std::string::npos);
  EXPECT_EQ(page.find("Velocity, as recorded"), std::string::npos) << "it was not";
}

TEST(LogReport, peaks_are_drawn_and_rows_that_are_left_out_are_not) {
  const std::string page = html_report(health(), LogInMemory(rows()), {"motion.csv", {}, {}, {}});
  const std::size_t at = page.find("<desc>Torque of joint 1");
  const std::string range = page.substr(page.rfind("data-y=\"", at), 60);
  double low = 0, high = 0;
  ASSERT_EQ(std::sscanf(range.c_str(), "data-y=\"%lf %lf", &low, &high), 2) << range;
  EXPECT_NEAR(high, 77 + 0.05 * 82, 0.01);
  EXPECT_NEAR(low, -5 - 0.05 * 82, 0.01);
  EXPECT_LT(page.size(), 200'000u);
}

TEST(LogReport, errors_and_hostile_names_are_told_as_text) {
  LogHealth sick = health();
  const std::string hostile = "<script>\"x\"</script>";
  sick.findings = {{"torque-missing", Severity::error, hostile, {3, 1}, hostile, hostile, hostile}};
  const std::string page = html_report(sick, LogInMemory(rows()), {hostile, {hostile}, {hostile}, {hostile}});
  EXPECT_EQ(why_not_well_formed(page), "");
  EXPECT_NE(page.find("cannot be used as it is: 1 error."), std::string::npos);
  EXPECT_EQ(page.find("<script>\"x"), std::string::npos);
}

TEST(LogReport, a_log_without_rows_is_a_page_too) {
  EXPECT_EQ(why_not_well_formed(html_report({}, LogInMemory({}), {})), "");
}

}  // namespace torsor::test::log_report_test
