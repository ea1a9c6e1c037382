#pragma once

#include "torsor/report/plot.hpp"

namespace torsor {

/// The map of one axis from data to the drawing.
struct PlotScale {
  PlotRange data;     // of log10 of the values where the axis is logarithmic
  PlotRange drawing;  // may run backwards
  bool logarithmic = false;

  double operator()(double value) const;
  bool holds(double value) const;
};

/// The range asked for, or that of the values with a little room around it.
PlotScale plot_scale(const PlotAxis& axis, const std::vector<double>& values, const PlotRange& drawing);

struct PlotTick {
  double at = 0;  // in the drawing
  std::string label;
};
std::vector<PlotTick> plot_ticks(const PlotAxis& axis, const PlotScale& scale, int about);

}  // namespace torsor
