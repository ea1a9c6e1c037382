#include <algorithm>
#include <cmath>

#include "report/simulation_parts.hpp"
#include "torsor/report/html.hpp"

namespace torsor::report {
namespace {

struct Work {
  const char *name, *style;
  double SimulationWork::* part;
};
constexpr Work works[] = {
    {"motors", "predicted", &SimulationWork::motors},    {"friction", "part-coriolis", &SimulationWork::friction},
    {"wrenches", "residual", &SimulationWork::wrenches}, {"base", "measured", &SimulationWork::base},
    {"stops", "model", &SimulationWork::stops},          {"loads that came or went", "fifth", &SimulationWork::loads}};

bool is_zero(const Curve& curve) {
  return std::all_of(curve.y.begin(), curve.y.end(), [](double value) { return value == 0; });
}

std::string energy_figure(const Simulation& run) {
  Plot plot = over_samples(run, "Energy", "Kinetic and potential energy, and their sum, over time.", "J", 260);
  using Kind = PlotMark::Kind;
  plot.marks.push_back({Kind::line, "measured", "kinetic", curve_of(run, [](const auto& s) { return s.kinetic; })});
  plot.marks.push_back({Kind::line, "residual", "potential", curve_of(run, [](const auto& s) { return s.potential; })});
  plot.marks.push_back(
      {Kind::line, "model", "sum", curve_of(run, [](const auto& s) { return s.kinetic + s.potential; })});
  return plot.figure();
}

std::string work_figure(const Simulation& run) {
  Plot plot = over_samples(run, "Work since the start", "Work of all that acts on the robot, over time.", "J", 260);
  for (const auto& [name, style, part] : works) {
    Curve curve = curve_of(run, [of = part](const SimulationSample& s) { return s.work.*of; });
    if (!is_zero(curve)) plot.marks.push_back({PlotMark::Kind::line, style, name, std::move(curve)});
  }
  return plot.marks.empty() ? html::paragraph("Nothing did any work on the robot.") : plot.figure();
}

/// A unit in which the largest value has one to three digits before the point.
struct Unit {
  const char* name;
  double size;
};
Unit unit_for(double largest) {
  constexpr Unit units[] = {{"J", 1}, {"mJ", 1e-3}, {"µJ", 1e-6}, {"nJ", 1e-9}, {"pJ", 1e-12}};
  for (const Unit& unit : units)
    if (largest >= unit.size) return unit;
  return {"fJ", 1e-15};
}

std::string defect_figure(const Simulation& run) {
  const Unit unit = unit_for(std::abs(run.largest_defect));
  Plot plot = over_samples(run, "What is not accounted for", "Energy gained since the start less all work, over time.",
                           unit.name, 190);
  plot.horizontal_rules = {0};
  plot.marks.push_back(
      {PlotMark::Kind::line, "predicted", "", curve_of(run, [&](const auto& s) { return s.defect / unit.size; })});
  return plot.figure();
}

}  // namespace

Section simulation_energy(const Simulation& run) {
  return {
      "energy", "Energy",
      html::paragraph("What the robot has gained is the work of all that acts on it. What is left over is the error "
                      "of the integration: at most " +
                      html::number(std::abs(run.largest_defect)) + " J, at " + html::number(run.time_of_defect, 4) +
                      " s.") +
          "<section class=\"joint\">" + energy_figure(run) + work_figure(run) + defect_figure(run) + "</section>\n"};
}

}  // namespace torsor::report
