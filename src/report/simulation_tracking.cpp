#include <algorithm>
#include <cmath>

#include "report/simulation_parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/report/html.hpp"

namespace torsor::report {
namespace {

/// A number of each row of a list beside the samples, over their time.
Curve curve_beside(const Simulation& run, const std::vector<std::vector<double>>& rows, std::size_t joint) {
  Curve curve;
  const std::size_t count = std::min(rows.size(), run.samples.size());
  curve.x.reserve(count), curve.y.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    curve.x.push_back(run.samples[k].t);
    curve.y.push_back(value_at(rows[k], joint));
  }
  return curve;
}

double largest_of(const Curve& curve) {
  double most = 0;
  for (const double y : curve.y) most = std::max(most, std::abs(y));
  return most;
}

/// Points of a torque at its limit, few enough for a drawing.
Curve saturated_part(const Curve& torque, double limit) {
  constexpr std::size_t most = 700;
  Curve part;
  for (std::size_t k = 0; k < torque.x.size(); ++k)
    if (std::abs(torque.y[k]) >= limit * (1 - 1e-12)) part.x.push_back(torque.x[k]), part.y.push_back(torque.y[k]);
  const std::size_t step = (part.x.size() + most - 1) / most;
  if (step < 2) return part;
  Curve thinner;
  for (std::size_t k = 0; k < part.x.size(); k += step) thinner.x.push_back(part.x[k]), thinner.y.push_back(part.y[k]);
  return thinner;
}

}  // namespace

std::string followed_position(const Simulation& run, const SimulationNames& names, std::size_t joint) {
  Plot plot = over_samples(run, "Position and reference",
                           "Position of " + simulated_joint(names, joint) + " and its reference over time.",
                           position_unit(names, joint), 190);
  plot.marks.push_back(
      {PlotMark::Kind::line, "model", "reference", curve_beside(run, names.tracking.reference, joint)});
  plot.marks.push_back({PlotMark::Kind::line, "measured", "position",
                        curve_of(run, [&](const SimulationSample& s) { return value_at(s.q, joint); })});
  return plot.figure();
}

std::string tracking_error(const Simulation& run, const SimulationNames& names, std::size_t joint) {
  Curve error = curve_beside(run, names.tracking.reference, joint);
  for (std::size_t k = 0; k < error.y.size(); ++k) error.y[k] -= value_at(run.samples[k].q, joint);
  const double largest = largest_of(error);
  const bool small = largest < 1e-2;
  const std::string unit = position_unit(names, joint);
  if (small)
    for (double& y : error.y) y *= 1e3;
  Plot plot =
      over_samples(run, "Error: reference less position", "Error of " + simulated_joint(names, joint) + " over time.",
                   small ? (unit == "rad" ? "mrad" : "mm") : unit, 190);
  plot.horizontal_rules = {0};
  plot.marks.push_back({PlotMark::Kind::line, "predicted", "", std::move(error)});
  return plot.figure();
}

std::string limited_torque(const Simulation& run, const SimulationNames& names, std::size_t joint) {
  const std::vector<double>& limits = names.tracking.torque_limits;
  const double limit = joint < limits.size() ? limits[joint] : HUGE_VAL;
  const Curve torque = curve_of(run, [&](const SimulationSample& s) { return value_at(s.tau, joint); });
  const bool near = std::isfinite(limit) && largest_of(torque) > limit / 4;  // else it would make the curve flat
  Plot plot = over_samples(
      run, std::string("Torque of the motor") + (near ? ", and its limits" : ""),
      "Torque of the motor of " + simulated_joint(names, joint) + " over time" + (near ? ", with its limits." : "."),
      name_at(names.torque_units, joint, "Nm"), 190);
  if (near) plot.horizontal_rules = {-limit, limit};
  const Curve full = near ? saturated_part(torque, limit) : Curve();
  plot.marks.push_back({PlotMark::Kind::line, "predicted", full.x.empty() ? "" : "torque", torque});
  if (!full.x.empty()) plot.marks.push_back({PlotMark::Kind::dots, "model event", "at its limit", full});
  return plot.figure();
}

std::string external_torque(const Simulation& run, const SimulationNames& names, std::size_t joint) {
  if (names.tracking.external.empty()) return "";
  Plot plot = over_samples(run, "Torque from outside, as the observer estimates it",
                           "Estimated torque from outside at " + simulated_joint(names, joint) + " over time.",
                           name_at(names.torque_units, joint, "Nm"), 190);
  plot.horizontal_rules = {0};
  plot.marks.push_back({PlotMark::Kind::line, "part-coriolis", "", curve_beside(run, names.tracking.external, joint)});
  return plot.figure();
}

Section simulation_tracking(const SimulationNames& names) {
  const SimulationTracking& tracking = names.tracking;
  std::string body;
  for (const std::string& finding : tracking.findings)
    body += "<div class=\"verdict poor\"><p class=\"headline\">" + html::escaped(finding) + "</p></div>\n";
  if (!tracking.reference.empty()) {
    html::Table table{"By " + tracking.controller + ", " + counted(tracking.samples, "sample") + ", in SI units",
                      {"Joint", "RMS error", "Largest error", "RMS torque", "Largest torque", "Torque limit"},
                      {},
                      false};
    for (std::size_t j = 0; j < tracking.rms_error.size(); ++j) {
      std::vector<html::Cell> row{html::text_cell(simulated_joint(names, j))};
      for (const auto* list :
           {&tracking.rms_error, &tracking.largest_error, &tracking.rms_torque, &tracking.largest_torque})
        row.push_back(html::number_cell(value_at(*list, j), 4));
      const double limit = j < tracking.torque_limits.size() ? tracking.torque_limits[j] : HUGE_VAL;
      row.push_back(std::isfinite(limit) ? html::number_cell(limit, 4) : html::text_cell("none"));
      table.rows.push_back(std::move(row));
    }
    body += html::to_html(table);
    if (tracking.saturated > 0)
      body += html::paragraph("Some motor is at its limit in " + html::number(100 * tracking.saturated, 3) +
                              " % of the samples.");
  }
  for (const std::string& remark : tracking.remarks) body += html::paragraph(remark);
  return {"tracking", tracking.reference.empty() ? "What the observer felt" : "Tracking", body};
}

}  // namespace torsor::report
