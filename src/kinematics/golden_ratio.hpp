#pragma once

#include <cmath>

namespace torsor {

/// x^(n + 1) = x + 1: its powers are the steps of a sequence that fills n dimensions evenly. [Roberts 2018]
inline double golden_ratio(int n) {
  double x = 2;
  for (int k = 0; k < 60; ++k) x = std::pow(1 + x, 1.0 / (n + 1));
  return x;
}

}  // namespace torsor
