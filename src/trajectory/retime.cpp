#include "torsor/trajectory/retime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "retime_sweeps.hpp"
#include "torsor/core/require_size.hpp"
#include "torsor/model/require_load_free.hpp"

namespace torsor {
namespace {

using Place = RetimeGrid::Place;

constexpr int most_passes = 30;
constexpr int settling_passes = 6;             // in which friction that depends on the speed finds its place
constexpr double resolved_time = 2e-5;         // of the duration: shorter pieces need reach no limit
constexpr double resolved_way = 1e-7;          // of the path: shorter pieces are not divided
constexpr double wanted_active_share = 0.998;  // of the duration

}  // namespace

struct Retimer::Parts {
  Parts(const Model<double>& model, const std::vector<JointLimits>& limits, const RetimeOptions& given)
      : options(given), grid(model, limits, options), sweeps(grid, options) {
    for (const JointLimits& limit : limits)
      if (std::isfinite(limit.torque)) require_load_free(model, "torque limits along a path");
    const auto most = static_cast<std::size_t>(options.most_pieces);
    x.reserve(most + 1), cuts.reserve(most);
    for (std::vector<double>* node : {&timing.s, &timing.t, &timing.speed_squared}) node->reserve(most + 1);
    for (std::vector<double>* piece : {&timing.begin_acceleration, &timing.end_acceleration}) piece->reserve(most);
    timing.active.reserve(most);
  }

  RetimeEnd solve(const JointPath& path);
  RetimeEnd sweep(const JointPath& path);
  void measure(const JointPath& path);
  void look_at(const JointPath& path, std::size_t k);
  double place_of_switch(std::size_t k, double begin_load, double end_load);
  bool hold_back();

  RetimeOptions options;
  RetimeGrid grid;
  RetimeSweeps sweeps;
  std::vector<double> x;
  std::vector<RetimeGrid::Cut> cuts;
  PathTiming timing;
  double active_time = 0;
  bool friction_is_known = false;
};

/// One pass, and with friction that depends on the speed a second one about the first.
RetimeEnd Retimer::Parts::sweep(const JointPath& path) {
  RetimeEnd end = sweeps.run(path, friction_is_known, x);
  ++timing.passes;
  if (!grid.dynamics().speed_friction() || !end.found()) return end;
  for (int again = friction_is_known ? 1 : settling_passes; again > 0 && end.found(); --again, ++timing.passes) {
    friction_is_known = true;
    end = sweeps.run(path, true, x);
  }
  return end;
}

/// Where the acceleration gives way to the braking of the next piece, as a share of the piece.
double Retimer::Parts::place_of_switch(std::size_t k, double begin_load, double end_load) {
  const double enough = 1 - 0.5 * options.tolerance;
  if (begin_load >= enough && end_load >= enough) return 0.5;
  const std::span<PathPiece> pieces = grid.pieces();
  const double rise = k > 0 ? pieces[k - 1].u1 : pieces[k].u0;
  const double fall = k + 1 < pieces.size() ? pieces[k + 1].u0 : pieces[k].u1;
  const double way = pieces[k].way(), share = (x[k + 1] - x[k] - 2 * fall * way) / (2 * (rise - fall) * way);
  return std::isfinite(share) && share > 0 && share < 1 ? std::clamp(share, 0.02, 0.98) : 0.5;
}

/// How near a piece is to its limits, and whether and where to divide it.
void Retimer::Parts::look_at(const JointPath& path, std::size_t k) {
  const PathPiece& piece = grid.pieces()[k];
  ActiveLimit limit;
  const double begin = grid.load(piece, 0, x[k], limit), end = grid.load(piece, 1, x[k], limit);
  const double early = grid.load(piece, 0.25, x[k], limit), late = grid.load(piece, 0.75, x[k], limit);
  if (k > 0) limit = timing.active[k - 1];
  const double middle = grid.load(piece, 0.5, x[k], limit);
  const double most = std::max({begin, early, middle, late, end}), least = std::min({begin, middle, end});
  const double time = timing.t[k + 1] - timing.t[k];
  timing.largest_excess = std::max(timing.largest_excess, most - 1);
  if (middle >= 1 - options.tolerance)
    active_time += time;
  else
    limit = {};
  timing.active.push_back(limit);
  if (piece.way() < resolved_way * path.end) return;
  const bool slack = least < 1 - 0.5 * options.tolerance && !(time <= resolved_time * timing.duration());
  if (most > 1 + 0.3 * options.tolerance)
    cuts.push_back({k, 0.5});
  else if (slack)
    cuts.push_back({k, place_of_switch(k, begin, end)});
}

void Retimer::Parts::measure(const JointPath& path) {
  const std::span<PathPiece> pieces = grid.pieces();
  timing.s.clear(), timing.t.clear(), timing.speed_squared.clear(), timing.active.clear();
  timing.begin_acceleration.clear(), timing.end_acceleration.clear(), cuts.clear();
  timing.largest_excess = 0, active_time = 0;
  double time = 0;
  for (std::size_t k = 0; k <= pieces.size(); ++k) {
    timing.s.push_back(k < pieces.size() ? pieces[k].begin : path.end);
    timing.t.push_back(time), timing.speed_squared.push_back(x[k]);
    if (k == pieces.size()) break;
    const PathPiece& piece = pieces[k];
    time += piece_duration(piece.way(), std::sqrt(x[k]), std::sqrt(x[k + 1]), piece.u0, piece.u1);
    timing.begin_acceleration.push_back(piece.u0), timing.end_acceleration.push_back(piece.u1);
  }
  for (std::size_t k = 0; k < pieces.size(); ++k) look_at(path, k);
  timing.active_share = active_time / timing.duration();
}

/// Where a limit is still exceeded, less of it may be used.
bool Retimer::Parts::hold_back() {
  if (timing.largest_excess <= 0.8 * options.tolerance) return false;
  const std::span<PathPiece> pieces = grid.pieces();
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    PathPiece& piece = pieces[k];
    ActiveLimit limit;
    double most = 0;
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) most = std::max(most, grid.load(piece, share, x[k], limit));
    if (most > 1 + 0.3 * options.tolerance) piece.share *= 1 - 1.2 * std::min(0.05, most - 1);
  }
  return true;
}

