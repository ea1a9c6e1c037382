#include "torsor/report/plan_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor {
namespace {

using html::number_cell, html::text_cell, html::words_cell;
using Purpose = PlannedMotion::Purpose;

html::Cell count_cell(int count) {
  html::Cell cell = number_cell(count);
  cell.text = std::to_string(count);
  return cell;
}

html::Cell unbroken_cell(const std::string& text) {
  html::Cell cell = text_cell(text);
  cell.text = "<span style=\"white-space:nowrap\">" + cell.text + "</span>";
  return cell;
}

std::string plan_steps(const PlanSection& section) {
  std::string text = "<ol>\n";
  for (const std::string& step : section.steps) text += "<li>" + html::escaped(step) + "</li>\n";
  return text + "</ol>\n";
}

std::string plan_summary(const ExperimentPlan& plan) {
  long reached = 0, wanted = 0;
  for (const PlannedParameter& one : plan.parameters) {
    if (one.outlook == Outlook::minor || one.outlook == Outlook::no_value) continue;
    ++wanted, reached += one.outlook == Outlook::reached ? 1 : 0;
  }
  std::string text =
      std::string("<div class=\"verdict ") + (plan.warnings.empty() ? "good" : "fair") + "\"><p class=\"headline\">" +
      html::escaped(counted(static_cast<long>(plan.motions.size()), "motion") + ", " + html::number(plan.minutes, 2) +
                    " minutes; the motion for identification " + std::to_string(plan.repetitions) + " times.") +
      "</p><ul>";
  if (wanted > 0)
    text += "<li>" + std::to_string(reached) + " of " + std::to_string(wanted) +
            " parameters that matter will be known to " + html::number(100 * plan.accuracy, 2) + " %.</li>";
  for (const std::string& warning : plan.warnings) text += "<li>" + html::escaped(warning) + "</li>";
  return text + "</ul></div>\n";
}

/// The limit of a kind that a motion uses most of, over all joints.
const LimitUse* most_used(const PlannedMotion& motion, LimitUse::Kind kind) {
  for (const LimitUse& use : motion.demand.limits)
    if (use.kind == kind) return &use;
  return nullptr;
}

std::string nearest_in_words(const ExperimentPlan& plan, const PlannedMotion& motion) {
  const LimitUse* use = motion.demand.nearest();
  return use == nullptr ? "" : std::string(name_of(use->kind)) + " of " + plan.joints[use->joint].name;
}

std::string motion_table(const ExperimentPlan& plan) {
  html::Table table{"All begin and end at rest. Shares are those of the limits, the most over all joints",
                    {"File", "Record as", "Times", "s", "Velocity, %", "Torque, %", "Nearest limit", "What"},
                    {},
                    false};
  const auto share = [](const LimitUse* use) {
    return use == nullptr ? std::numeric_limits<double>::quiet_NaN() : 100 * use->share;
  };
  for (const PlannedMotion& motion : plan.motions)
    table.rows.push_back({unbroken_cell(motion.file), text_cell(motion.log), count_cell(motion.repetitions),
                          number_cell(motion.repetitions * motion.demand.duration, 3),
                          number_cell(share(most_used(motion, LimitUse::Kind::velocity))),
                          number_cell(share(most_used(motion, LimitUse::Kind::torque))),
                          words_cell(nearest_in_words(plan, motion)), words_cell(motion.what)});
  return html::to_html(table);
}

std::string speed_table(const ExperimentPlan& plan) {
  if (plan.speeds.empty()) return "";
  html::Table table{"Sweeps: friction is half the difference of the two directions",
                    {"Joint", "Speed, rad/s or m/s", "Stroke, rad or m", "Steady, s", "Deviation of friction"},
                    {},
                    false};
  for (const FrictionSpeed& one : plan.speeds)
    table.rows.push_back({text_cell(plan.joints[one.joint].name), number_cell(one.speed), number_cell(one.stroke),
                          number_cell(one.seconds), number_cell(one.deviation, 2)});
  return "<details><summary>Speeds of the sweeps</summary>\n" + html::to_html(table) + "</details>\n";
}

std::string position_figure(const ExperimentPlan& plan) {
  Plot plot{"identification.csv", "Positions of the joints over time in the motion for identification."};
  plot.x.label = "time, s", plot.y.label = "rad or m", plot.height = 220;
  const Trajectory& rows = plan.motions.front().rows;
  for (std::size_t j = 0; j < plan.joints.size(); ++j) {
    Curve curve{rows.time, {}};
    for (const std::vector<double>& q : rows.q) curve.y.push_back(q[j]);
    plot.marks.push_back(
        {PlotMark::Kind::line, "series-" + std::to_string(1 + j % 6), plan.joints[j].name, std::move(curve)});
  }
  return plot.figure();
}

std::string joint_table(const ExperimentPlan& plan) {
  html::Table table{"By joint; torques in Nm, or N of joints that slide",
                    {"Joint", "Noise", "Torque, rms", "Torque, peak", "Tilt of 1°", "Level, °",
                     "Encoder step, rad or m", "Gear ratio", "Friction change noticed"},
                    {},
                    false};
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const PlannedJoint& joint : plan.joints)
    table.rows.push_back({text_cell(joint.name), number_cell(joint.noise), number_cell(joint.torque_rms),
                          number_cell(joint.torque_peak), number_cell(joint.tilt_torque),
                          number_cell(std::isfinite(joint.level) ? joint.level : none, 2),
                          number_cell(joint.position_step > 0 ? joint.position_step : none, 2),
                          number_cell(joint.ratio_stated ? joint.gear_ratio : none, 4),
                          number_cell(std::isfinite(joint.noticed_friction) ? joint.noticed_friction : none, 2)});
  return html::to_html(table);
}

