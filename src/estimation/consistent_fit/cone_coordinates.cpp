#include "estimation/consistent_fit/cone_coordinates.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "estimation/consistent_fit/prior_bodies.hpp"
#include "torsor/spatial/densest_body.hpp"

namespace torsor::cone {
namespace {

using Eigen::Matrix4d, Eigen::VectorXd;

constexpr double most_load = 0.99;  // of friction that grows with the load: below 1, as a robot file has it

/// A range of one value has no inside; one part in a million on both sides is nobody's weighing.
MassBounds with_an_inside(const MassBounds& range) {
  const double edge = 1e-6 * std::abs(range.lower);
  return range.upper - range.lower < edge ? MassBounds{range.lower - edge, range.upper + edge} : range;
}

bool not_negative(ParameterKind kind) {
  using enum ParameterKind;
  return kind == rotor_inertia || kind == viscous || kind == coulomb || kind == load || kind == stiffness;
}
bool tells_directions_apart(ParameterKind kind) {
  return kind == ParameterKind::viscous_difference || kind == ParameterKind::coulomb_difference;
}

class Builder {
 public:
  Builder(const ConsistentFitProblem& problem, const std::vector<double>& prior, const VectorXd& effect)
      : problem_(problem), layout_(*problem.layout), theta_(prior), effect_(effect) {
    const int size = layout_.size();
    result_.T.setZero(size, size);
    result_.prior.setZero(size);
    result_.start.setZero(size);
  }

  ConeCoordinates build() {
    add_bodies();
    for (int c = 0; c < layout_.size(); ++c)
      if (layout_.entries[c].kind == ParameterKind::stribeck)
        add_stribeck(c);
      else if (layout_.entries[c].kind > ParameterKind::izz)
        add_number(c);
    add_masses();
    result_.K.resize(static_cast<Eigen::Index>(rows_.size()), layout_.size());
    for (std::size_t k = 0; k < rows_.size(); ++k) result_.K.row(static_cast<Eigen::Index>(k)) = rows_[k];
    result_.offset = Eigen::Map<const VectorXd>(offsets_.data(), static_cast<Eigen::Index>(offsets_.size()));
    return std::move(result_);
  }

 private:
  void add_row(const VectorXd& row, double offset) { rows_.emplace_back(row), offsets_.push_back(offset); }
  void add_number_row(const VectorXd& row, double offset, int column) {
    add_row(row, offset);
    result_.columns.push_back(column);
  }
  VectorXd unit(int c) const { return VectorXd::Unit(layout_.size(), c); }

  void add_bodies() {
    const std::vector<Matrix4d> bodies = prior_bodies(layout_, theta_, problem_.thinnest);
    for (int i = 0; i < static_cast<int>(layout_.inertial.size()); ++i) {
      const int at = layout_.inertial[i];
      if (at < 0) continue;
      const Matrix4d& J = bodies[result_.bodies.size()];
      Matrix4d thickness = Matrix4d::Zero();
      thickness.topLeftCorner<3, 3>().diagonal().setConstant(least_square(J));
      const Matrix4d C = (J - J(3, 3) * thickness).llt().matrixL();
      for (int k = 0; k < 10; ++k) {
        const Matrix4d thin = C * matrix_of(Vector10::Unit(k)) * C.transpose();
        result_.T.block<10, 1>(at, at + k) = ten_parameters(thin + thin(3, 3) * thickness);
        add_row(unit(at + k), 0);
      }
      result_.prior.segment<10>(at) = entries_of(Matrix4d::Identity());
      result_.start.segment<10>(at) = entries_of(Matrix4d::Identity());
      result_.bodies.push_back(i);
      masses_.push_back(J(3, 3));
    }
    result_.blocks = static_cast<int>(result_.bodies.size());
  }

  /// m^2: the mean square distance from the centre along any axis, below which a link may not be spread.
  double least_square(const Matrix4d& J) const {
    const double least = problem_.thinnest * problem_.thinnest;
    if (!problem_.prior || !(problem_.solid_up_to > 0)) return least;
    const double mass = problem_.solid_up_to * J(3, 3), solid = least_second_moment(mass) / (3 * mass);
    return std::max(least, std::min(solid, 0.25 * least_spread(J)));
  }

