#include "retime_sweeps.hpp"

#include <algorithm>
#include <cmath>

namespace torsor {
namespace {

using Place = RetimeGrid::Place;
constexpr double widest = 1e4;  // u and x at most, in the grid's units

/// low <= x + step u <= high as half planes.
void add_band(HalfPlane* planes, double step, double low, double high) {
  const double length = std::hypot(step, 1.0);
  planes[0] = {step / length, 1 / length, high / length};
  planes[1] = {-step / length, -1 / length, -low / length};
}

}  // namespace

RetimeSweeps::RetimeSweeps(RetimeGrid& grid, const RetimeOptions& options) : grid_(grid), options_(options) {
  const auto most = static_cast<std::size_t>(options.most_pieces) + 1;
  reachable_.reserve(most), found_.reserve(most);
}

/// What u may be at a speed; where rounding leaves nothing, the middle.
SpeedRange RetimeSweeps::u_range(std::span<const HalfPlane> planes, double x) const {
  SpeedRange u{-widest, widest};
  for (const HalfPlane& plane : planes) {
    if (std::abs(plane.u) < 1e-14) continue;
    const double end = (plane.bound - plane.x * x) / plane.u;
    if (plane.u > 0)
      u.high = std::min(u.high, end);
    else
      u.low = std::max(u.low, end);
  }
  if (u.low > u.high) u.low = u.high = (u.low + u.high) / 2;
  return u;
}

RetimeEnd RetimeSweeps::backward(std::span<const PathPiece> pieces) {
  const std::size_t n = pieces.size();
  reachable_.resize(n + 1);
  const double at_end = options_.end_speed * options_.end_speed / grid_.x_unit();
  reachable_[n] = {at_end, at_end};
  for (std::size_t i = n; i-- > 0;) {
    const PathPiece& piece = pieces[i];
    const double h = step(piece);
    const auto fail = [&](std::size_t node, Place place) {
      const int joint = grid_.overloaded_joint(piece, place);
      return RetimeEnd{node == n && joint < 0 ? RetimeEnd::Kind::end_speed : RetimeEnd::Kind::infeasible,
                       place == Place::begin ? piece.begin : piece.end, joint};
    };
    PlaneBox box{-widest, widest, reachable_[i + 1].low, reachable_[i + 1].high};
    box.x_high = std::min(box.x_high, grid_.largest_x(piece, Place::end));
    PlanePoint most, least;
    std::span<const HalfPlane> planes = grid_.planes(piece, Place::end, about(i + 1), 0);
    if (box.x_high < box.x_low * (1 - 1e-9) || !maximise(planes, box, {-h, 1}, most) ||
        !maximise(planes, box, {h, -1}, least))
      return fail(i + 1, Place::end);
    const double y_high = most.x - h * most.u, y_low = least.x - h * least.u;
    planes = grid_.planes(piece, Place::begin, about(i), 2);
    add_band(grid_.spare_planes(), h, y_low, y_high);
    box = {-widest, widest, 0, std::min(widest, grid_.largest_x(piece, Place::begin))};
    if (!maximise(planes, box, {0, 1}, most) || !maximise(planes, box, {0, -1}, least)) return fail(i, Place::begin);
    reachable_[i] = {std::max(0.0, least.x), std::max(0.0, most.x)};
  }
  return {};
}

RetimeEnd RetimeSweeps::forward(std::span<PathPiece> pieces) {
  found_.resize(pieces.size() + 1);
  const double start = options_.start_speed * options_.start_speed / grid_.x_unit();
  const SpeedRange from = reachable_[0];
  if (start > from.high * (1 + 1e-9) + 1e-12 || start < from.low * (1 - 1e-9) - 1e-12)
    return {RetimeEnd::Kind::start_speed, 0, grid_.overloaded_joint(pieces[0], Place::begin),
            std::sqrt(from.low * grid_.x_unit()), std::sqrt(from.high * grid_.x_unit())};
  found_[0] = std::clamp(start, from.low, from.high);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    PathPiece& piece = pieces[i];
    const double h = step(piece), x = found_[i];
    const SpeedRange u0 = u_range(grid_.planes(piece, Place::begin, about(i), 0), x);
    const std::span<const HalfPlane> planes = grid_.planes(piece, Place::end, about(i + 1), 2);
    const PlaneBox box{
        -widest, widest, reachable_[i + 1].low,
        std::max(reachable_[i + 1].low, std::min(reachable_[i + 1].high, grid_.largest_x(piece, Place::end)))};
    PlanePoint next;
    // Along the border of what is reachable only one point is left, and rounding may hide it.
    double blur = 0;
    bool reached = false;
    for (; !reached && blur < 1e-5; blur = std::max(1e-10, 10 * blur)) {
      add_band(grid_.spare_planes(), -h, x + h * u0.low - blur, x + h * u0.high + blur);
      reached = maximise(planes, box, {0, 1}, next);
    }
    if (!reached) return {RetimeEnd::Kind::infeasible, piece.end, grid_.overloaded_joint(piece, Place::end)};
    next.x = std::clamp(next.x, box.x_low, box.x_high);
    found_[i + 1] = next.x;
    const SpeedRange u1 = u_range(planes.first(planes.size() - 2), next.x);
    // Where limits leave a choice, s'' is as steady as it can be: nothing swings about the border.
    const double both = (next.x - x) / h, low = std::max(u0.low, both - u1.high),
                 high = std::min(u0.high, both - u1.low);
    const double chosen = low < high ? std::clamp(both / 2, low, high) : (low + high) / 2;
    piece.u0 = chosen * grid_.u_unit(), piece.u1 = (both - chosen) * grid_.u_unit();
  }
  return {};
}

RetimeEnd RetimeSweeps::run(const JointPath& path, bool friction_is_known, std::vector<double>& x) {
  x_ = &x, end_ = path.end, friction_is_known_ = friction_is_known;
  const std::span<PathPiece> pieces = grid_.pieces();
  if (const RetimeEnd end = backward(pieces); !end.found()) return end;
  if (const RetimeEnd end = forward(pieces); !end.found()) return end;
  x.resize(found_.size());
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = found_[k] * grid_.x_unit();
  return {};
}

}  // namespace torsor
