#include <algorithm>
#include <cmath>

#include "report/parts.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor::report {
namespace {

using html::number;

/// Where samples are missing, and where a log ends and the next begins (time stands still), the line is broken.
Curve broken_at_gaps(const std::vector<double>& time, const std::vector<double>& values) {
  const std::size_t count = std::min(time.size(), values.size());
  const double usual = count > 1 ? (time[count - 1] - time[0]) / static_cast<double>(count - 1) : 0;
  Curve curve;
  curve.x.reserve(count);
  curve.y.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double step = k > 0 ? time[k] - time[k - 1] : usual;
    if (k > 0 && (step > 20 * usual || step == 0)) curve.x.push_back(time[k]), curve.y.push_back(std::nan(""));
    curve.x.push_back(time[k]);
    curve.y.push_back(values[k]);
  }
  return curve;
}

PlotMark line(const std::string& style, const std::string& name, const std::vector<double>& time,
              const std::vector<double>& values) {
  return {PlotMark::Kind::line, style, name, broken_at_gaps(time, values)};
}

/// Axes of a plot over time whose height is that of `values`: a raw torque of three times that height would flatten
/// them, and is cut off.
Plot over_time(const std::string& title, const std::string& description, const std::string& unit,
               const std::vector<double>& time, const std::vector<double>& values, double height) {
  Plot plot{title, description};
  plot.x.label = "time, s";
  plot.y.label = unit;
  plot.height = height;
  if (time.back() > time.front()) plot.x.range = PlotRange{time.front(), time.back()};
  double low = INFINITY, high = -INFINITY;
  for (const double value : values)
    if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  const double room = 0.12 * (high - low);
  if (std::isfinite(room) && room > 0) plot.y.range = PlotRange{low - room, high + room};
  return plot;
}

std::string torque_figure(const TorqueTrace& trace, const std::string& joint, const std::string& unit,
                          const std::string& which, double width = 900, double height = 300) {
  const std::vector<double> time = continued_time(trace);
  std::vector<double> values = trace.smoothed.empty() ? trace.raw : trace.smoothed;
  values.insert(values.end(), trace.predicted.begin(), trace.predicted.end());
  Plot plot = over_time("Torque, " + which, "Measured and predicted torque of " + joint + " over time, " + which + ".",
                        unit, time, values, height);
  plot.width = width;
  if (!trace.raw.empty())
    plot.marks.push_back(line(trace.smoothed.empty() ? "measured" : "raw", "raw", time, trace.raw));
  if (!trace.smoothed.empty()) plot.marks.push_back(line("measured", "measured", time, trace.smoothed));
  plot.marks.push_back(line("predicted", "predicted", time, trace.predicted));
  return plot.figure();
}

std::string residual_figure(const TorqueTrace& trace, const std::string& joint, const std::string& unit,
                            const std::string& which) {
  const std::vector<double> time = continued_time(trace), residual = residual_of(trace);
  const std::string rms = number(root_mean_square(residual)) + " " + unit;
  Plot plot = over_time("Residual, " + which,
                        "Measured minus predicted torque of " + joint + " over time, " + which + "; RMS " + rms + ".",
                        unit, time, residual, 210);
  plot.horizontal_rules = {0};
  if (!trace.raw.empty() && !trace.smoothed.empty())
    plot.marks.push_back(line("raw", "raw", time, raw_residual_of(trace)));
  plot.marks.push_back(line("residual", "residual, RMS " + rms, time, residual));
  return plot.figure();
}

/// The parts of the predicted torque, where they were computed.
std::string parts_figure(const TorqueTrace& trace, const std::string& joint, const std::string& unit) {
  struct Part {
    const char *name, *style;
    const std::vector<double>& values;
  };
  const Part parts[] = {{"inertia", "measured", trace.inertia},
                        {"Coriolis and centrifugal", "part-coriolis", trace.coriolis},
                        {"gravity", "residual", trace.gravity},
                        {"friction", "predicted", trace.friction}};
  const std::vector<double> time = continued_time(trace);
  std::vector<double> all;
  for (const Part& part : parts) all.insert(all.end(), part.values.begin(), part.values.end());
  if (all.empty() || time.empty()) return "";
  Plot plot = over_time("What the torque is made of", "Parts of the predicted torque of " + joint + " over time.", unit,
                        time, all, 260);
  for (const auto& [name, style, values] : parts)
    if (!values.empty())
      plot.marks.push_back(line(style, name + (", RMS " + number(root_mean_square(values), 2)), time, values));
  return plot.figure();
}

bool drawable(const TorqueTrace& trace) {
  return !trace.time.empty() && !trace.predicted.empty() && !continued_time(trace).empty();
}

std::string trace_figures(const TorqueTrace& trace, const std::string& joint, const std::string& unit,
                          const std::string& which) {
  if (!drawable(trace)) return html::paragraph("There is no trace of the torque, " + which + ".");
  return torque_figure(trace, joint, unit, which) + residual_figure(trace, joint, unit, which);
}

/// One small plot for each joint, side by side: what a reader looks at first.
std::string overview(const Identification& identification, std::size_t joints) {
  std::string text;
  for (std::size_t j = 0; j < joints; ++j) {
    const bool held_out = j < identification.validation_traces.size() && drawable(identification.validation_traces[j]);
    const auto& traces = held_out ? identification.validation_traces : identification.training_traces;
    if (j >= traces.size() || !drawable(traces[j])) continue;
    text += torque_figure(traces[j], joint_name(identification, j), torque_unit(identification, j),
                          joint_name(identification, j) + (held_out ? ", held out" : ", fitted"), 400, 190);
  }
  return text.empty() ? "" : "<div class=\"columns\">\n" + text + "</div>\n";
}

}  // namespace

Section torques(const Identification& identification) {
  const std::size_t joints = std::max(
      {identification.joints.size(), identification.training_traces.size(), identification.validation_traces.size()});
  std::string body = overview(identification, joints);
  if (joints == 0) body += html::paragraph("There are no joints.");
  body += html::paragraph(
      "Each joint opens below with fitted and held-out data, their residual, and what the torque is made of. Move over "
      "a plot to read values, drag to zoom, double-click to go back. Long traces are thinned so that every peak "
      "stays.");
  body +=
      "<p class=\"switch\"><label><input type=\"checkbox\" id=\"show-raw\"/> also show the raw torque, as it was "
      "measured; it may be cut off above and below</label></p>\n";
  for (std::size_t j = 0; j < joints; ++j) {
    const std::string joint = joint_name(identification, j), unit = torque_unit(identification, j);
    body += "<details class=\"fold joint\" id=\"torque-" + std::to_string(j + 1) + "\"><summary>" +
            html::escaped(joint) + "</summary>\n";
    const bool fitted = j < identification.training_traces.size();
    body += trace_figures(fitted ? identification.training_traces[j] : TorqueTrace(), joint, unit, "fitted");
    if (j < identification.validation_traces.size())
      body += trace_figures(identification.validation_traces[j], joint, unit, "held out");
    if (fitted) body += parts_figure(identification.training_traces[j], joint, unit);
    body += "</details>\n";
  }
  if (identification.validation_traces.empty())
    body += html::paragraph("Nothing was held out, so there are no traces of data that the model has not seen.");
  return {"torques", "Measured and predicted torque", body};
}

}  // namespace torsor::report
