#include "torsor/report/controller_report.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/well_formed.hpp"

namespace torsor::test::controller_report_test {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// A run of two joints over 2 s whose errors are `scale` large.
ControllerRun run_of(double payload, double scale, bool held = true) {
  ControllerRun run;
  run.payload = payload;
  run.rms_error = scale, run.largest_error = 3 * scale;
  run.rms_tip_error = 2 * scale, run.largest_tip_error = 5 * scale;
  run.review.rms_error = {scale, scale}, run.review.largest_error = {3 * scale, 2 * scale};
  run.rms_torque = {10, 20}, run.rms_torque_use = {0.25, none}, run.peak_torque_use = {0.8, none};
  run.energy = 12, run.torque_squared = 345;
  run.end.time = held ? 2 : 0.75;
  if (!held) {
    run.end.kind = SimulationEnd::Kind::stopped;
    run.review.findings.push_back({ControlFinding::Kind::lost, 0.75, 1, 1.5});
  }
  run.trace.error.resize(2), run.trace.torque.resize(2);
  for (int k = 0; k <= (held ? 200 : 75); ++k) {
    run.trace.time.push_back(0.01 * k), run.trace.tip_error.push_back(scale * std::abs(std::sin(0.05 * k)));
    for (std::size_t j = 0; j < 2; ++j)
      run.trace.error[j].push_back(scale * std::sin(0.05 * k)), run.trace.torque[j].push_back(k == 33 ? 32 : 10);
  }
  return run;
}

ControllerComparison two_controllers(bool second_holds) {
  ControllerComparison comparison;
  comparison.duration = 2;
  comparison.payloads = {0, 1.5};
  const Gains<double> gains{{100, 50}, {10, 5}};
  comparison.controllers = {{{"<wild>", ControllerKind::pd}, gains, {run_of(0, 1e-2, second_holds), run_of(1.5, 2e-2)}},
                            {{"calm", ControllerKind::lqr}, gains, {run_of(0, 1e-3), run_of(1.5, 4e-3)}}};
  comparison.ranking = {1, 0};
  return comparison;
}

ControllerComparisonOptions limited() {
  ControllerComparisonOptions options;
  options.torque_limits = {40, std::numeric_limits<double>::infinity()};
  return options;
}

const ControllerReportNames names{"arm & hand",           "way.csv",   "flange",
                                  {"shoulder", "slider"}, {"Nm", "N"}, {"all: a <finding>"}};

void expect_parts(const std::string& page, const std::vector<std::string>& parts) {
  EXPECT_EQ(why_not_well_formed(page), "");
  for (const std::string& part : parts) EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST(ControllerReport, is_a_well_formed_page_with_the_best_one_first) {
  const std::string page = html_report(two_controllers(true), limited(), names);
  expect_parts(
      page, {"arm &amp; hand", "way.csv", "calm follows best: 2.00 mm rms at flange, 0.00100 rad and m of the joints.",
             "2 controllers along", "up to 1.5 kg", "a &lt;finding&gt;", "&lt;wild&gt;", "verdict good",
             "<desc>Error of shoulder over time.", "<desc>Torque of the motor of slider over time.",
             "<desc>Peak torque of each joint", ">1.5 kg<", ">25.0<", ">80.0<"});
  EXPECT_LT(page.find("<th scope=\"row\">calm"), page.find("<th scope=\"row\">&lt;wild"));
  EXPECT_EQ(page.find("<wild>"), std::string::npos);
  EXPECT_EQ(page.find("nan"), std::string::npos);
}

TEST(ControllerReport, tells_where_and_when_control_was_lost) {
  expect_parts(html_report(two_controllers(false), limited(), names),
               {"lost at 0.750 s by slider", "1 controller did not hold", "until 0.750 s", "&lt;wild&gt; (lost)",
                "verdict fair"});
}

TEST(ControllerReport, leaves_out_limits_and_loads_that_there_are_not) {
  ControllerComparison comparison = two_controllers(true);
  comparison.payloads = {0};
  for (ControllerRecord& record : comparison.controllers) {
    record.runs.resize(1);
    record.runs[0].rms_torque_use = record.runs[0].peak_torque_use = {none, none};
  }
  const std::string page = html_report(comparison, {}, names);
  expect_parts(page, {"no limits of torque"});
  EXPECT_EQ(page.find("Loads that they do not know of"), std::string::npos);
  EXPECT_EQ(page.find("Saturated, %"), std::string::npos);
}

}  // namespace torsor::test::controller_report_test
