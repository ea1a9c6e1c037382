#include "torsor/report/controller_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/controller_parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/report/html.hpp"

namespace torsor {
namespace report {

std::string ComparisonPage::unit_of_all() const {
  bool turns = false, slides = false;
  for (std::size_t k = 0; k < joint_count(); ++k) (position_unit(k) == "m" ? slides : turns) = true;
  return turns && slides ? "rad and m" : slides ? "m" : "rad";
}

std::string kilograms(double mass) { return fmt::format("{:g} kg", mass); }

std::string controller_style(std::size_t place) { return "series-" + std::to_string(place % 6 + 1); }

}  // namespace report

namespace {

using html::number;
using html::number_cell;
using report::ComparisonPage;
using report::Section;

std::string comparison_header(const ComparisonPage& page) {
  const ControllerComparison& comparison = page.comparison;
  std::string text = counted(static_cast<long>(comparison.controllers.size()), "controller") + " along " +
                     html::escaped(page.names.motion) + ", " + number(comparison.duration, 4) + " s, " +
                     number(page.options.loop.rate, 4) + " Hz";
  if (comparison.payloads.size() > 1)
    text += ", up to " + report::kilograms(comparison.payloads.back()) + " that they do not know of";
  return "<header><p class=\"kind\">Controllers</p>\n<h1>" + html::escaped(page.names.robot) +
         "</h1>\n<p class=\"logs\">" + text + "</p></header>\n";
}

std::string controller_outcome(const ComparisonPage& page, const ControllerRun& run) {
  if (run.held()) return "held";
  if (!run.refused.empty()) return "not possible";
  if (!run.torque_is_finite) return "torque not finite at " + number(run.end.time) + " s";
  const ControlFinding* lost = run.lost();
  if (lost == nullptr) return "ended at " + number(run.end.time) + " s";
  return "lost at " + number(lost->time) + " s by " + page.joint(static_cast<std::size_t>(lost->velocity));
}

std::string comparison_headline(const ComparisonPage& page) {
  const ControllerRecord& best = page.comparison.controllers[page.comparison.ranking.front()];
  const ControllerRun& run = best.nominal();
  if (!run.held()) return "No controller held with the nominal load.";
  return best.controller.name + " follows best: " + number(1e3 * run.rms_tip_error) + " mm rms at " + page.names.tip +
         ", " + number(run.rms_error) + " " + page.unit_of_all() + " of the joints.";
}

html::Table error_table(const ComparisonPage& page) {
  html::Table table{"With the nominal load, best tip first. Errors of all joints in " + page.unit_of_all() + ", of " +
                        page.names.tip + " in mm",
                    {"Controller", "Outcome", "RMS error", "Largest error", "Tip RMS", "Tip largest"},
                    {},
                    true};
  for (const std::size_t place : page.comparison.ranking) {
    const ControllerRecord& record = page.comparison.controllers[place];
    const ControllerRun& run = record.nominal();
    std::vector<html::Cell> row{html::text_cell(record.controller.name),
                                html::text_cell(controller_outcome(page, run))};
    for (const double value : {run.rms_error, run.largest_error, 1e3 * run.rms_tip_error, 1e3 * run.largest_tip_error})
      row.push_back(number_cell(value));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Section comparison_result(const ComparisonPage& page) {
  const std::vector<ControllerRecord>& all = page.comparison.controllers;
  const auto lost =
      std::count_if(all.begin(), all.end(), [](const ControllerRecord& one) { return !one.nominal().held(); });
  std::string body = std::string("<div class=\"verdict ") +
                     (!page.comparison.any_held() ? "poor"
                      : lost > 0                  ? "fair"
                                                  : "good") +
                     "\"><p class=\"headline\">" + html::escaped(comparison_headline(page)) + "</p>";
  if (lost > 0) body += html::paragraph(counted(lost, "controller") + " did not hold with the nominal load.");
  body += html::paragraph("All of them had the same robot, motion, sensors, delay and noise.") + "</div>\n";
  return {"result", "Result", body + html::to_html(error_table(page))};
}

Section comparison_findings(const ComparisonPage& page) {
  std::string body = "<ul class=\"findings\">\n";
  for (const std::string& line : page.names.findings)
    body += "<li class=\"warning\">" + html::escaped(line) + "</li>\n";
  return {"findings", "Findings", body + "</ul>\n"};
}

std::string comparison_loop(const ControlLoopOptions& loop) {
  using Velocity = ControlLoopOptions::Velocity;
  std::string text = "The controllers measure " + number(loop.rate, 4) + " times a second, and their torques act " +
                     number(1e3 * loop.delay) + " ms later. ";
  text += loop.encoder.empty() ? "Positions are exact; " : "Encoders count " + number(loop.encoder[0]) + " rad or m; ";
  text += loop.velocity == Velocity::measured     ? "velocities are measured. "
          : loop.velocity == Velocity::difference ? "velocities are differences of positions. "
                                                  : "velocities are filtered differences of positions. ";
  if (!loop.torque_noise.empty()) text += "Motors add noise of " + number(loop.torque_noise[0]) + " Nm or N. ";
  return text + (loop.torque_limits.empty() ? "Torques are not limited." : "Torques are limited.");
}

html::Table gain_table(const ComparisonPage& page, const std::string& caption,
                       std::vector<double> Gains<double>::* gain) {
  html::Table table{caption, {"Joint"}, {}, false};
  for (const ControllerRecord& record : page.comparison.controllers) table.headers.push_back(record.controller.name);
  for (std::size_t j = 0; j < page.joint_count(); ++j) {
    std::vector<html::Cell> row{html::text_cell(page.joint(j))};
    for (const ControllerRecord& record : page.comparison.controllers)
      row.push_back(number_cell(report::value_at(record.gains.*gain, j)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Section comparison_setup(const ComparisonPage& page) {
  return {"setup", "Loop and gains",
          html::paragraph(comparison_loop(page.options.loop)) +
              html::to_html(gain_table(page, "Stiffness: Nm/rad (N/m); of computed torque 1/s²; of LQR a weight",
                                       &Gains<double>::stiffness)) +
              html::to_html(gain_table(page, "Damping: Nms/rad (Ns/m); of computed torque 1/s; of LQR a weight",
                                       &Gains<double>::damping))};
}

}  // namespace

std::string html_report(const ControllerComparison& comparison, const ControllerComparisonOptions& options,
                        const ControllerReportNames& names) {
  const ComparisonPage page{comparison, options, names};
  std::vector<Section> sections{comparison_result(page)};
  if (!names.findings.empty()) sections.push_back(comparison_findings(page));
  sections.push_back(report::controller_errors(page));
  if (comparison.payloads.size() > 1) sections.push_back(report::controller_robustness(page));
  sections.push_back(report::controller_torques(page));
  sections.push_back(report::controller_joints(page));
  sections.push_back(comparison_setup(page));
  return report::page("Controllers of " + names.robot, comparison_header(page), sections);
}

}  // namespace torsor
