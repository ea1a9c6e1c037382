#pragma once

#include <algorithm>
#include <cmath>

#include "torsor/model/trajectory.hpp"

namespace torsor {

/// Times at an even rate from 0 on, the last one at the end, whatever the rate.
inline std::vector<double> sample_times(double duration, double rate) {
  const auto count = static_cast<std::size_t>(std::max(1.0, std::ceil(duration * rate * (1 - 1e-12))));
  std::vector<double> times(count + 1);
  for (std::size_t k = 0; k < count; ++k) times[k] = static_cast<double>(k) / rate;
  times[count] = duration;
  return times;
}

/// States of a motion at such times; a motion has `evaluate(t, q, qd, qdd)`.
template <class AnyMotion>
Trajectory sampled(const AnyMotion& motion, std::size_t joints, double duration, double rate) {
  Trajectory rows;
  rows.time = sample_times(duration, rate);
  for (auto* vectors : {&rows.q, &rows.qd, &rows.qdd})
    vectors->assign(rows.time.size(), std::vector<double>(joints, 0.0));
  for (std::size_t k = 0; k < rows.time.size(); ++k) motion.evaluate(rows.time[k], rows.q[k], rows.qd[k], rows.qdd[k]);
  return rows;
}

}  // namespace torsor
