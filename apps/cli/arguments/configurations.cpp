#include "arguments/configurations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "arguments/vector_argument.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/number_list.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

/// How many configurations there are, where that is not too many.
int few(double count, const std::string& flag) {
  constexpr double most = 1'000'000;
  if (count >= 1 && count <= most) return static_cast<int>(count);
  throw UsageError(fmt::format("{}: expected 1 to {:.0f} configurations, found {:.15g}", flag, most, count));
}

/// Where a joint may stand: its limits, or a full turn.
struct Interval {
  double low, high;
  bool full_turn;
};

Interval interval_of(const Model<double>& model, const JointLimits& limits, int joint, const std::string& flag) {
  if (std::isfinite(limits.position_low) && std::isfinite(limits.position_high))
    return {limits.position_low, limits.position_high, false};
  const std::string name = velocity_names(model)[joint];
  if (body_of_velocity(model, joint).joint == JointType::prismatic)
    throw UsageError(flag + ": expected position limits of every prismatic joint, and " + name + " has none; --sweep " +
                     name + "=FROM:TO:COUNT takes its own");
  return {-std::numbers::pi, std::numbers::pi, true};
}

/// `count` points from first to last, both included; the middle of -x and x is exactly 0.
Vector spread(double first, double last, int count) {
  if (count == 1) return {first};
  Vector values;
  for (int k = 0; k < count; ++k) values.push_back((first * (count - 1 - k) + last * k) / (count - 1));
  return values;
}

double number(const std::string& text, const std::string& what) {
  const Vector numbers = parse_numbers(text, what);
  if (numbers.size() != 1) throw UsageError(what + ": expected one number, found " + in_quotes(text));
  return numbers[0];
}

int whole_number(const std::string& text, const std::string& what) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1)
    throw UsageError(what + ": expected a COUNT of 1 or more, found " + in_quotes(text));
  return value;
}

/// FROM:TO:COUNT
Vector read_sweep(const std::string& text, const std::string& what) {
  const auto first = text.find(':'), second = text.find(':', first + 1);
  if (first == std::string::npos || second == std::string::npos)
    throw UsageError(what + ": expected FROM:TO:COUNT, found " + in_quotes(text));
  const int count = whole_number(text.substr(second + 1), what);
  const std::string from = text.substr(0, first), to = text.substr(first + 1, second - first - 1);
  return spread(number(from, what), number(to, what), few(count, what));
}

/// The k-th number of a fixed series that looks random (splitmix64), from 0 to 1: the same on every machine.
double random_fraction(std::uint64_t k) {
  std::uint64_t z = (k + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
}

}  // namespace

int find_joint(const Model<double>& model, const std::string& text, const std::string& what) {
  const std::vector<std::string> names = velocity_names(model);
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  int place = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), place);
  if (error == std::errc{} && end == text.data() + text.size() && place >= 1 && place <= model.nv) return place - 1;
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  throw UsageError(fmt::format("{}: expected a joint of {} ({}) or its number from 1 to {}, found {}", what, model.name,
                               list, model.nv, in_quotes(text)));
}

Configurations Configurations::sweep(const Model<double>& model, const std::vector<std::string>& sweeps,
                                     const Vector& q) {
  Configurations result;
  for (const double value : q) result.values_.push_back({value});
  std::vector<bool> swept(q.size(), false);
  for (const std::string& text : sweeps) {
    const auto equals = text.rfind('=');
    if (equals == std::string::npos)
      throw UsageError("--sweep: expected JOINT=FROM:TO:COUNT, found " + in_quotes(text));
    const int joint = find_joint(model, text.substr(0, equals), "--sweep");
    if (swept[joint]) throw UsageError("--sweep: " + velocity_names(model)[joint] + " is swept twice");
    swept[joint] = true;
    result.values_[joint] = read_sweep(text.substr(equals + 1), "--sweep " + text.substr(0, equals));
  }
  double product = 1;
  for (const Vector& values : result.values_) product *= static_cast<double>(values.size());
  result.count_ = few(product, "--sweep");
  return result;
}

Configurations Configurations::grid(const Model<double>& model, const std::vector<JointLimits>& limits, int count) {
  if (count < 2) throw UsageError(fmt::format("--grid: expected 2 points or more for each joint, found {}", count));
  Configurations result;
  result.count_ = few(std::pow(count, model.nq), "--grid");
  for (int j = 0; j < model.nq; ++j) {
    const auto [low, high, full_turn] = interval_of(model, limits[j], j, "--grid");
    const double last = full_turn ? high - (high - low) / count : high;  // the turn's end is its beginning
    result.values_.push_back(spread(low, last, count));
  }
  return result;
}

Configurations Configurations::samples(const Model<double>& model, const std::vector<JointLimits>& limits, int count) {
  Configurations result;
  result.random_ = true;
  result.count_ = few(count, "--samples");
  for (int j = 0; j < model.nq; ++j) {
    const Interval interval = interval_of(model, limits[j], j, "--samples");
    result.values_.push_back({interval.low, interval.high});
  }
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

}  // namespace torsor::cli
