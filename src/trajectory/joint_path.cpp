#include "torsor/trajectory/joint_path.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "torsor/trajectory/time_series.hpp"

namespace torsor {
namespace {

double way_between(const std::vector<double>& a, const std::vector<double>& b) {
  double square = 0;
  for (std::size_t j = 0; j < a.size(); ++j) square += (b[j] - a[j]) * (b[j] - a[j]);
  return std::sqrt(square);
}

/// The cosine of the angle between the ways from a to b and from c to d.
double turn_between(const std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& c,
                    const std::vector<double>& d) {
  double product = 0;
  for (std::size_t j = 0; j < a.size(); ++j) product += (b[j] - a[j]) * (d[j] - c[j]);
  return product / (way_between(a, b) * way_between(c, d));
}

}  // namespace

std::variant<JointPath, std::string> path_through(const std::vector<std::vector<double>>& waypoints) {
  if (waypoints.size() < 2) return fmt::format("a path needs two waypoints at least, found {}", waypoints.size());
  const std::size_t joints = waypoints[0].size();
  std::vector<double> s, values;
  for (std::size_t k = 0; k < waypoints.size(); ++k) {
    if (waypoints[k].size() != joints)
      return fmt::format("waypoint {}: expected {} numbers, as the first one has, found {}", k + 1, joints,
                         waypoints[k].size());
    const double way = k > 0 ? way_between(waypoints[k - 1], waypoints[k]) : 0;
    if (k > 0 && !(way > 0)) return fmt::format("waypoint {} is where waypoint {} is", k + 1, k);
    s.push_back(k > 0 ? s.back() + way : 0);
    values.insert(values.end(), waypoints[k].begin(), waypoints[k].end());
  }
  const double end = s.back();
  auto made = TimeSeries::from_rows(s, values, joints, TimeSeries::Between::cubic);
  if (const auto* problem = std::get_if<TimeSeriesProblem>(&made))
    return fmt::format("waypoint {}: {}", problem->row + 1, problem->message);
  const auto series = std::make_shared<TimeSeries>(std::get<TimeSeries>(std::move(made)));
  JointPath path{static_cast<int>(joints), end, {s.begin() + 1, s.end() - 1}, {}};
  path.evaluate = [series, end](double at, std::span<double> q, std::span<double> dq, std::span<double> ddq) {
    const double inside = std::min(at, std::nextafter(end, 0.0));  // beyond its last row a series stands still
    series->at(inside, q), series->at(inside, dq, 1), series->at(inside, ddq, 2);
  };
  return path;
}

std::variant<JointPath, std::string> path_of_motion(const Trajectory& rows, int points) {
  std::vector<double> covered{0};
  for (std::size_t k = 1; k < rows.q.size(); ++k)
    covered.push_back(covered.back() + way_between(rows.q[k - 1], rows.q[k]));
  if (!(covered.back() > 0)) return std::string("the motion stands still: it has no way");
  std::vector<std::size_t> chosen{0};
  for (std::size_t k = 1; k < rows.q.size(); ++k) {
    const double next = covered.back() * static_cast<double>(chosen.size()) / (points - 1);
    if (covered[k] >= next * (1 - 1e-12) && covered[k] > covered[chosen.back()]) chosen.push_back(k);
  }
  // The end belongs to the path, in the place of a point that is too close to it.
  if (covered[chosen.back()] < covered.back() || chosen.size() < 2) {
    const double even = covered.back() / (points - 1);
    if (chosen.size() > 1 && covered.back() - covered[chosen.back()] < even / 2) chosen.pop_back();
    chosen.push_back(rows.q.size() - 1);
  }
  std::vector<std::vector<double>> waypoints;
  waypoints.reserve(chosen.size());
  for (const std::size_t k : chosen) waypoints.push_back(rows.q[k]);
  // A corner between two points turns the way at both of them.
  constexpr double sharpest = 0.85;  // the cosine of a turn that is a corner
  for (std::size_t k = 1; k + 1 < waypoints.size(); ++k) {
    const std::size_t next = std::min(k + 2, waypoints.size() - 1);
    if (turn_between(waypoints[k - 1], waypoints[k], waypoints[next - 1], waypoints[next]) < sharpest)
      return fmt::format("the motion turns a corner, or round on the spot, at about {:.2g} s, where it has to rest",
                         rows.time[chosen[k]]);
  }
  return path_through(waypoints);
}

}  // namespace torsor