RetimeEnd Retimer::Parts::solve(const JointPath& path) {
  double wrong = 0;
  friction_is_known = false, timing.passes = 0;
  if (!grid.cut(path, wrong)) return {RetimeEnd::Kind::not_finite, wrong};
  if (!grid.choose_units(path.end, wrong)) return {RetimeEnd::Kind::unlimited, wrong};
  RetimeEnd end = sweep(path);
  for (int pass = 0; end.found(); ++pass) {
    measure(path);
    const bool enough = timing.largest_excess <= 0.5 * options.tolerance && timing.active_share >= wanted_active_share;
    if (enough) return end;
    const bool divided = !cuts.empty() && pass < most_passes && grid.divide(path, cuts, x);
    if (!divided && (pass > most_passes + 10 || !hold_back())) return end;
    end = sweep(path);
  }
  return end;
}

Retimer::Retimer(const Model<double>& model, const std::vector<JointLimits>& limits, const RetimeOptions& options)
    : parts_(std::make_unique<Parts>(model, limits, options)) {}
Retimer::Retimer(Retimer&&) noexcept = default;
Retimer& Retimer::operator=(Retimer&&) noexcept = default;
Retimer::~Retimer() = default;

RetimeEnd Retimer::solve(const JointPath& path) { return parts_->solve(path); }
const PathTiming& Retimer::timing() const { return parts_->timing; }

Retiming retime(const Model<double>& model, const JointPath& path, const std::vector<JointLimits>& limits,
                const RetimeOptions& options) {
  const auto n = static_cast<std::size_t>(model.nv);
  require_size("q", static_cast<std::size_t>(path.joints), static_cast<std::size_t>(model.nq), "position", model.name);
  require_size("limits", limits.size(), n, "velocity", model.name);
  Retimer retimer(model, limits, options);
  Retiming result{retimer.solve(path), {}};
  if (result.end.found()) result.timing = retimer.timing();
  return result;
}

std::string to_string(const RetimeEnd& end, const std::vector<std::string>& velocity_names) {
  const bool named = end.joint >= 0 && end.joint < static_cast<int>(velocity_names.size());
  std::string where = fmt::format("at s = {:.6g}: ", end.s);
  const std::string load =
      named ? "; at rest alone, the torque of " + velocity_names[end.joint] + " is beyond its limit" : "";
  switch (end.kind) {
    case RetimeEnd::Kind::found:
      return "a motion was found";
    case RetimeEnd::Kind::infeasible:
      return where + "no speed keeps all limits" + load;
    case RetimeEnd::Kind::start_speed:
      return where +
             fmt::format("the start speed has to lie between {:.6g} and {:.6g} for limits to be kept", end.lowest,
                         end.highest) +
             load;
    case RetimeEnd::Kind::end_speed:
      return where + "the end speed is beyond a limit" + load;
    case RetimeEnd::Kind::unlimited:
      return where + "nothing limits the acceleration: no joint that moves has a limit of torque or acceleration";
    case RetimeEnd::Kind::not_finite:
      return where + "the path or a torque is not a finite number";
  }
  return where;
}

}  // namespace torsor
