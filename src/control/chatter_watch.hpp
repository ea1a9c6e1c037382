#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "torsor/core/numbers.hpp"

namespace torsor {

/// Notices torques that jump to and fro from sample to sample, as where gains are too high for the rate or a velocity
/// is the difference of coarse positions: in a stretch of samples the squares of the jumps exceed those of the
/// deviations from the mean (for a sine, where its period is below six samples), and the deviation is a good part of
/// what the motor can do or, where it has no limit, of the most that it did.
class ChatterWatch {
 public:
  ChatterWatch(double rate, std::vector<double> limits, std::size_t n)
      : length_(std::max(20L, std::lround(0.1 * rate))), limits_(std::move(limits)), joints_(n) {}

  /// tell(start, joint, deviation) at most once for each joint.
  template <class Tell>
  void look(double t, Input<double> tau, const Tell& tell) {
    if (count_ == 0) start_ = t;
    for (std::size_t i = 0; i < tau.size(); ++i) joints_[i].add(tau[i], count_ > 0);
    if (++count_ < length_) return;
    for (std::size_t i = 0; i < tau.size(); ++i) judge(i, tell);
    count_ = 0;
  }

 private:
  static constexpr double share_of_limit = 0.1, share_of_torque = 0.25;
  struct Joint {
    double sum = 0, squares = 0, jumps = 0, last = 0, largest = 0;
    bool told = false;
    void add(double tau, bool follows) {
      if (!follows) sum = squares = jumps = 0;
      if (follows) jumps += (tau - last) * (tau - last);
      sum += tau, squares += tau * tau, last = tau, largest = std::max(largest, std::abs(tau));
    }
  };

  template <class Tell>
  void judge(std::size_t i, const Tell& tell) {
    Joint& joint = joints_[i];
    const double n = static_cast<double>(length_), spread = joint.squares - joint.sum * joint.sum / n;
    const bool limited = !limits_.empty() && std::isfinite(limits_[i]);
    const double large = limited ? share_of_limit * limits_[i] : share_of_torque * joint.largest;
    const double deviation = std::sqrt(std::max(0.0, spread / n));
    if (joint.told || joint.jumps <= spread || !(deviation > large)) return;
    joint.told = true;
    tell(start_, static_cast<int>(i), deviation);
  }

  long length_, count_ = 0;  // samples
  std::vector<double> limits_;
  std::vector<Joint> joints_;
  double start_ = 0;
};

}  // namespace torsor