  /// Friction, rotor, spring or offset, in units of what would be felt, or of the prior where that is more.
  void add_number(int c) {
    const ParameterKind kind = layout_.entries[c].kind;
    if (tells_directions_apart(kind)) return;
    const bool pair = c + 1 < layout_.size() && tells_directions_apart(layout_.entries[c + 1].kind);
    const double difference = pair ? theta_[c + 1] : 0, largest = std::abs(theta_[c]) + std::abs(difference);
    const double unit_size = std::max(largest, 0.1 * effect_[c]);
    const auto add = [&](int column, double value) {
      const bool bounded = not_negative(kind);
      result_.prior[column] = bounded ? std::max(value / unit_size, 0.0) : value / unit_size;
      result_.start[column] = bounded ? std::max(result_.prior[column], 1.0) : result_.prior[column];
      if (bounded) add_number_row(unit(column), 0, column);
    };
    add(c, theta_[c] + difference);
    result_.T(c, c) = unit_size;
    if (kind == ParameterKind::load) bound_load(c, most_load / unit_size);
    if (!pair) return;
    add(c + 1, theta_[c] - difference);
    result_.T.block<2, 2>(c, c) << 0.5 * unit_size, 0.5 * unit_size, 0.5 * unit_size, -0.5 * unit_size;
  }

  /// Friction that takes as much as the links ask would let them go nowhere.
  void bound_load(int c, double most) {
    result_.start[c] = std::min(result_.start[c], 0.5 * most);
    add_number_row(-unit(c) / most, 1, ConeCoordinates::untold);
  }

  /// Of either sign, as long as friction is not negative when the joint starts to move, in either direction.
  void add_stribeck(int c) {
    const double unit_size = std::max(std::abs(theta_[c]), 0.1 * effect_[c]);
    result_.T(c, c) = unit_size;
    result_.prior[c] = theta_[c] / unit_size;
    result_.start[c] = std::max(result_.prior[c], 0.0);
    const bool pair = c > 1 && layout_.entries[c - 1].kind == ParameterKind::coulomb_difference;
    const int coulomb = c - (pair ? 2 : 1);
    const VectorXd own = result_.T.row(c).transpose() / unit_size;
    if (coulomb < 0 || layout_.entries[coulomb].kind != ParameterKind::coulomb) return add_number_row(own, 0, c);
    const VectorXd mean = result_.T.row(coulomb).transpose() / unit_size;
    const VectorXd half = pair ? VectorXd(result_.T.row(coulomb + 1).transpose() / unit_size) : VectorXd(0 * mean);
    add_number_row(own + mean + half, 0, c);
    if (pair) add_number_row(own + mean - half, 0, c);
  }

  /// Rows of masses, in units of the prior's; and a start with masses in the ranges.
  void add_masses() {
    std::vector<MassBounds> ranges(masses_.size(), MassBounds{problem_.minimum_mass});
    for (std::size_t b = 0; b < ranges.size(); ++b)
      for (const MassRange& given : problem_.masses) {
        if (given.body != result_.bodies[b]) continue;
        const MassBounds range = with_an_inside(given.mass);
        ranges[b] = {std::max(ranges[b].lower, range.lower), std::min(ranges[b].upper, range.upper)};
      }
    const MassBounds total = problem_.total_mass ? with_an_inside(*problem_.total_mass) : MassBounds{};
    VectorXd all = VectorXd::Zero(layout_.size());
    double usual = 0;
    for (std::size_t b = 0; b < ranges.size(); ++b) {
      const VectorXd row = result_.T.row(layout_.inertial[result_.bodies[b]]);
      all += row, usual += masses_[b];
      add_range(row, ranges[b], masses_[b], -1 - result_.bodies[b]);
    }
    if (problem_.total_mass) add_range(all, total, usual, ConeCoordinates::untold);
    const std::vector<double> start = masses_within(masses_, ranges, total);
    result_.possible = start.size() == masses_.size();
    for (std::size_t b = 0; b < start.size(); ++b)
      result_.start.segment<10>(layout_.inertial[result_.bodies[b]]) *= start[b] / masses_[b];
  }

  void add_range(const VectorXd& row, const MassBounds& range, double size, int column) {
    add_number_row(row / size, -range.lower / size, column);
    if (std::isfinite(range.upper)) add_number_row(-row / size, range.upper / size, column);
  }

  const ConsistentFitProblem& problem_;
  const ParameterLayout& layout_;
  const std::vector<double>& theta_;
  const VectorXd& effect_;
  ConeCoordinates result_;
  std::vector<Eigen::RowVectorXd> rows_;
  std::vector<double> offsets_, masses_;
};

}  // namespace

ConeCoordinates cone_coordinates(const ConsistentFitProblem& problem, const std::vector<double>& prior,
                                 const VectorXd& effect) {
  return Builder(problem, prior, effect).build();
}

}  // namespace torsor::cone
