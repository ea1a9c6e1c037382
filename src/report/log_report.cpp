#include "torsor/report/log_report.hpp"

#include <algorithm>
#include <cmath>

#include "report/log_signals.hpp"
#include "report/parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/report/html.hpp"

namespace torsor {
namespace {

using html::number;
using html::number_cell;
using report::Section;

std::string joint_of(const LogNames& names, std::size_t j) {
  return report::name_at(names.joints, j, "joint " + std::to_string(j + 1));
}
std::string unit_of(const LogNames& names, std::size_t j) { return report::name_at(names.torque_units, j, "Nm"); }

std::string header(const LogHealth& health, const LogNames& names) {
  return "<header><p class=\"kind\">Log of motion</p>\n<h1>" + html::escaped(names.log) + "</h1>\n<p class=\"logs\">" +
         counted(health.rows, "row") + ", " + number(health.duration) + " s, " +
         counted(static_cast<long>(health.joints.size()), "joint") + "</p></header>\n";
}

Section verdict(const LogHealth& health) {
  const auto count = [&](Severity severity) {
    return std::count_if(health.findings.begin(), health.findings.end(),
                         [severity](const Finding& finding) { return finding.severity == severity; });
  };
  const long errors = count(Severity::error), warnings = count(Severity::warning);
  const bool usable = health.usable();
  std::string text = !usable        ? "The log cannot be used as it is: " + counted(errors, "error") + "."
                     : warnings > 0 ? "The log is usable, with " + counted(warnings, "warning") + "."
                                    : std::string("No faults were found in the log.");
  std::string facts = std::to_string(health.sound_rows) + " of " + counted(health.rows, "row") + " are valid.";
  if (!health.unsound.empty()) facts += " Left out: rows " + in_words(health.unsound, 1) + ".";
  return {"verdict", "Verdict",
          std::string("<div class=\"verdict ") +
              (!usable        ? "poor"
               : warnings > 0 ? "fair"
                              : "good") +
              "\"><p class=\"headline\">" + html::escaped(text) + "</p>" + html::paragraph(facts) + "</div>\n"};
}

Section clock(const LogHealth& health) {
  std::string text = "The median step is " + number(1e3 * health.period) + " ms (" + number(1 / health.period) +
                     " Hz); the steps scatter by " + number(1e3 * health.jitter, 2) + " ms.";
  if (health.time.scale != 1)
    text += " The stamps are taken for seconds of " + number(health.time.scale, 4) + " s each.";
  if (!health.time.periods.empty())
    text += " The rows are taken as whole periods apart, as many as the motion shows, whatever the stamps say.";
  if (health.time.uniform) text += " The rows are taken as evenly spaced, whatever the stamps say.";
  return {"time", "Time", html::paragraph(text)};
}

void add_channel(const ChannelSummary& channel, std::vector<html::Cell>& row) {
  const double nothing = std::nan("");
  for (const double value : {channel.lowest, channel.highest, channel.rms, channel.resolution})
    row.push_back(number_cell(channel.recorded ? value : nothing));
}

Section channels(const LogHealth& health, const LogNames& names) {
  html::Table table{"Over the valid rows; a dash where nothing was recorded",
                    {"Joint", "Quantity", "Lowest", "Highest", "RMS", "Resolution"},
                    {},
                    true};
  for (std::size_t j = 0; j < health.joints.size(); ++j) {
    const JointSummary& joint = health.joints[j];
    const auto add = [&](const std::string& quantity, const ChannelSummary& channel) {
      if (!channel.recorded && quantity != "position" && quantity != "torque") return;
      std::vector<html::Cell> row{html::text_cell(joint_of(names, j)), html::text_cell(quantity)};
      add_channel(channel, row);
      table.rows.push_back(std::move(row));
    };
    add("position", joint.position), add("reference", joint.reference), add("velocity", joint.velocity);
    add("acceleration", joint.acceleration), add("torque", joint.torque);
  }
  std::string body = "<ul>";
  for (const std::string& words : names.columns) body += "<li>" + html::escaped(words) + "</li>";
  return {"channels", "What was recorded", (names.columns.empty() ? "" : body + "</ul>\n") + html::to_html(table)};
}

Section quick_fit(const LogHealth& health, const LogNames& names) {
  const QuickFit& fit = health.fit;
  const std::string heading = "A quick fit";
  if (!fit.made) return {"fit", heading, html::paragraph("None was made: it needs a robot and enough valid rows.")};
  html::Table table{"A fit to " + counted(fit.states, "state") + ", condition number " + number(fit.condition_number),
                    {"Joint", "Residual, % of the torque", "Share of friction, %"},
                    {},
                    false};
  for (std::size_t j = 0; j < fit.relative_residual.size(); ++j)
    table.rows.push_back({html::text_cell(joint_of(names, j)), number_cell(100 * fit.relative_residual[j]),
                          number_cell(100 * report::value_at(fit.friction_share, j))});
  return {"fit", heading,
          html::paragraph(
              "It only shows whether torque, signs, units and gravity are plausible for this robot; a full "
              "identification comes after it. Friction that explains nothing is a sign of torque that was computed "
              "instead of measured.") +
              html::to_html(table)};
}

std::string signal_figure(const std::string& title, const std::string& joint, const std::string& unit,
                          const Curve& curve, const std::string& style, const Curve& reference) {
  if (curve.x.empty()) return "";
  Plot plot{title, title + " of " + joint + " over time."};
  plot.x.label = "time, s";
  plot.y.label = unit;
  plot.height = 190;
  if (curve.x.back() > curve.x.front()) plot.x.range = PlotRange{curve.x.front(), curve.x.back()};
  plot.marks.push_back({PlotMark::Kind::line, style, reference.x.empty() ? "" : "measured", curve});
  if (!reference.x.empty()) plot.marks.push_back({PlotMark::Kind::line, "model", "reference", reference});
  return plot.figure();
}

Section signals(const LogHealth& health, const LogSource& log, const LogNames& names) {
  const std::vector<report::JointSignals> joints = report::log_signals(health, log);
  std::string body =
      html::paragraph("Every peak is kept. Move over a plot to read values, drag to zoom, double-click to go back.");
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const std::string joint = joint_of(names, j), unit = unit_of(names, j), length = unit == "N" ? "m" : "rad";
    body += "<section class=\"joint\"><h3>" + html::escaped(joint) + "</h3>\n";
    body += signal_figure("Position", joint, length, joints[j].position, "measured", joints[j].reference);
    body += signal_figure("Velocity, as recorded", joint, length + "/s", joints[j].velocity, "residual", {});
    body += signal_figure("Torque", joint, unit, joints[j].torque, "predicted", {});
    body += "</section>\n";
  }
  return {"signals", "The signals", body};
}

}  // namespace

std::string html_report(const LogHealth& health, const LogSource& log, const LogNames& names) {
  return report::page("Log " + names.log, header(health, names),
                      {verdict(health), report::findings(health.findings), clock(health), channels(health, names),
                       quick_fit(health, names), signals(health, log, names)});
}

}  // namespace torsor
