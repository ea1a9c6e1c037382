#include "torsor/model/configurations.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <numbers>

#include "torsor/core/error.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Vector = std::vector<double>;

/// How many configurations there are, where that is not too many.
int few(double count, const char* option) {
  constexpr double most = 1'000'000;
  if (!(count >= 1 && count <= most))
    raise(UsageError(option, fmt::format("expected 1 to {:.0f} configurations, found {:.15g}", most, count)));
  return static_cast<int>(count);
}

bool limited(const JointLimits& limits) {
  return std::isfinite(limits.position_low) && std::isfinite(limits.position_high);
}

/// Where a joint may stand: its limits, or a full turn.
struct Interval {
  double low, high;
  bool full_turn;
};

std::vector<Interval> intervals(const Model<double>& model, const std::vector<JointLimits>& limits,
                                const char* option) {
  if (const int joint = joint_without_range(model, limits); joint >= 0)
    raise(UsageError(option, "expected position limits of every prismatic joint, and " + velocity_names(model)[joint] +
                                 " has none"));
  std::vector<Interval> result;
  result.reserve(limits.size());
  for (const JointLimits& may : limits)
    result.push_back(limited(may) ? Interval{may.position_low, may.position_high, false}
                                  : Interval{-std::numbers::pi, std::numbers::pi, true});
  return result;
}

/// `count` points from first to last, both included; the middle of -x and x is exactly 0.
Vector spread(double first, double last, int count) {
  if (count == 1) return {first};
  Vector values;
  for (int k = 0; k < count; ++k) values.push_back((first * (count - 1 - k) + last * k) / (count - 1));
  return values;
}

/// The k-th number of a fixed series that looks random, from 0 to 1: the same on every machine.
/// [Steele, Lea, Flood 2014: SplitMix64]
double random_fraction(std::uint64_t k) {
  std::uint64_t z = (k + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
}

}  // namespace

int joint_without_range(const Model<double>& model, const std::vector<JointLimits>& limits) {
  for (int j = 0; j < model.nv; ++j)
    if (!limited(limits[j]) && body_of_velocity(model, j).joint == JointType::prismatic) return j;
  return -1;
}

Configurations Configurations::sweep(const Model<double>& model, const Vector& q,
                                     const std::vector<JointSweep>& sweeps) {
  Configurations result;
  for (const double value : q) result.values_.push_back({value});
  std::vector<bool> swept(q.size(), false);
  for (const auto& [joint, from, to, count] : sweeps) {
    if (swept[joint]) raise(UsageError("sweep", velocity_names(model)[joint] + " is swept twice"));
    swept[joint] = true;
    result.values_[joint] = spread(from, to, few(count, "sweep"));
  }
  double product = 1;
  for (const Vector& values : result.values_) product *= static_cast<double>(values.size());
  result.count_ = few(product, "sweep");
  return result;
}

Configurations Configurations::grid(const Model<double>& model, const std::vector<JointLimits>& limits, int count) {
  if (count < 2) raise(UsageError("grid", fmt::format("expected 2 points or more for each joint, found {}", count)));
  Configurations result;
  result.count_ = few(std::pow(count, model.nq), "grid");
  for (const auto& [low, high, full_turn] : intervals(model, limits, "grid")) {
    const double last = full_turn ? high - (high - low) / count : high;  // the turn's end is its beginning
    result.values_.push_back(spread(low, last, count));
  }
  return result;
}

Configurations Configurations::samples(const Model<double>& model, const std::vector<JointLimits>& limits, int count) {
  Configurations result;
  result.random_ = true;
  result.count_ = few(count, "samples");
  for (const Interval& interval : intervals(model, limits, "samples"))
    result.values_.push_back({interval.low, interval.high});
  return result;
}

Vector Configurations::at(int k) const {
  Vector q(values_.size());
  for (std::size_t j = q.size(); j-- > 0;) {
    const Vector& values = values_[j];
    if (random_) {
      const std::uint64_t place = static_cast<std::uint64_t>(k) * q.size() + j;
      q[j] = values[0] + (values[1] - values[0]) * random_fraction(place);
    } else {
      q[j] = values[static_cast<std::size_t>(k) % values.size()];
      k /= static_cast<int>(values.size());
    }
  }
  return q;
}

}  // namespace torsor
