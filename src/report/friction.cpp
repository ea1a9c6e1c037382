#include <algorithm>
#include <cmath>

#include "report/parts.hpp"
#include "torsor/core/text.hpp"
#include "torsor/estimation/parameter_unit.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor::report {
namespace {

using html::number;

constexpr std::size_t most_friction_dots = 500;

/// Friction of one joint, as the estimate has it.
struct Curves {
  Friction<double> friction;
  bool any = false;
  std::vector<std::string> said;  // "Fv1 = 0.2 Nm s"
  std::vector<std::string> left_out;

  double at(double qd) const { return friction.torque(qd); }
};

/// The consistent model has every parameter; an estimate of base parameters only those that are kept.
double value_of(const Identification& identification, int column) {
  if (identification.consistent.valid) return value_at(identification.consistent.value, column);
  const Estimate* estimate = identification.chosen_estimate();
  const std::vector<int>& kept = identification.base.independent;
  const auto found = std::find(kept.begin(), kept.end(), column);
  if (estimate == nullptr || found == kept.end()) return std::nan("");
  return value_at(estimate->value, static_cast<std::size_t>(found - kept.begin()));
}

double positive_or_zero(double value) { return value > 0 && std::isfinite(value) ? value : 0; }

Curves friction_of(const Identification& identification, std::size_t joint) {
  Curves curves;
  curves.friction.width = positive_or_zero(value_at(identification.coulomb_width, joint));
  curves.friction.stribeck_velocity = positive_or_zero(value_at(identification.stribeck_velocity, joint));
  for (int c = 0; c < identification.layout.size(); ++c) {
    const Parameter& entry = identification.layout.entries[c];
    double* at = find_friction_parameter(curves.friction, entry.kind);
    if (at == nullptr || entry.coupling >= 0 || joint_of(identification, entry.body) != joint) continue;
    const std::string name = name_at(identification.parameter_names, c, parameter_name(entry));
    const double value = value_of(identification, c);
    if (std::isfinite(value)) {
      *at = value;
      curves.any = true;
      curves.said.push_back(name + " = " + number(value) + " " + parameter_unit(identification, entry));
    } else {
      curves.left_out.push_back(name);
    }
  }
  return curves;
}

/// What was measured less what the rest of the model predicts: the friction that the robot showed.
PlotMark shown_friction(const TorqueTrace& trace, const Curves& curves) {
  PlotMark dots{PlotMark::Kind::dots, "residual", "measured less the rest of the model"};
  const std::vector<double> residual = residual_of(trace);
  const std::size_t count = std::min(residual.size(), trace.velocity.size());
  for (std::size_t k = 0; k < count;
       k += std::max<std::size_t>(1, (count + most_friction_dots - 1) / most_friction_dots)) {
    dots.points.x.push_back(trace.velocity[k]);
    dots.points.y.push_back(residual[k] + curves.at(trace.velocity[k]));
  }
  return dots;
}

std::string curve_figure(const Identification& identification, std::size_t j, const Curves& curves) {
  const std::string joint = joint_name(identification, j), unit = torque_unit(identification, j);
  const TorqueTrace trace =
      j < identification.training_traces.size() ? identification.training_traces[j] : TorqueTrace();
  double fastest = 0;
  for (const double qd : trace.velocity)
    if (std::isfinite(qd)) fastest = std::max(fastest, std::abs(qd));
  if (fastest == 0) fastest = 1;
  Plot plot{joint, "Friction of " + joint + " over velocity: " + enumerated(curves.said) + "."};
  plot.width = 400;
  plot.height = 260;
  plot.x.label = unit == "N" ? "velocity, m/s" : "velocity, rad/s";
  plot.y.label = unit;
  plot.vertical_rules = {0};
  plot.horizontal_rules = {0};
  if (!trace.velocity.empty()) plot.marks.push_back(shown_friction(trace, curves));
  PlotMark line{PlotMark::Kind::line, "model", "model"};
  for (int k = -200; k <= 200; ++k) {
    const double qd = 0.005 * k * fastest;
    line.points.x.push_back(qd);
    line.points.y.push_back(curves.at(qd));
  }
  plot.marks.push_back(std::move(line));
  std::string words = enumerated(curves.said);
  const std::string rate = unit == "N" ? " m/s" : " rad/s";
  const double width = curves.friction.width, stribeck_velocity = curves.friction.stribeck_velocity;
  if (width > 0) words += "; Coulomb friction turns within " + number(width, 2) + rate;
  if (stribeck_velocity > 0) words += "; the Stribeck velocity is " + number(stribeck_velocity, 2) + rate;
  if (!curves.left_out.empty()) words += "; known only in sums, and left out: " + enumerated(curves.left_out);
  return "<div>" + plot.figure() + html::paragraph(words) + "</div>";
}

}  // namespace

Section friction(const Identification& identification) {
  const std::string heading = "Friction";
  std::string body =
      html::paragraph("Model: " + (identification.friction.empty() ? "not given" : identification.friction) +
                      ". The dots are the measured torque less all of the model but its friction: where they "
                      "leave the line, the friction of the robot differs from the model.");
  bool any = false;
  body += "<div class=\"columns\">";
  for (std::size_t j = 0; j < identification.joints.size(); ++j) {
    const Curves curves = friction_of(identification, j);
    any = any || curves.any;
    if (curves.any) body += curve_figure(identification, j, curves);
  }
  body += "</div>\n";
  if (!any) body = html::paragraph("The model has no friction, or none was estimated.");
  return {"friction", heading, body};
}

}  // namespace torsor::report
