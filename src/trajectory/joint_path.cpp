#include "torsor/trajectory/joint_path.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "torsor/trajectory/time_series.hpp"

namespace torsor {

std::variant<JointPath, std::string> path_through(const std::vector<std::vector<double>>& waypoints) {
  if (waypoints.size() < 2) return fmt::format("a path needs two waypoints at least, found {}", waypoints.size());
  const std::size_t joints = waypoints[0].size();
  std::vector<double> s, values;
  for (std::size_t k = 0; k < waypoints.size(); ++k) {
    if (waypoints[k].size() != joints)
      return fmt::format("waypoint {}: expected {} numbers, as the first one has, found {}", k + 1, joints,
                         waypoints[k].size());
    double square = 0;
    for (std::size_t j = 0; k > 0 && j < joints; ++j) square += std::pow(waypoints[k][j] - waypoints[k - 1][j], 2);
    if (k > 0 && !(square > 0)) return fmt::format("waypoint {} is where waypoint {} is", k + 1, k);
    s.push_back(k > 0 ? s.back() + std::sqrt(square) : 0);
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

}  // namespace torsor
