#include "retime_grid.hpp"

#include <algorithm>
#include <cmath>

namespace torsor {
namespace {

constexpr double closest_nodes = 1e-6;  // of the path

bool all_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace

RetimeGrid::RetimeGrid(const Model<double>& model, const std::vector<JointLimits>& limits, const RetimeOptions& options)
    : model_(&model), limits_(limits), options_(options), dynamics_(model) {
  const auto n = static_cast<std::size_t>(model.nv), most = static_cast<std::size_t>(options.most_pieces);
  pieces_.reserve(most), spare_pieces_.reserve(most), nodes_.reserve(most + 1), spare_x_.reserve(most + 1);
  memory_.resize(most * 3 * PathDynamics::arrays * n);
  planes_.resize(4 * n + 4);
  friction_.resize(n), friction_slope_.resize(n);
  q_.resize(n), dq_.resize(n), ddq_.resize(n), between_.resize(PathDynamics::arrays * n);
  for (std::vector<double>* rate : {&rate_, &rate_before_, &rate_here_}) rate->resize(n + model.couplings.size());
}

PathEquations RetimeGrid::equations(const PathPiece& piece, Place place) {
  const std::size_t n = friction_.size() * PathDynamics::arrays;
  return dynamics_.at_memory(memory_.data() + (3 * static_cast<std::size_t>(piece.slot) + static_cast<int>(place)) * n);
}

bool RetimeGrid::fill(const JointPath& path, const PathPiece& piece) {
  const double middle = piece.middle(), places[3] = {piece.begin, middle, piece.end};
  for (int k = 0; k < 3; ++k) {
    const PathEquations at = equations(piece, static_cast<Place>(k));
    dynamics_.evaluate(path, places[k], middle, at);
    if (!all_finite(at.a) || !all_finite(at.b) || !all_finite(at.c)) return false;
  }
  return true;
}

/// How fast joints move along the path, and combinations of them that have friction.
void RetimeGrid::rates(const JointPath& path, double s, std::span<double> rate) {
  path.evaluate(s, q_, dq_, ddq_);
  std::copy(dq_.begin(), dq_.end(), rate.begin());
  for (std::size_t k = 0; k < model_->couplings.size(); ++k)
    rate[dq_.size() + k] = model_->couplings[k].combine(&Coupling<double>::Term::v, dq_);
}

/// Nodes where a joint turns round: Coulomb friction jumps there. By bisection.
void RetimeGrid::add_turns(const JointPath& path, double from, double to) {
  for (std::size_t j = 0; j < rate_.size(); ++j) {
    if (!(rate_before_[j] * rate_here_[j] < 0)) continue;
    double low = from, high = to;
    while (high - low > 1e-15 * path.end) {
      const double middle = (low + high) / 2;
      if (middle <= low || middle >= high) break;
      rates(path, middle, rate_);
      (rate_[j] * rate_before_[j] > 0 ? low : high) = middle;
    }
    if (nodes_.size() < nodes_.capacity()) nodes_.push_back((low + high) / 2);
  }
}

bool RetimeGrid::cut(const JointPath& path, double& wrong) {
  nodes_.clear(), pieces_.clear();
  // Forced nodes first: they stay where an even one is close to them.
  nodes_.push_back(0);
  for (const double at : path.breaks)
    if (at > 0 && at < path.end && nodes_.size() < nodes_.capacity()) nodes_.push_back(at);
  constexpr int looks = 4;  // for turns, in each even piece
  rates(path, 0, rate_before_);
  const int count = std::min(options_.pieces, options_.most_pieces / 4);
  for (int k = 1; k <= looks * count; ++k) {
    const double before = path.end * (k - 1) / (looks * count), here = path.end * k / (looks * count);
    rates(path, here, rate_here_);
    if (!model_->frictionless) add_turns(path, before, here);
    std::swap(rate_before_, rate_here_);
  }
  std::sort(nodes_.begin(), nodes_.end());
  const double least = closest_nodes * path.end;
  nodes_.erase(std::unique(nodes_.begin(), nodes_.end(), [&](double a, double b) { return b - a < least; }),
               nodes_.end());
  const std::size_t forced = nodes_.size();
  const double half = 0.5 * path.end / count;
  for (int k = 1; k < count; ++k) {
    const double at = path.end * k / count;
    const auto* after = std::lower_bound(nodes_.data(), nodes_.data() + forced, at);
    const bool near = (after < nodes_.data() + forced && *after - at < half) || (at - after[-1] < half);
    if (!near && nodes_.size() < nodes_.capacity()) nodes_.push_back(at);
  }
  if (path.end - nodes_.back() < least && nodes_.size() > 1) nodes_.pop_back();
  nodes_.push_back(path.end);
  std::sort(nodes_.begin(), nodes_.end());
  for (std::size_t k = 0; k + 1 < nodes_.size(); ++k) {
    pieces_.push_back({.begin = nodes_[k], .end = nodes_[k + 1], .slot = static_cast<int>(k)});
    wrong = nodes_[k];
    if (!fill(path, pieces_.back())) return false;
  }
  return true;
}

bool RetimeGrid::divide(const JointPath& path, std::span<const Cut> cuts, std::vector<double>& x) {
  spare_pieces_.clear(), spare_x_.clear();
  std::size_t next = 0, room = pieces_.capacity() - pieces_.size();
  auto slot = static_cast<int>(pieces_.size());
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    PathPiece piece = pieces_[k];
    spare_x_.push_back(x[k]);
    if (next < cuts.size() && cuts[next].piece == k) {
      const double share = cuts[next++].share;
      if (room > 0) {
        --room;
        const double at = piece.begin + share * piece.way();
        spare_x_.push_back(std::max(0.0, x[k] + piece.way() * share * (2 * piece.u0 + share * (piece.u1 - piece.u0))));
        PathPiece first = piece;
        first.end = at, piece.begin = at;
        piece.slot = slot++;
        fill(path, first), fill(path, piece);
        spare_pieces_.push_back(first);
      }
    }
    spare_pieces_.push_back(piece);
  }
  spare_x_.push_back(x[pieces_.size()]);
  std::swap(pieces_, spare_pieces_);
  std::swap(x, spare_x_);
  return room > 0;
}

bool RetimeGrid::choose_units(double path_end, double& unlimited) {
  u_unit_ = std::numeric_limits<double>::infinity();
  for (const PathPiece& piece : pieces_) {
    const PathEquations at = equations(piece, Place::middle);
    bool limited = false;
    for (std::size_t j = 0; j < limits_.size(); ++j) {
      const double torque = limits_[j].torque - std::abs(at.c[j]), acceleration = limits_[j].acceleration;
      limited |= (std::isfinite(limits_[j].torque) && at.a[j] != 0) || (std::isfinite(acceleration) && at.dq[j] != 0);
      if (torque > 0 && at.a[j] != 0) u_unit_ = std::min(u_unit_, torque / std::abs(at.a[j]));
      if (at.dq[j] != 0) u_unit_ = std::min(u_unit_, acceleration / std::abs(at.dq[j]));
    }
    unlimited = piece.begin;
    if (!limited) return false;
  }
  if (!std::isfinite(u_unit_) || !(u_unit_ > 0)) u_unit_ = 1;
  x_unit_ = 2 * u_unit_ * path_end;
  return true;
}

}  // namespace torsor
