#include "report/plot_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "torsor/report/html.hpp"

namespace torsor {
namespace {

double round_step(double width, int about) {
  const double raw = width / std::max(1, about);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= raw * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

/// As many decimals as the step has, so that the labels of an axis are written alike.
std::string tick_label(double value, double step) {
  if (std::abs(value) < 1e-9 * step) return "0";
  if (step < 1e-4 || std::abs(value) >= 1e6) return html::number(value, 2);
  const std::string text =
      fmt::format("{:.{}f}", value, std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9))));
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

std::vector<PlotTick> category_ticks(const PlotAxis& axis, const PlotScale& scale) {
  std::vector<PlotTick> ticks;
  ticks.reserve(axis.categories.size());
  for (std::size_t k = 0; k < axis.categories.size(); ++k)
    ticks.emplace_back(scale(static_cast<double>(k)), axis.categories[k]);
  return ticks;
}

/// Whole powers of ten.
std::vector<PlotTick> decade_ticks(const PlotScale& scale, int about) {
  std::vector<PlotTick> ticks;
  const int low = static_cast<int>(std::ceil(scale.data.low)), high = static_cast<int>(std::floor(scale.data.high));
  const int step = std::max(1, (high - low + about) / std::max(1, about));
  for (int exponent = low; exponent <= high; exponent += step) {
    const double value = std::pow(10.0, exponent);
    ticks.emplace_back(scale(value), std::abs(exponent) <= 3 ? fmt::format("{:g}", value) : html::number(value, 1));
  }
  return ticks;
}

}  // namespace

std::vector<double> round_ticks(const PlotRange& range, int about) {
  std::vector<double> ticks;
  const double width = range.high - range.low;
  if (!(width > 0) || !std::isfinite(width)) return ticks;
  const double step = round_step(width, about);
  for (double k = std::ceil(range.low / step - 1e-9); k * step <= range.high + 1e-9 * step; ++k)
    ticks.push_back(k * step);
  return ticks;
}

double PlotScale::operator()(double value) const {
  const double place = ((logarithmic ? std::log10(value) : value) - data.low) / (data.high - data.low);
  return drawing.low + place * (drawing.high - drawing.low);
}

bool PlotScale::holds(double value) const { return std::isfinite(value) && (!logarithmic || value > 0); }

PlotScale plot_scale(const PlotAxis& axis, const std::vector<double>& values, const PlotRange& drawing) {
  PlotScale scale{{0, 1}, drawing, axis.logarithmic};
  const auto placed = [&](double value) { return axis.logarithmic ? std::log10(value) : value; };
  if (!axis.categories.empty()) {
    scale.data = {-0.6, static_cast<double>(axis.categories.size()) - 0.4};
  } else if (axis.range) {
    scale.data = {placed(axis.range->low), placed(axis.range->high)};
  } else {
    bool any = false;
    for (const double value : values) {
      if (!scale.holds(value)) continue;
      const double at = placed(value);
      scale.data = any ? PlotRange{std::min(scale.data.low, at), std::max(scale.data.high, at)} : PlotRange{at, at};
      any = true;
    }
    const double width = scale.data.high - scale.data.low;
    const double room = width > 0 ? 0.05 * width : std::max(1e-9, 0.5 * std::abs(scale.data.low));
    scale.data = {scale.data.low - room, scale.data.high + room};
  }
  if (!(scale.data.high > scale.data.low) || !std::isfinite(scale.data.high - scale.data.low)) scale.data = {0, 1};
  return scale;
}

std::vector<PlotTick> plot_ticks(const PlotAxis& axis, const PlotScale& scale, int about) {
  if (!axis.categories.empty()) return category_ticks(axis, scale);
  if (axis.logarithmic) return decade_ticks(scale, about);
  const std::vector<double> values = round_ticks(scale.data, about);
  const double step = values.size() > 1 ? values[1] - values[0] : 1;
  std::vector<PlotTick> ticks;
  ticks.reserve(values.size());
  for (const double value : values) ticks.emplace_back(scale(value), tick_label(value, step));
  return ticks;
}

}  // namespace torsor