std::string parameter_table(const ExperimentPlan& plan) {
  html::Table table{"The largest torque first; expected standard deviation after 1, 3 and 10 repetitions",
                    {"Base parameter", "Value", "Torque, rms", "At", "1", "3", "10", "Planned, %", "Needs", "Remark"},
                    {},
                    true};
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const PlannedParameter& one : plan.parameters) {
    std::vector<html::Cell> row{text_cell(one.name), number_cell(one.value.value_or(none)), number_cell(one.torque, 2),
                                text_cell(plan.joints[one.joint].name)};
    for (const double deviation : one.deviation)
      row.push_back(number_cell(std::isfinite(deviation) ? deviation : none, 2));
    row.push_back(number_cell(100 * one.planned / std::abs(one.value.value_or(none)), 2));
    row.push_back(one.repetitions > 0 ? count_cell(one.repetitions) : number_cell(none));
    row.push_back(words_cell(one.why.empty() ? std::string(one.outlook == Outlook::minor ? "minor" : "") : one.why));
    table.rows.push_back(std::move(row));
  }
  return html::to_html(table);
}

std::string command_list(const std::vector<PlanCommand>& commands) {
  std::string text = "<ol>\n";
  for (const PlanCommand& command : commands)
    text += "<li>" + html::escaped(command.purpose) + ":<br/><code>" + html::escaped(command.line) + "</code></li>\n";
  return text + "</ol>\n";
}

report::Section plan_section(const ExperimentPlan& plan, const PlanSection& section) {
  std::string body = plan_steps(section);
  if (section.id == "motions") body += motion_table(plan) + position_figure(plan) + speed_table(plan);
  if (section.id == "record") body += joint_table(plan);
  if (section.id == "accuracy") body += parameter_table(plan);
  return {section.id, section.heading, body};
}

}  // namespace

std::string html_report(const ExperimentPlan& plan, const std::vector<PlanCommand>& commands) {
  const std::string header =
      "<header><p class=\"kind\">Plan of an experiment</p>\n<h1>" + html::escaped(plan.robot) + "</h1>\n</header>\n";
  std::vector<report::Section> sections{{"summary", "In short", plan_summary(plan)}};
  for (const PlanSection& section : plan.sections) sections.push_back(plan_section(plan, section));
  if (!commands.empty()) sections.push_back({"afterwards", "Commands", command_list(commands)});
  return report::page("Plan of an experiment: " + plan.robot, header, sections);
}

}  // namespace torsor
