#include "torsor/report/trajectory_report.hpp"

#include <algorithm>
#include <cmath>

#include "report/parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor {
namespace {

using html::number;
using html::number_cell;
using LimitKind = LimitUse::Kind;
using Columns = std::vector<std::vector<double>>;

std::string planned_joint(const TrajectoryNames& names, std::size_t joint) {
  return report::name_at(names.joints, joint, "joint " + std::to_string(joint + 1));
}

std::string planned_unit(const TrajectoryNames& names, std::size_t joint, LimitKind kind) {
  return unit_of(kind, report::name_at(names.torque_units, joint, "Nm"));
}

report::Section planned_result(const MotionDemand& demand, const TrajectoryNames& names) {
  const LimitUse* nearest = demand.nearest();
  const auto exceeded =
      std::count_if(demand.limits.begin(), demand.limits.end(), [](const LimitUse& use) { return use.exceeded(); });
  std::string headline = "There are no limits.";
  if (nearest != nullptr && exceeded == 0)
    headline = "All limits are kept. The nearest one: " + in_words(*nearest, names.joints, names.torque_units) + ".";
  if (exceeded > 0)
    headline = counted(exceeded, "limit") +
               " exceeded, most of all: " + in_words(*nearest, names.joints, names.torque_units) + ".";
  std::string body = std::string("<div class=\"verdict ") + (exceeded > 0 ? "poor" : "good") +
                     "\"><p class=\"headline\">" + html::escaped(headline) + "</p>";
  body +=
      html::paragraph("The motors give at most " + number(demand.power) + " W, at " + number(demand.time_of_power, 4) +
                      " s. They give " + number(demand.energy) + " J in all and take " +
                      number(demand.energy - demand.work) + " J back, net " + number(demand.work) + " J.");
  html::Table table{"Largest magnitudes, in SI units",
                    {"Joint", "Lowest", "Highest", "Velocity", "Acceleration", "Torque", "Torque rms", "Power", "Work"},
                    {},
                    false};
  for (std::size_t j = 0; j < demand.joints.size(); ++j) {
    const JointDemand& joint = demand.joints[j];
    std::vector<html::Cell> row{html::text_cell(planned_joint(names, j))};
    for (const double value : {joint.lowest, joint.highest, joint.velocity, joint.acceleration, joint.torque,
                               joint.torque_rms, joint.power, joint.work})
      row.push_back(number_cell(value, 4));
    table.rows.push_back(std::move(row));
  }
  return {"result", "What the motion needs", body + "</div>\n" + html::to_html(table)};
}

report::Section planned_limits(const MotionDemand& demand, const TrajectoryNames& names) {
  if (demand.limits.empty()) return {"limits", "Limits", html::paragraph("No joint has a limit.")};
  html::Table table{
      "The most that is used of each limit", {"Joint", "Limit", "Time, s", "Value", "Of", "Used, %"}, {}, true};
  for (const LimitUse& use : demand.limits)
    table.rows.push_back({html::text_cell(planned_joint(names, use.joint)), html::text_cell(name_of(use.kind)),
                          number_cell(use.time, 4), number_cell(use.value, 4), number_cell(use.limit, 4),
                          number_cell(100 * use.share, 4)});
  return {"limits", "Limits", html::to_html(table)};
}

report::Section planned_retiming(const MotionDemand& demand, const TrajectoryNames& names) {
  html::Table table{"What limits the motion, from when to when",
                    {"Limit", "Joint", "Side", "From s", "To", "From, s", "To, s"},
                    {},
                    false};
  for (const LimitStretch& stretch : names.stretches) {
    const ActiveLimit& limit = stretch.limit;
    table.rows.push_back(
        {html::text_cell(name_of(limit.kind)),
         html::text_cell(limit.joint >= 0 ? planned_joint(names, static_cast<std::size_t>(limit.joint)) : "-"),
         html::text_cell(limit.upper ? "upper" : "lower"), number_cell(stretch.s_begin, 4),
         number_cell(stretch.s_end, 4), number_cell(stretch.t_begin, 4), number_cell(stretch.t_end, 4)});
  }
  return {"retiming", "At another pace",
          html::paragraph("It takes " + number(demand.duration, 4) + " s; before it took " +
                          number(names.duration_before, 4) + " s.") +
              html::to_html(table)};
}

Plot over_time(const Trajectory& rows, const std::string& title, const std::string& description,
               const std::string& unit) {
  Plot plot{title, description};
  plot.x.label = "time, s";
  plot.y.label = unit;
  plot.height = 190;
  plot.x.range = PlotRange{rows.time.front(), rows.time.back()};
  return plot;
}

/// Limits are drawn where the curve uses a fifth of them at least: far away they would flatten it.
void draw_limits(Plot& plot, const Curve& curve, double low, double high) {
  const auto [least, most] = std::minmax_element(curve.y.begin(), curve.y.end());
  if (std::isfinite(high) && *most > high - 0.8 * std::abs(high)) plot.horizontal_rules.push_back(high);
  if (std::isfinite(low) && *least < low + 0.8 * std::abs(low)) plot.horizontal_rules.push_back(low);
}

/// One quantity of one joint, its limits, and where it is nearest to them.
std::string planned_figure(const Trajectory& rows, const Columns& values, LimitKind kind, std::size_t j,
                           const MotionDemand& demand, const TrajectoryNames& names) {
  constexpr const char* titles[] = {"Position", "Velocity", "Acceleration", "Torque"};
  constexpr const char* styles[] = {"measured", "residual", "part-coriolis", "predicted"};
  const auto k = static_cast<std::size_t>(kind);
  Curve curve{rows.time, {}};
  for (const std::vector<double>& row : values) curve.y.push_back(row[j]);
  if (std::all_of(curve.y.begin(), curve.y.end(), [](double value) { return value == 0; }))
    return html::paragraph(std::string(titles[k]) + ": 0 all the time.");
  Plot plot = over_time(rows, titles[k], std::string(titles[k]) + " of " + planned_joint(names, j) + " over time.",
                        planned_unit(names, j, kind));
  if (j < names.limits.size()) {
    const JointLimits& may = names.limits[j];
    const double high = kind == LimitKind::position       ? may.position_high
                        : kind == LimitKind::velocity     ? may.velocity
                        : kind == LimitKind::acceleration ? may.acceleration
                                                          : may.torque;
    draw_limits(plot, curve, kind == LimitKind::position ? may.position_low : -high, high);
  }
  plot.marks.push_back({PlotMark::Kind::line, styles[k], "", curve});
  if (const LimitUse* nearest = demand.nearest(); nearest != nullptr && nearest->joint == j && nearest->kind == kind)
    plot.marks.push_back({PlotMark::Kind::dots,
                          "model",
                          nearest->exceeded() ? "limit exceeded" : "nearest limit",
                          {{nearest->time}, {nearest->value}}});
  return plot.figure();
}

std::string power_figure(const Trajectory& rows, const TrajectoryTorque& torque) {
  Plot plot = over_time(rows, "Power", "What motors give, and what they take back, over time.", "W");
  Curve given{rows.time, {}}, taken{rows.time, {}};
  for (std::size_t k = 0; k < rows.time.size(); ++k) {
    double gives = 0, takes = 0;
    for (std::size_t j = 0; j < rows.qd[k].size(); ++j) {
      const double power = torque.tau[k][j] * rows.qd[k][j];
      (power > 0 ? gives : takes) += power;
    }
    given.y.push_back(gives), taken.y.push_back(takes);
  }
  plot.horizontal_rules = {0};
  plot.marks.push_back({PlotMark::Kind::line, "predicted", "given by motors", given});
  plot.marks.push_back({PlotMark::Kind::line, "measured", "taken back", taken});
  return plot.figure();
}

}  // namespace

