#include "torsor/report/simulation_report.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/well_formed.hpp"

namespace torsor::test::simulation_report_test {

/// Two joints that swing for 2 s, with a peak in the torque; the second one hits a stop and sticks there.
Simulation swing(std::size_t joints = 2, std::size_t positions = 2) {
  Simulation run;
  for (int k = 0; k <= 200; ++k) {
    SimulationSample sample;
    sample.t = 0.01 * k;
    sample.q.assign(positions, std::cos(sample.t)), sample.qd.assign(joints, -std::sin(sample.t));
    sample.qdd.assign(joints, -std::cos(sample.t)), sample.tau.assign(joints, k == 77 ? 123.0 : 0.5);
    sample.kinetic = 1 + k, sample.potential = -k, sample.work.friction = -0.001 * k, sample.defect = 1e-9 * k;
    run.samples.push_back(sample);
  }
  using Kind = SimulationEvent::Kind;
  run.events = {{Kind::hits, 1.25, 1, -1, -0.75}, {Kind::sticks, 1.25, 1, -1, 0}, {Kind::rests, 1.9, -1, -1, 0}};
  run.end.time = 2;
  run.steps = 57, run.evaluations = 401, run.largest_defect = 2e-7, run.time_of_defect = 1.5;
  return run;
}

SimulationNames two_joints() {
  return {"swing", "rk4", {"shoulder", "slider"}, {"Nm", "N"}, {"shoulder", "slider"}, "", true};
}

void expect_parts(const std::string& page, const std::vector<std::string>& parts) {
  EXPECT_EQ(why_not_well_formed(page), "");
  for (const std::string& part : parts) EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST(SimulationReport, is_a_well_formed_page_with_curves_events_and_energy) {
  const std::string page = html_report(swing(), two_joints());
  expect_parts(page, {"The run reached its end, 2.000 s.", "2.000 s by rk4, 57 steps, 201 samples, 3 events",
                      "401 evaluations of forward dynamics", "<desc>Position of shoulder over time.",
                      "<desc>Velocity of slider over time.", "<desc>Torque of the motor of slider over time.", ">m/s<",
                      "hits a stop at 0.75 m/s", "all joints are at rest", "<desc>Work of all that acts",
                      "2.00×10⁻⁷ J, at 1.500 s", "<desc>Velocity of shoulder over its position.", ">friction<"});
  EXPECT_EQ(page.find("http://"), std::string::npos);
  EXPECT_EQ(page.find(">wrenches<"), std::string::npos) << "they did no work";
}

TEST(SimulationReport, what_acted_is_shown_over_time_and_as_it_was_asked_for) {
  SimulationNames names = two_joints();
  const Simulation run = swing();
  EXPECT_EQ(html_report(run, names).find("What acted"), std::string::npos) << "nothing did";
  std::vector<double> force;
  for (const SimulationSample& sample : run.samples) force.push_back(3 * sample.t);
  names.inputs = {{"Force that tip exerts", "N", {"x", "y"}, {force, force}}};
  names.given = {"Torques of the motors: 2*<t>", "From 0.5 s on the tip carries 2"};
  expect_parts(html_report(run, names), {"What acted", "<desc>Force that tip exerts over time.", ">N<", ">y<",
                                         "2*&lt;t&gt;", "From 0.5 s on the tip carries 2"});
}

TEST(SimulationReport, a_run_that_ended_early_says_so_and_keeps_its_curves) {
  Simulation run = swing();
  run.end = {SimulationEnd::Kind::not_finite, 2.0, 1};
  expect_parts(html_report(run, two_joints()), {"The run ended early", "slider", "class=\"verdict poor\""});
}

TEST(SimulationReport, a_check_that_fails_is_seen_at_once) {
  SimulationNames names = two_joints();
  names.check = "power balance: 3 J are missing", names.check_holds = false;
  expect_parts(html_report(swing(), names), {"power balance: 3 J are missing", "class=\"verdict poor\""});
}

TEST(SimulationReport, many_joints_have_no_phase_portrait) {
  SimulationNames names = two_joints();
  names.joints = {"a", "b", "c"};
  EXPECT_EQ(html_report(swing(3, 3), names).find("Phase portrait"), std::string::npos);
}

TEST(SimulationReport, a_free_body_has_its_positions_apart) {
  SimulationNames names = two_joints();
  names.joints = {"base.vx", "base.vy"}, names.positions = {"base.x", "base.y", "base.z"};
  const std::string page = html_report(swing(2, 3), names);
  expect_parts(page, {"<desc>Position base.z of base.z over time."});
  EXPECT_EQ(page.find("Phase portrait"), std::string::npos);
}

TEST(SimulationReport, hostile_names_are_text_and_an_empty_run_is_a_page_too) {
  const std::string hostile = "<script>\"x\"</script>";
  const SimulationNames names{hostile, hostile, {hostile, hostile}, {hostile, hostile}, {}, hostile, true};
  const std::string page = html_report(swing(), names);
  EXPECT_EQ(why_not_well_formed(page), "");
  EXPECT_EQ(page.find("<script>\"x"), std::string::npos);
  expect_parts(html_report(Simulation(), {}), {"There are no samples."});
}

}  // namespace torsor::test::simulation_report_test
