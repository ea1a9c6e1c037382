#include "torsor/report/identification_report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/two_joint_identification.hpp"
#include "support/well_formed.hpp"

namespace torsor::test::report_test {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

/// The page between the opening of a section and the next section of the same level.
std::string section(const std::string& page, const std::string& id) {
  const std::size_t from = page.find("<section id=\"" + id + "\">");
  if (from == std::string::npos) return "";
  return page.substr(from, page.find("<section id=\"", from + 1) - from);
}

void expect_sound(const std::string& page) {
  EXPECT_EQ(why_not_well_formed(page), "");
  EXPECT_EQ(count_of(page, "nan"), 0u) << page.substr(page.find("nan") - 60, 120);
  EXPECT_EQ(count_of(page, "inf\""), 0u);
}

TEST(Report, is_a_well_formed_page) { expect_sound(html_report(TwoJointIdentification::make())); }

TEST(Report, the_same_input_gives_the_same_bytes) {
  EXPECT_EQ(html_report(TwoJointIdentification::make()), html_report(TwoJointIdentification::make()));
}

TEST(Report, loads_nothing_from_elsewhere) {
  const std::string page = html_report(TwoJointIdentification::make());
  for (const char* part : {"http://", "https://", "<link", "<img", "<iframe", " src=", "@import", "url(", "fetch("})
    EXPECT_EQ(count_of(page, part), 0u) << part;
}

TEST(Report, every_joint_has_its_plots) {
  const std::string page = html_report(TwoJointIdentification::make());
  for (const char* joint : {"shoulder", "elbow"})
    for (const std::string which : {"fitted", "held out"}) {
      EXPECT_EQ(count_of(page, std::string("<desc>Measured and predicted torque of ") + joint + " over time, " + which),
                1u);
      EXPECT_EQ(
          count_of(page, std::string("<desc>Measured minus predicted torque of ") + joint + " over time, " + which),
          1u);
    }
  for (const char* joint : {"shoulder", "elbow"}) {
    EXPECT_EQ(count_of(page, std::string("<desc>Residual of ") + joint + " against its velocity"), 1u);
    EXPECT_EQ(count_of(page, std::string("<desc>Histogram of the residual of ") + joint), 1u);
    EXPECT_EQ(count_of(page, std::string("<desc>Correlation of the residual of ") + joint), 1u);
    EXPECT_EQ(count_of(page, std::string("<desc>Friction of ") + joint), 1u);
  }
}

TEST(Report, the_figures_of_the_fit_are_in_its_tables) {
  const std::string fit = section(html_report(TwoJointIdentification::make()), "fit");
  for (const char* figure : {"0.377", "5.43", "0.9876", "0.159", "9.21", "0.0795", "4.61", "0.9777", "0.311", "4.87",
                             "0.9912", "0.754", "10.9", "0.9576", ">1500<", ">4000<", ">750<"})
    EXPECT_GE(count_of(fit, figure), 1u) << figure;
}

TEST(Report, base_parameters_are_told_with_their_deviation_and_significance) {
  const std::string page = section(html_report(TwoJointIdentification::make()), "parameters");
  EXPECT_NE(page.find(">1.234<"), std::string::npos);
  EXPECT_NE(page.find(">0.0321<"), std::string::npos);
  EXPECT_NE(page.find(">2.6<"), std::string::npos) << "100 * 0.0321 / 1.234 = 2.60 %";
  EXPECT_NE(page.find("1 is not significant"), std::string::npos) << "0.089 < 2 * 0.0876";
  EXPECT_EQ(count_of(page, ">no<"), 1u);
  EXPECT_NE(page.find("Izz1 + 0.25 m2"), std::string::npos);
  EXPECT_NE(page.find(">1.625<"), std::string::npos) << "the robot file: 1.0 + 0.25 * 2.5";
}

TEST(Report, conditioning_is_told_in_words) {
  const std::string page = section(html_report(TwoJointIdentification::make()), "conditioning");
  EXPECT_NE(page.find("41.7"), std::string::npos);
  EXPECT_NE(page.find("−0.80 Fv1 + 0.60 Izz1<"), std::string::npos) << "the largest part first, small ones left out";
}

TEST(Report, says_link_by_link_what_can_be_identified) {
  const std::string page = section(html_report(TwoJointIdentification::make()), "identifiability");
  EXPECT_NE(page.find("link 1 (moved by shoulder)"), std::string::npos);
  EXPECT_NE(page.find(">Fv1 and Fs1<"), std::string::npos);
  EXPECT_NE(page.find(">m1<"), std::string::npos);
  EXPECT_NE(page.find(">mx2, Fv2 and Fs2<"), std::string::npos);
}

TEST(Report, the_estimator_in_use_is_marked_and_a_failed_one_says_why) {
  const std::string page = section(html_report(TwoJointIdentification::make()), "estimators");
  EXPECT_NE(page.find("weighted <span class=\"badge\">used"), std::string::npos);
  EXPECT_NE(page.find("No estimate: no unique answer"), std::string::npos);
  EXPECT_NE(page.find(">3.66<"), std::string::npos) << "(5.43 + 9.21) / 2, and half of it in motion";
  EXPECT_NE(page.find("smoothed torque, samples in motion"), std::string::npos);
}

TEST(Report, the_verdict_follows_the_held_out_figures) {
  Identification it = TwoJointIdentification::make();
  EXPECT_NE(section(html_report(it), "verdict").find("predicts every moving joint well on data that it has not seen"),
            std::string::npos);
  it.estimates[0].validation[1].smoothed_moving = {750, 0.9, 61, 0.4};
  it.verdict = judge(it);
  const std::string verdict = section(html_report(it), "verdict");
  EXPECT_NE(verdict.find("not good enough on data that it has not seen for elbow."), std::string::npos);
  EXPECT_NE(section(html_report(it), "warnings").find("the residual in motion grows from 0.0615 to 0.9 Nm"),
            std::string::npos);
}

TEST(Report, shows_the_verdict_that_the_result_has_and_makes_none_of_its_own) {
  Identification it = TwoJointIdentification::make();
  it.verdict = {};
  it.verdict.grade = Grade::poor;
  it.verdict.sentence = "It was judged elsewhere.";
  it.verdict.facts = {"This is known of it."};
  it.verdict.conditioning = "All is told apart.";
  it.verdict.reasons = {
      {"some-doubt", Severity::warning, "", {}, "joint elbow", "it rattles", "tighten it", {"torque"}}};
  const std::string page = html_report(it), verdict = section(page, "verdict");
  for (const char* part : {"verdict poor", "It was judged elsewhere.", "This is known of it.", "All is told apart."})
    EXPECT_NE(verdict.find(part), std::string::npos) << part;
  for (const char* part : {"some-doubt", "joint elbow: it rattles", "tighten it <code>torque</code>"})
    EXPECT_NE(section(page, "warnings").find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("The model predicts"), std::string::npos);
  EXPECT_NE(section(page, "conditioning").find("All is told apart."), std::string::npos);
}

TEST(Report, findings_that_are_alike_are_one_item_with_its_advice_once) {
  Identification it = TwoJointIdentification::make();
  it.findings.clear();
  for (int j = 1; j <= 6; ++j) {
    const std::string joint = "joint j" + std::to_string(j);
    it.findings.push_back(
        {"stuck", Severity::note, "a.csv", {j, 1}, joint, "held " + std::to_string(j) + " s", "wait"});
    it.findings.push_back({"jitter", Severity::warning, "a.csv", {2, 1}, joint, "uneven steps", "use the stamps"});
  }
  const std::string warnings = section(html_report(it), "warnings");
  EXPECT_EQ(count_of(warnings, "<code>stuck</code>"), 1u);
  EXPECT_EQ(count_of(warnings, "<code>jitter</code>"), 1u);
  EXPECT_EQ(count_of(warnings, "uneven steps"), 1u);
  EXPECT_EQ(count_of(warnings, "</em> wait"), 1u);
  EXPECT_EQ(count_of(warnings, "</em> use the stamps"), 1u);
  EXPECT_NE(warnings.find("joint j1, j2, j3, j4, j5, j6: uneven steps"), std::string::npos) << "as the terminal has it";
  EXPECT_EQ(count_of(warnings, "held 1/2/3/4/5/6 s"), 1u);
  expect_sound(html_report(it));
}

TEST(Report, begins_with_the_verdict_and_the_torques_and_folds_details_and_findings) {
  Identification it = TwoJointIdentification::make();
  it.findings = {{"jitter", Severity::warning, "a.csv", {2, 1}, "time", "uneven steps", "use the stamps"}};
  it.verdict.likely = {"gravity", "gravity. With another one it is 2 % instead of 50 %.", {}, 2, 50};
  it.applied = {{"a.csv", "sign", "the other sign for the torque of joint 2"}};
  const std::string page = html_report(it), verdict = section(page, "verdict"), torques = section(page, "torques");
  EXPECT_LT(page.find("<section id=\"verdict\""), page.find("<section id=\"torques\""));
  for (const char* later : {"fit", "residuals", "warnings", "estimators"})
    EXPECT_LT(page.find("<section id=\"torques\""), page.find(std::string("<section id=\"") + later + "\"")) << later;
  EXPECT_NE(verdict.find("Likely reason: gravity. With another one"), std::string::npos);
  EXPECT_NE(verdict.find("Applied to a.csv: the other sign for the torque of joint 2."), std::string::npos);
  EXPECT_EQ(verdict.find("uneven steps"), std::string::npos);
  const std::string open = torques.substr(0, torques.find("<details"));
  EXPECT_EQ(count_of(open, "<figure"), 2u) << "one plot for each joint before anything opens";
  EXPECT_EQ(count_of(torques, "<details class=\"fold joint\""), 2u);
  const std::string warnings = section(page, "warnings");
  EXPECT_LT(warnings.find("<details class=\"fold\">"), warnings.find("uneven steps"));
  EXPECT_EQ(count_of(page, "<details open"), 0u);
}

TEST(Report, hostile_names_are_text) {
  const std::string hostile = "<script>alert('x')</script>\" onload=\"x & \x01\xFF";
  Identification it = TwoJointIdentification::make();
  it.robot = hostile;
  it.joints = {hostile, hostile};
  it.torque_units = {hostile, hostile};
  it.training_logs = it.validation_logs = {hostile};
  it.held_out = it.smoothing = it.friction = it.version = hostile;
  it.base_names = it.base_words = {hostile, hostile, hostile};
  it.parameter_names.assign(8, hostile);
  for (Estimate& estimate : it.estimates) estimate.method = estimate.note = hostile;
  it.findings = {{hostile, Severity::warning, hostile, {3, 1}, hostile, hostile, hostile, {hostile}}};
  it.verdict = judge(it);
  const std::string page = html_report(it);
  expect_sound(page);
  EXPECT_EQ(count_of(page, "<script"), 1u);
  EXPECT_EQ(count_of(page, "onload=\""), 0u);
  EXPECT_GE(count_of(page, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot; onload=&quot;x &amp; "), 20u);
  EXPECT_EQ(page.find('\xFF'), std::string::npos);
}

TEST(Report, an_empty_identification_is_a_page_that_says_so) {
  const std::string page = html_report({});
  expect_sound(page);
  EXPECT_NE(page.find("No estimate came out"), std::string::npos);
  EXPECT_NE(page.find("No base parameters were estimated."), std::string::npos);
  EXPECT_NE(page.find("There are no joints."), std::string::npos);
}

TEST(Report, without_validation_it_says_that_nothing_was_held_out) {
  Identification it = TwoJointIdentification::make();
  for (Estimate& estimate : it.estimates) estimate.validation.clear();
  it.validation_traces.clear();
  it.verdict = judge(it);
  const std::string page = html_report(it);
  expect_sound(page);
  EXPECT_NE(section(page, "verdict").find("Nothing was held out"), std::string::npos);
  EXPECT_EQ(count_of(section(page, "fit"), "Held out"), 0u);
}

TEST(Report, without_bootstrap_prior_or_consistent_model_it_says_so) {
  Identification it = TwoJointIdentification::make();
  it.estimates[0].standard_deviation.clear();
  it.consistent.prior.clear();
  std::string page = html_report(it);
  expect_sound(page);
  EXPECT_NE(page.find("No bootstrap was asked for"), std::string::npos);
  EXPECT_NE(page.find("The robot file has no masses"), std::string::npos);
  it.estimates[0].naive_standard_deviation.clear();
  it.consistent = {};
  page = html_report(it);
  expect_sound(page);
  EXPECT_NE(page.find("No standard deviations were computed, so there are no intervals."), std::string::npos);
  EXPECT_NE(page.find("No physically consistent parameters"), std::string::npos);
  EXPECT_NE(section(page, "friction").find("Fs1"), std::string::npos) << "known only to the consistent model";
}

TEST(Report, values_that_are_no_numbers_never_break_the_page) {
  const double nothing = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  Identification it = TwoJointIdentification::make();
  for (const double bad : {nothing, infinite, -infinite, 1e308, 0.0}) {
    Identification broken = it;
    broken.estimates[0].value.assign(3, bad);
    broken.estimates[0].standard_deviation.assign(3, bad);
    for (JointFit& fit : broken.estimates[0].validation) fit.smoothed = fit.raw = {10, bad, bad, bad};
    broken.singular_values.assign(3, bad);
    broken.condition_number = broken.duration = bad;
    broken.weakest.assign(1, std::vector<double>(3, bad));
    broken.noise.assign(2, bad), broken.coulomb_width.assign(2, bad), broken.correlation_time.assign(2, bad);
    broken.consistent.value.assign(8, bad);
    broken.training_traces[0].predicted.assign(200, bad);
    broken.training_traces[1].smoothed.assign(200, bad);
    broken.validation_traces[0].time.assign(200, bad);
    broken.validation_traces[1].velocity.assign(200, bad);
    broken.verdict = judge(broken);
    expect_sound(html_report(broken));
  }
}

TEST(Report, lists_of_unequal_length_never_break_the_page) {
  Identification it = TwoJointIdentification::make();
  it.joints.pop_back();
  it.base_names.clear(), it.base_words.clear(), it.parameter_names.clear(), it.torque_units.clear();
  it.consistent.value.pop_back(), it.consistent.prior.pop_back();
  it.training_traces[0].velocity.clear(), it.training_traces[1].smoothed.clear();
  it.validation_traces[0].raw.clear(), it.validation_traces[1].predicted.clear();
  for (const int chosen : {7, 0}) {
    it.chosen = chosen;
    it.verdict = judge(it);
    expect_sound(html_report(it));
  }
}

TEST(Report, stays_small_for_a_long_log_of_seven_joints) {
  Identification it = TwoJointIdentification::make();
  TorqueTrace longer;
  for (int k = 0; k < 20'000; ++k) {
    const double t = 0.001 * k, noise = std::sin(12.9898 * k) * 3;
    longer.time.push_back(t), longer.velocity.push_back(std::cos(t)), longer.predicted.push_back(30 * std::sin(t));
    longer.smoothed.push_back(30 * std::sin(t) + noise), longer.raw.push_back(30 * std::sin(t) + 4 * noise);
  }
  it.joints.assign(7, "joint");
  it.training_traces.assign(7, longer), it.validation_traces.assign(7, longer);
  EXPECT_LT(html_report(it).size(), 2'000'000u);
}

}  // namespace torsor::test::report_test
