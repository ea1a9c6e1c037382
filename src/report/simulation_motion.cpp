#include <algorithm>

#include "report/simulation_parts.hpp"
#include "torsor/report/html.hpp"

namespace torsor::report {
namespace {

using Values = std::vector<double> SimulationSample::*;

/// Times of the events of a joint; where there are hundreds, rules would hide the curve.
std::vector<double> event_times(const Simulation& run, std::size_t joint) {
  constexpr std::size_t most = 100;
  std::vector<double> times;
  for (const SimulationEvent& event : run.events)
    if (event.velocity == static_cast<int>(joint)) times.push_back(event.time);
  return times.size() > most ? std::vector<double>() : times;
}

std::string figure(const Simulation& run, const std::string& title, const std::string& joint, const std::string& unit,
                   const std::string& style, Values values, std::size_t k, const std::vector<double>& rules) {
  const Curve curve = curve_of(run, [&](const SimulationSample& sample) { return value_at(sample.*values, k); });
  if (std::all_of(curve.y.begin(), curve.y.end(), [](double value) { return value == 0; }))
    return html::paragraph(title + ": 0 all the time.");
  Plot plot = over_samples(run, title, title + " of " + joint + " over time.", unit, 190);
  plot.vertical_rules = rules;
  plot.marks.push_back({PlotMark::Kind::line, style, "", curve});
  return plot.figure();
}

std::string positions(const Simulation& run, const SimulationNames& names) {
  std::string body = "<section class=\"joint\"><h3>Positions</h3>\n";
  for (std::size_t k = 0; k < run.samples[0].q.size(); ++k) {
    const std::string name = name_at(names.positions, k, "q" + std::to_string(k + 1));
    body += figure(run, "Position " + name, name, "", "measured", &SimulationSample::q, k, {});
  }
  return body + "</section>\n";
}

/// Equal steps through the samples, few enough that the curve is drawn as it is: it goes back and forth.
Curve portrait(const Simulation& run, std::size_t joint) {
  constexpr std::size_t most = 1400;
  const std::size_t step = (run.samples.size() + most - 1) / most;
  Curve curve;
  for (std::size_t k = 0; k < run.samples.size(); k += step) {
    curve.x.push_back(run.samples[k].q[joint]);
    curve.y.push_back(run.samples[k].qd[joint]);
  }
  return curve;
}

}  // namespace

Section simulation_motion(const Simulation& run, const SimulationNames& names) {
  std::string body = html::paragraph(
      "Every peak of the samples is kept. Vertical lines are events of the joint. Move over a plot to read values, "
      "drag "
      "to zoom, double-click to go back.");
  const bool simple = run.samples[0].q.size() == run.samples[0].qd.size();
  if (!simple) body += positions(run, names);
  for (std::size_t j = 0; j < run.samples[0].qd.size(); ++j) {
    const std::string joint = simulated_joint(names, j), unit = position_unit(names, j);
    const std::vector<double> rules = event_times(run, j);
    body += "<section class=\"joint\"><h3>" + html::escaped(joint) + "</h3>\n";
    const bool follows = !names.tracking.reference.empty();
    if (follows)
      body += followed_position(run, names, j) + tracking_error(run, names, j);
    else if (simple)
      body += figure(run, "Position", joint, unit, "measured", &SimulationSample::q, j, rules);
    body += figure(run, "Velocity", joint, unit + "/s", "residual", &SimulationSample::qd, j, rules);
    body += follows ? limited_torque(run, names, j)
                    : figure(run, "Torque of the motor", joint, name_at(names.torque_units, j, "Nm"), "predicted",
                             &SimulationSample::tau, j, rules);
    body += external_torque(run, names, j);
    body += "</section>\n";
  }
  return {"motion", "The motion", body};
}

Section phase_portraits(const Simulation& run, const SimulationNames& names) {
  std::string body =
      html::paragraph("Velocity over position: a motion that repeats is a closed curve, and rest a point.");
  body += "<div class=\"pairs\">\n";
  for (std::size_t j = 0; j < run.samples[0].qd.size(); ++j) {
    const std::string joint = simulated_joint(names, j), unit = position_unit(names, j);
    const SimulationSample &first = run.samples.front(), &last = run.samples.back();
    Plot plot{joint, "Velocity of " + joint + " over its position."};
    plot.width = 400, plot.height = 320;
    plot.x.label = "position, " + unit;
    plot.y.label = "velocity, " + unit + "/s";
    plot.marks.push_back({PlotMark::Kind::line, "measured", "", portrait(run, j)});
    plot.marks.push_back({PlotMark::Kind::dots, "model", "start", {{first.q[j]}, {first.qd[j]}}});
    plot.marks.push_back({PlotMark::Kind::hollow, "predicted", "end", {{last.q[j]}, {last.qd[j]}}});
    body += plot.figure();
  }
  return {"phase", "Phase portrait", body + "</div>\n"};
}

}  // namespace torsor::report
