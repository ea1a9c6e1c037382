#include "torsor/report/payload_report.hpp"

#include <algorithm>
#include <utility>

#include "report/parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor {
namespace {

using html::number_cell;
using report::Section;

std::string payload_header(const PayloadEstimate& e) {
  const auto list = [](const char* what, const std::vector<std::string>& logs) {
    std::string text;
    for (const std::string& log : logs) text += (text.empty() ? std::string(what) + ": " : ", ") + log;
    return text.empty() ? text : "<p class=\"logs\">" + html::escaped(text) + "</p>";
  };
  return "<header><p class=\"kind\">Payload</p>\n<h1>" + html::escaped(e.robot) + "</h1>\n" +
         list("without load", e.unloaded_logs) + list("with load", e.loaded_logs) +
         list("with a known load", e.reference_logs) + "</header>\n";
}

Section payload_verdict(const PayloadEstimate& e) {
  const bool doubtful = std::any_of(e.findings.begin(), e.findings.end(),
                                    [](const Finding& finding) { return finding.severity != Severity::note; });
  std::string body = std::string("<div class=\"verdict ") +
                     (e.has_load && !e.found() ? "poor"
                      : doubtful               ? "fair"
                                               : "good") +
                     "\"><p class=\"headline\">" + html::escaped(in_words(e)) + "</p><ul>";
  body +=
      "<li>" +
      std::string(e.still ? counted(e.equations, "mean torque") + " at " + counted(e.poses, "pose")
                          : counted(e.equations, "equation") + ", " + html::number(e.duration, 3) + " s of motion") +
      "</li>";
  if (e.found() && !e.absolute_gains)
    body += "<li>A gain that all joints share cannot be seen; " + html::number(100 * e.gain_deviation, 2) +
            " % of it are part of the interval of the mass.</li>";
  return {"verdict", "Verdict", body + "</ul></div>\n"};
}

Section payload_load(const PayloadEstimate& e) {
  html::Table table{"In the frame " + e.frame + "; the inertia is about the centre of mass",
                    {"Quantity", "Unit", "Value", "Standard deviation", "95 % from", "to"},
                    {},
                    false};
  for (const auto& [name, unit, value, deviation, felt] : load_figures(e)) {
    table.rows.push_back({html::text_cell(name), html::text_cell(unit)});
    if (felt)
      for (const auto& [number, digits] :
           {std::pair(value, 4), {deviation, 2}, {value - 1.96 * deviation, 4}, {value + 1.96 * deviation, 4}})
        table.rows.back().push_back(number_cell(number, digits));
    else
      for (const char* text : {"not felt", "", "", ""}) table.rows.back().push_back(html::text_cell(text));
  }
  if (!e.found()) return {"load", "Load", html::to_html(table)};
  std::string lines =
      "<h3>For controllers</h3><p>Where " + html::escaped(e.frame) + " is the frame of the flange:</p><ul>";
  for (const ControllerLine& line : controller_lines(e))
    lines += "<li>" + html::escaped(line.controller) + ": <code>" + html::escaped(line.text) + "</code></li>\n";
  return {"load", "Load", html::to_html(table) + lines + "</ul>\n"};
}

Section payload_joints(const PayloadEstimate& e) {
  html::Table table{"Torque that is left, root mean square",
                    {"Joint", "Unit", "Torque with load", "Left without the load", "Left with it", "Left of unloaded"},
                    {},
                    false};
  if (!e.gains.empty()) table.headers.insert(table.headers.end(), {"Gain", "Deviation"});
  for (std::size_t j = 0; j < e.residuals.size(); ++j) {
    const PayloadResidual& r = e.residuals[j];
    std::vector<html::Cell> row{html::text_cell(r.joint), html::text_cell(r.unit)};
    for (const double value : {r.loaded_torque, r.loaded_without_load, r.loaded, r.unloaded})
      row.push_back(number_cell(value, 3));
    if (!e.gains.empty())
      row.push_back(number_cell(e.gains[j].value, 4)), row.push_back(number_cell(e.gains[j].deviation, 2));
    table.rows.push_back(std::move(row));
  }
  return {"joints", "Joints", html::to_html(table)};
}

Section payload_torques(const PayloadEstimate& e) {
  std::string body =
      html::paragraph("What the robot without load leaves of the measured torque, and what the load explains of it.");
  for (std::size_t j = 0; j < e.traces.size() && j < e.residuals.size(); ++j) {
    const PayloadTrace& trace = e.traces[j];
    Plot plot{e.residuals[j].joint, "Torque of the load at " + e.residuals[j].joint + " over time."};
    plot.height = 200;
    plot.x.label = "time, s";
    plot.y.label = "torque, " + e.residuals[j].unit;
    plot.marks.push_back({PlotMark::Kind::line, "measured", "measured", {trace.time, trace.load_torque}});
    plot.marks.push_back({PlotMark::Kind::line, "predicted", "explained", {trace.time, trace.explained}});
    body += plot.figure();
  }
  return {"torques", "Torque of the load", body};
}

}  // namespace

std::string html_report(const PayloadEstimate& e) {
  std::vector<Section> sections{payload_verdict(e)};
  if (e.has_load) sections.push_back(payload_load(e));
  sections.push_back(payload_joints(e));
  if (!e.traces.empty()) sections.push_back(payload_torques(e));
  sections.push_back(report::findings(e.findings));
  return report::page("Payload of " + e.robot, payload_header(e), sections);
}

}  // namespace torsor
