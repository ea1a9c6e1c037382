#include <algorithm>
#include <cmath>

#include "estimation/consistent_fit/cone_coordinates.hpp"

namespace torsor::cone {
namespace {

/// Off both ends by a tenth of the range, or by half of the lower end where there is no upper one.
double inside(double x, const MassBounds& range) {
  if (!std::isfinite(range.upper)) return std::max(x, range.lower > 0 ? 1.5 * range.lower : 0.0);
  const double edge = 0.1 * (range.upper - range.lower);
  return std::clamp(x, range.lower + edge, range.upper - edge);
}

double sum_of(const std::vector<double>& x) {
  double sum = 0;
  for (const double value : x) sum += value;
  return sum;
}

/// Each takes from `amount` in proportion to its room.
void share(std::vector<double>& masses, const std::vector<double>& room, double amount) {
  const double all = sum_of(room);
  for (std::size_t i = 0; i < masses.size(); ++i) masses[i] += amount * room[i] / all;
}

}  // namespace

std::vector<double> masses_within(std::vector<double> masses, const std::vector<MassBounds>& ranges,
                                  const MassBounds& total) {
  double least = 0, most = 0;
  bool open = false;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    if (!(ranges[i].lower < ranges[i].upper)) return {};
    masses[i] = inside(masses[i], ranges[i]);
    least += ranges[i].lower, most += ranges[i].upper;
    open = open || !std::isfinite(ranges[i].upper);
  }
  const double lower = std::max(total.lower, least), upper = std::min(total.upper, most);
  if (!(lower < upper)) return {};
  const double amount = inside(sum_of(masses), {lower, upper}) - sum_of(masses);
  std::vector<double> room;
  room.reserve(masses.size());
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const bool unbounded = !std::isfinite(ranges[i].upper);
    if (amount < 0)
      room.push_back(masses[i] - ranges[i].lower);
    else
      room.push_back(open ? (unbounded ? masses[i] : 0.0) : ranges[i].upper - masses[i]);
  }
  if (amount != 0) share(masses, room, amount);
  return masses;
}

}  // namespace torsor::cone
