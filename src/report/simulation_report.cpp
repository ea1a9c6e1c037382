#include "torsor/report/simulation_report.hpp"

#include "report/simulation_parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/report/html.hpp"

namespace torsor {
namespace report {

std::string simulated_joint(const SimulationNames& names, std::size_t joint) {
  return name_at(names.joints, joint, "joint " + std::to_string(joint + 1));
}

std::string position_unit(const SimulationNames& names, std::size_t joint) {
  return name_at(names.torque_units, joint, "Nm") == "N" ? "m" : "rad";
}

Plot over_samples(const Simulation& run, const std::string& title, const std::string& description,
                  const std::string& unit, double height) {
  Plot plot{title, description};
  plot.x.label = "time, s";
  plot.y.label = unit;
  plot.height = height;
  const std::vector<SimulationSample>& samples = run.samples;
  if (samples.size() > 1) plot.x.range = PlotRange{samples.front().t, samples.back().t};
  return plot;
}

}  // namespace report

namespace {

using html::number;
using html::number_cell;
using report::Section;

std::string header(const Simulation& run, const SimulationNames& names) {
  const double end = run.samples.empty() ? run.end.time : run.samples.back().t;
  return "<header><p class=\"kind\">Simulation</p>\n<h1>" + html::escaped(names.robot) + "</h1>\n<p class=\"logs\">" +
         number(end, 4) + " s by " + html::escaped(names.method) + ", " + counted(run.steps, "step") + ", " +
         counted(static_cast<long>(run.samples.size()), "sample") + ", " +
         counted(static_cast<long>(run.events.size()), "event") + "</p></header>\n";
}

std::string final_state(const Simulation& run, const SimulationNames& names) {
  if (run.samples.empty()) return html::paragraph("There are no samples.");
  const SimulationSample& last = run.samples.back();
  const bool simple = last.q.size() == last.qd.size();
  html::Table table{"At the end, in SI units", {"Joint"}, {}, false};
  if (simple) table.headers.emplace_back("Position");
  for (const char* name : {"Velocity", "Acceleration", "Torque"}) table.headers.emplace_back(name);
  for (std::size_t j = 0; j < last.qd.size(); ++j) {
    std::vector<html::Cell> row{html::text_cell(report::simulated_joint(names, j))};
    if (simple) row.push_back(number_cell(last.q[j], 6));
    for (const auto* values : {&last.qd, &last.qdd, &last.tau})
      row.push_back(number_cell(report::value_at(*values, j), 6));
    table.rows.push_back(std::move(row));
  }
  return html::to_html(table);
}

Section result(const Simulation& run, const SimulationNames& names) {
  const bool reached = run.end.reached();
  const std::string headline = reached ? "The run reached its end, " + number(run.end.time, 4) + " s."
                                       : "The run ended early: " + to_string(run.end, names.joints);
  std::string body = std::string("<div class=\"verdict ") + (!reached || !names.check_holds ? "poor" : "good") +
                     "\"><p class=\"headline\">" + html::escaped(headline) + "</p>";
  body += html::paragraph(counted(run.steps, "step") + ", " + counted(run.evaluations, "evaluation") +
                          " of forward dynamics.");
  if (!names.check.empty()) body += html::paragraph(names.check);
  return {"result", "Result", body + "</div>\n" + final_state(run, names)};
}

}  // namespace

std::string html_report(const Simulation& run, const SimulationNames& names) {
  std::vector<Section> sections{result(run, names)};
  if (!run.samples.empty()) {
    if (!names.tracking.reference.empty() || !names.tracking.external.empty())
      sections.push_back(report::simulation_tracking(names));
    sections.push_back(report::simulation_events(run, names));
    if (!names.inputs.empty() || !names.given.empty()) sections.push_back(report::simulation_inputs(run, names));
    sections.push_back(report::simulation_energy(run));
    if (names.joints.size() <= 2 && run.samples[0].q.size() == run.samples[0].qd.size())
      sections.push_back(report::phase_portraits(run, names));
    sections.push_back(report::simulation_motion(run, names));
  }
  return report::page("Simulation of " + names.robot, header(run, names), sections);
}

}  // namespace torsor
