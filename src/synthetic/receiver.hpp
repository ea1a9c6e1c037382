#pragma once

#include <algorithm>
#include <cmath>

#include "synthetic/noise_streams.hpp"
#include "torsor/synthetic/log_effects.hpp"
#include "torsor/trajectory/random_stream.hpp"

namespace torsor {

/// When a receiver has a sample in hand: its way takes a time that is spread exponentially, once a second the receiver
/// is busy, and nothing overtakes what was sent before. `moment` says when a sample was sent; samples come in order.
template <class Moment>
double arrival(long sample, const LogEffects& effects, const Moment& moment) {
  constexpr double longest = 8;  // times the mean: so far back a sample can hold up this one
  const RandomStream ways(effects.seed, stream_of(NoiseKind::stamp_delay));
  const RandomStream bursts(effects.seed, stream_of(NoiseKind::stamp_burst));
  const long back = std::lround(std::ceil((longest * effects.stamp_delay + effects.stamp_burst) * effects.rate)) + 1;
  double latest = moment(sample);
  for (long k = sample; k >= sample - back; --k) {
    const double sent = moment(k);
    double there = sent + effects.stamp_delay * std::min(-std::log(ways.uniform(k)), longest);
    const double second = std::floor(sent);
    const double busy = second + (1 - effects.stamp_burst) * bursts.uniform(static_cast<long>(second));
    if (sent >= busy && sent < busy + effects.stamp_burst) there = std::max(there, busy + effects.stamp_burst);
    latest = std::max(latest, there);
  }
  return latest;
}

}  // namespace torsor
