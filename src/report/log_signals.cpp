#include "report/log_signals.hpp"

#include <algorithm>
#include <cmath>

namespace torsor::report {
namespace {

constexpr long rows_at_once = 8192;
constexpr long columns = 700;

/// Lowest and highest value of the rows since the last that was written down, in the order in which they came.
struct Extremes {
  double low_time = 0, low = INFINITY, high_time = 0, high = -INFINITY;

  void take(double time, double value) {
    if (!std::isfinite(value) || !std::isfinite(time)) return;
    if (value < low) low = value, low_time = time;
    if (value > high) high = value, high_time = time;
  }
  void write_to(Curve& curve) {
    if (low > high) return;
    const bool low_first = low_time <= high_time;
    curve.x.push_back(low_first ? low_time : high_time), curve.y.push_back(low_first ? low : high);
    if (low_time != high_time)
      curve.x.push_back(low_first ? high_time : low_time), curve.y.push_back(low_first ? high : low);
    *this = {};
  }
};

struct Channels {
  Extremes position, reference, velocity, torque;
};

void take(const LogRows& rows, Eigen::Index k, Eigen::Index j, double start, Channels& channels) {
  const double time = rows.time[static_cast<std::size_t>(k)] - start;
  const auto add = [&](const Eigen::MatrixXd& values, Extremes& extremes) {
    if (k < values.rows() && j < values.cols()) extremes.take(time, values(k, j));
  };
  add(rows.q, channels.position), add(rows.q_reference, channels.reference);
  add(rows.qd, channels.velocity), add(rows.tau, channels.torque);
}

void write_down(Channels& channels, JointSignals& signals) {
  channels.position.write_to(signals.position), channels.reference.write_to(signals.reference);
  channels.velocity.write_to(signals.velocity), channels.torque.write_to(signals.torque);
}

}  // namespace

std::vector<JointSignals> log_signals(const LogHealth& health, const LogSource& log) {
  const SoundLog sound(log, health);
  const long total = sound.row_count(), step = std::max(1L, total / columns);
  std::vector<JointSignals> signals(static_cast<std::size_t>(std::max(0, log.joint_count())));
  std::vector<Channels> channels(signals.size());
  double start = 0;
  for (long first = 0; first < total; first += rows_at_once) {
    const long count = std::min(rows_at_once, total - first);
    const LogRows rows = sound.read(first, count);
    if (first == 0) start = rows.time.front();
    for (long k = 0; k < count; ++k)
      for (std::size_t j = 0; j < signals.size(); ++j) {
        take(rows, k, static_cast<Eigen::Index>(j), start, channels[j]);
        if ((first + k) % step == step - 1) write_down(channels[j], signals[j]);
      }
  }
  for (std::size_t j = 0; j < signals.size(); ++j) write_down(channels[j], signals[j]);
  return signals;
}

}  // namespace torsor::report