std::string html_report(const Trajectory& rows, const TrajectoryTorque& torque, const MotionDemand& demand,
                        const TrajectoryNames& names) {
  const std::string header = "<header><p class=\"kind\">Planned motion</p>\n<h1>" + html::escaped(names.robot) +
                             "</h1>\n<p class=\"logs\">" + html::escaped(names.kind) + ", " +
                             number(demand.duration, 4) + " s</p></header>\n";
  std::string motion = html::paragraph(
      "Thin lines across are limits. Move over a plot to read values, drag to zoom, double-click to go back.");
  for (std::size_t j = 0; j < demand.joints.size(); ++j) {
    motion += "<section class=\"joint\"><h3>" + html::escaped(planned_joint(names, j)) + "</h3>\n";
    motion += planned_figure(rows, rows.q, LimitKind::position, j, demand, names);
    motion += planned_figure(rows, rows.qd, LimitKind::velocity, j, demand, names);
    motion += planned_figure(rows, rows.qdd, LimitKind::acceleration, j, demand, names);
    motion += planned_figure(rows, torque.tau, LimitKind::torque, j, demand, names) + "</section>\n";
  }
  std::vector<report::Section> sections{planned_result(demand, names), planned_limits(demand, names)};
  if (!names.stretches.empty()) sections.push_back(planned_retiming(demand, names));
  sections.push_back({"power", "Power", power_figure(rows, torque)});
  sections.push_back({"motion", "The motion", motion});
  return report::page("Motion of " + names.robot, header, sections);
}

}  // namespace torsor
