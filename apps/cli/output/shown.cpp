#include "output/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace torsor::cli {

std::string shown(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value == 0 ? 0.0 : value) : "-"; }

std::string shown_beside(double value, double largest) {
  return shown(std::abs(value) < 1e-14 * largest ? 0.0 : value);
}

double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

std::string shown(const Vector3<double>& v) {
  const double largest = largest_of({v.x, v.y, v.z});
  return shown_beside(v.x, largest) + " " + shown_beside(v.y, largest) + " " + shown_beside(v.z, largest);
}

std::string shown_configuration(const Model<double>& model, const std::vector<double>& q) {
  std::vector<bool> turns(q.size(), false);
  for (const Body<double>& body : model.bodies)
    if (&body != model.bodies.data() && body.joint == JointType::revolute && !body.follows)
      turns.at(static_cast<std::size_t>(body.q)) = true;
  std::string text;
  for (std::size_t j = 0; j < q.size(); ++j)
    text += (j == 0 ? "" : ",") + (turns[j] && q[j] != 0 ? shown(q[j] * 180 / std::numbers::pi) + "deg" : shown(q[j]));
  return text;
}

}  // namespace torsor::cli
