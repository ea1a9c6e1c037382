#include <algorithm>
#include <cmath>

#include "retime_grid.hpp"

namespace torsor {

/// |a u + b x + c| <= limit as two half planes in the grid's units.
void RetimeGrid::add_plane(double a, double b, double c, double limit) {
  if (!std::isfinite(limit)) return;
  a *= u_unit_, b *= x_unit_;
  const double length = std::hypot(a, b);
  // What the motion does not change cannot be mended by another speed: an empty plane.
  if (!(length > 1e-13 * limit)) {
    if (std::abs(c) > limit) planes_[used_++] = {1, 0, -1e9};
    return;
  }
  planes_[used_++] = {a / length, b / length, (limit - c) / length};
  planes_[used_++] = {-a / length, -b / length, (limit + c) / length};
}

std::span<const HalfPlane> RetimeGrid::planes(const PathPiece& piece, Place place, double about, std::size_t spare) {
  const PathEquations at = equations(piece, place);
  used_ = 0;
  std::fill(friction_slope_.begin(), friction_slope_.end(), 0.0);
  std::fill(friction_.begin(), friction_.end(), 0.0);
  if (dynamics_.speed_friction() && about > 0) {
    constexpr double step = 1e-3;  // of x
    const double speed = std::sqrt(about), more = about * (1 + step), less = about * (1 - step);
    dynamics_.friction(at, std::sqrt(more), friction_slope_);
    dynamics_.friction(at, std::sqrt(less), friction_);
    for (std::size_t j = 0; j < friction_.size(); ++j)
      friction_slope_[j] = (friction_slope_[j] - friction_[j]) / (more - less);
    dynamics_.friction(at, speed, friction_);
  }
  for (std::size_t j = 0; j < limits_.size(); ++j) {
    const double slope = friction_slope_[j];
    add_plane(at.a[j], at.b[j] + slope, at.c[j] + friction_[j] - slope * about, piece.share * limits_[j].torque);
    add_plane(at.dq[j], at.ddq[j], 0, piece.share * limits_[j].acceleration);
  }
  return {planes_.data(), used_ + spare};
}

double RetimeGrid::largest_path_speed(double s) const {
  return options_.path_speed_at ? std::min(options_.path_speed, options_.path_speed_at(s)) : options_.path_speed;
}

double RetimeGrid::largest_x(const PathPiece& piece, Place place) {
  const PathEquations at = equations(piece, place);
  double speed = largest_path_speed(piece.begin + 0.5 * static_cast<int>(place) * piece.way());
  for (std::size_t j = 0; j < limits_.size(); ++j)
    if (at.dq[j] != 0) speed = std::min(speed, limits_[j].velocity / std::abs(at.dq[j]));
  speed *= piece.share;
  return speed * speed / x_unit_;
}

double RetimeGrid::load(const PathPiece& piece, double share, double x, ActiveLimit& limit) {
  const double weights[3] = {(2 * share - 1) * (share - 1), 4 * share * (1 - share), share * (2 * share - 1)};
  const std::size_t size = between_.size();
  const double* first = memory_.data() + 3 * static_cast<std::size_t>(piece.slot) * size;
  for (std::size_t k = 0; k < size; ++k)
    between_[k] = weights[0] * first[k] + weights[1] * first[size + k] + weights[2] * first[2 * size + k];
  const PathEquations at = dynamics_.at_memory(between_.data());
  const double u = piece.u0 + share * (piece.u1 - piece.u0);
  x = std::max(0.0, x + piece.way() * share * (piece.u0 + u));
  const double speed = std::sqrt(x);
  dynamics_.friction(at, speed, friction_);
  double most = 0;
  ActiveLimit largest;
  bool stays = false;
  const auto look = [&](ActiveLimit::Kind kind, int joint, double value, double bound) {
    const double part = std::abs(value) / bound;
    const ActiveLimit here{kind, joint, value >= 0};
    stays |= here == limit && part >= 1 - options_.tolerance;
    if (part > most) most = part, largest = here;
  };
  for (std::size_t j = 0; j < limits_.size(); ++j) {
    const int joint = static_cast<int>(j);
    look(ActiveLimit::Kind::torque, joint, at.a[j] * u + at.b[j] * x + at.c[j] + friction_[j], limits_[j].torque);
    look(ActiveLimit::Kind::acceleration, joint, at.dq[j] * u + at.ddq[j] * x, limits_[j].acceleration);
    look(ActiveLimit::Kind::velocity, joint, at.dq[j] * speed, limits_[j].velocity);
  }
  look(ActiveLimit::Kind::path_speed, -1, speed, largest_path_speed(piece.begin + share * piece.way()));
  if (!stays) limit = largest;
  return most;
}

int RetimeGrid::overloaded_joint(const PathPiece& piece, Place place) {
  const PathEquations at = equations(piece, place);
  int worst = -1;
  double most = 1;
  for (std::size_t j = 0; j < limits_.size(); ++j)
    if (const double share = std::abs(at.c[j]) / limits_[j].torque; share > most)
      most = share, worst = static_cast<int>(j);
  return worst;
}

}  // namespace torsor
