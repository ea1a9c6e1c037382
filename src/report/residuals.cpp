#include <algorithm>
#include <cmath>
#include <numbers>

#include "report/parts.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/residual_shape.hpp"

namespace torsor::report {
namespace {

using html::number;

constexpr std::size_t most_residual_dots = 600;

std::string velocity_unit(const std::string& torque) { return torque == "N" ? "m/s" : "rad/s"; }

Plot small_plot(const std::string& title, const std::string& description, const std::string& x, const std::string& y) {
  Plot plot{title, description};
  plot.width = 400;
  plot.height = 260;
  plot.x.label = x;
  plot.y.label = y;
  return plot;
}

std::string over_velocity(const TorqueTrace& trace, const std::string& joint, const std::string& unit) {
  const std::vector<double> residual = residual_of(trace);
  const std::size_t count = std::min(residual.size(), trace.velocity.size());
  if (count == 0) return html::paragraph("No velocities were kept.");
  Plot plot = small_plot("Residual over velocity",
                         "Residual of " + joint + " against its velocity; the line is the mean in pieces of velocity.",
                         "velocity, " + velocity_unit(unit), unit);
  PlotMark dots{PlotMark::Kind::dots, "residual", "samples"};
  for (std::size_t k = 0; k < count; k += (count + most_residual_dots - 1) / most_residual_dots) {
    dots.points.x.push_back(trace.velocity[k]);
    dots.points.y.push_back(residual[k]);
  }
  plot.marks.push_back(std::move(dots));
  plot.marks.push_back({PlotMark::Kind::line, "model", "mean", binned_mean(trace.velocity, residual, 24)});
  plot.horizontal_rules = {0};
  return plot.figure();
}

std::string distribution(const TorqueTrace& trace, const std::string& joint, const std::string& unit) {
  const Histogram shape = histogram(residual_of(trace), 40);
  if (!(shape.deviation > 0)) return html::paragraph("The residual is constant.");
  Plot plot =
      small_plot("How the residual is distributed",
                 "Histogram of the residual of " + joint + " with a normal curve of the same RMS; " +
                     number(100 * shape.beyond_three, 2) + " % lie beyond three standard deviations (normal: 0.27 %).",
                 "residual, " + unit, "density");
  PlotMark bars{PlotMark::Kind::bars, "residual", number(100 * shape.beyond_three, 2) + " % beyond 3σ", shape.density};
  bars.width = 0.94 * shape.width;
  PlotMark normal{PlotMark::Kind::line, "model", "normal"};
  for (int k = -40; k <= 40; ++k) {
    const double z = 0.1 * k;
    normal.points.x.push_back(z * shape.deviation);
    normal.points.y.push_back(std::exp(-0.5 * z * z) / (std::sqrt(2 * std::numbers::pi) * shape.deviation));
  }
  plot.marks.push_back(std::move(bars));
  plot.marks.push_back(std::move(normal));
  return plot.figure();
}

std::string likeness(const Identification& identification, const TorqueTrace& trace, std::size_t j) {
  const bool given = j < identification.autocorrelation.size() && !identification.autocorrelation[j].value.empty();
  const ResidualCorrelation shape =
      given ? identification.autocorrelation[j] : autocorrelation(continued_time(trace), residual_of(trace), 60);
  if (shape.value.empty())
    return html::paragraph("The samples are not evenly spaced in time, so there is no autocorrelation.");
  Plot plot =
      small_plot("Autocorrelation of the residual",
                 "Correlation of the residual of " + joint_name(identification, j) + " with itself after a lag.",
                 "lag, s", "correlation");
  plot.y.range = PlotRange{std::min(-0.25, *std::min_element(shape.value.begin(), shape.value.end())), 1.05};
  PlotMark line{PlotMark::Kind::line, "residual", ""};
  const double known = value_at(identification.correlation_time, j);
  if (std::isfinite(known)) line.name = "correlation time " + number(known, 2) + " s";
  for (std::size_t k = 0; k < shape.value.size(); ++k) {
    line.points.x.push_back(static_cast<double>(k) * shape.step);
    line.points.y.push_back(shape.value[k]);
  }
  plot.marks.push_back(std::move(line));
  plot.horizontal_rules = {0};
  return plot.figure();
}

}  // namespace

Section residuals(const Identification& identification) {
  const bool held_out = !identification.validation_traces.empty();
  const auto& traces = held_out ? identification.validation_traces : identification.training_traces;
  std::string body = html::paragraph(std::string("What is left of the torque, ") +
                                     (held_out ? "on held-out data. " : "on the fitted data. ") +
                                     "A mean that is not level over velocity is friction that the model does not have; "
                                     "a step at zero is Coulomb friction. "
                                     "A residual that stays correlated over many samples is not noise: "
                                     "the model lacks something, and naive "
                                     "standard deviations are too small.");
  if (traces.empty()) body += html::paragraph("There are no residuals to plot.");
  for (std::size_t j = 0; j < traces.size(); ++j) {
    const std::string joint = joint_name(identification, j), unit = torque_unit(identification, j);
    body += "<section class=\"joint\" id=\"residual-" + std::to_string(j + 1) + "\"><h3>" + html::escaped(joint) +
            "</h3>\n";
    if (residual_of(traces[j]).empty())
      body += html::paragraph("There is no residual of this joint.");
    else
      body += "<div class=\"columns\">" + over_velocity(traces[j], joint, unit) + distribution(traces[j], joint, unit) +
              likeness(identification, traces[j], j) + "</div>\n";
    body += "</section>\n";
  }
  return {"residuals", "The residual", body};
}

}  // namespace torsor::report
