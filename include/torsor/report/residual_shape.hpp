#pragma once

#include "torsor/estimation/identification.hpp"
#include "torsor/report/plot.hpp"

namespace torsor {

/// Mean of y in equal pieces of x, where a piece has at least five points; x is the middle of the piece.
Curve binned_mean(const std::vector<double>& x, const std::vector<double>& y, int bins);

/// How densely values lie, by equal pieces of four standard deviations to each side of zero.
struct Histogram {
  double deviation = 0;  // root mean square
  double width = 0;      // of a piece
  Curve density;
  double beyond_three = 0;  // share of the values outside of three standard deviations; 0.0027 for normal ones
};
Histogram histogram(const std::vector<double>& values, int bins);

/// Of values at even steps of time; no values where more than one step in fifty is not even, as at the seams of logs,
/// or there are fewer than 30.
ResidualCorrelation autocorrelation(const std::vector<double>& time, const std::vector<double>& values, int lags);

}  // namespace torsor
