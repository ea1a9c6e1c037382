#include <algorithm>

#include "report/simulation_parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/report/html.hpp"
#include "torsor/simulation/event_words.hpp"

namespace torsor::report {
namespace {

using Kind = SimulationEvent::Kind;

struct Look {
  Kind kind;
  const char* style;
};
constexpr Look looks[] = {{Kind::sticks, "measured event"}, {Kind::slides, "part-coriolis event"},
                          {Kind::reverses, "fifth event"},  {Kind::hits, "predicted event"},
                          {Kind::leaves, "residual event"}, {Kind::rests, "model event"}};

/// Only joints to which something happened have a line.
std::vector<std::string> lines_of(const Simulation& run, const SimulationNames& names) {
  std::vector<std::string> lines;
  for (const std::string& joint : names.joints)
    if (std::any_of(run.events.begin(), run.events.end(),
                    [&](const SimulationEvent& event) { return joint_of(event, names.joints) == joint; }))
      lines.push_back(joint);
  for (const SimulationEvent& event : run.events) {
    const std::string other = joint_of(event, names.joints);
    if (std::find(lines.begin(), lines.end(), other) == lines.end()) lines.push_back(other);
  }
  return lines;
}

std::string time_line(const Simulation& run, const SimulationNames& names) {
  const std::vector<std::string> lines = lines_of(run, names);
  Plot plot = over_samples(run, "Time line", "What happened to each joint, over time.", "",
                           80 + 26 * static_cast<double>(lines.size()));
  for (const std::string& line : lines) plot.y.categories.push_back(line.empty() ? "all" : line);
  plot.y.range = PlotRange{-0.6, static_cast<double>(lines.size()) - 0.4};
  for (const auto& [kind, style] : looks) {
    PlotMark mark{PlotMark::Kind::dots, style, name_of(kind)};
    for (const SimulationEvent& event : run.events) {
      if (event.kind != kind) continue;
      const auto line = std::find(lines.begin(), lines.end(), joint_of(event, names.joints)) - lines.begin();
      mark.points.x.push_back(event.time);
      mark.points.y.push_back(static_cast<double>(line));
    }
    if (!mark.points.x.empty()) plot.marks.push_back(std::move(mark));
  }
  return plot.figure();
}

}  // namespace

Section simulation_events(const Simulation& run, const SimulationNames& names) {
  constexpr std::size_t most = 200;
  if (run.events.empty()) return {"events", "Events", html::paragraph("No joint stuck, reversed or hit a stop.")};
  html::Table table{run.events.size() > most
                        ? "The first " + std::to_string(most) + " of " + std::to_string(run.events.size())
                        : counted(static_cast<long>(run.events.size()), "event"),
                    {"Time, s", "Joint", "Event"},
                    {},
                    true};
  std::vector<std::string> units;
  units.reserve(names.joints.size());
  for (std::size_t j = 0; j < names.joints.size(); ++j) units.push_back(position_unit(names, j) + "/s");
  for (std::size_t k = 0; k < std::min(run.events.size(), most); ++k) {
    const SimulationEvent& event = run.events[k];
    const std::string joint = joint_of(event, names.joints);
    table.rows.push_back({html::number_cell(event.time, 6), html::text_cell(joint.empty() ? "all" : joint),
                          html::words_cell(in_words(event, units))});
  }
  return {"events", "Events", time_line(run, names) + html::to_html(table)};
}

}  // namespace torsor::report
