#include "torsor/dynamics/base_parameters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <tuple>

#include "dynamics/natural_states.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/model/require_moving.hpp"
#include "torsor/model/size_limits.hpp"

namespace torsor {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A coefficient that moves the torques by less than this part of its parameter's own effect is kept, but not named:
/// the tilts of angles such as 1.5708 stay out of the words.
constexpr double worth_naming = 1e-4;

/// How gladly a parameter is expressed by others, 0 first. As Gautier and Khalil group: with k the axis of the link's
/// frame along its joint, the mass, the first moment along k and one transverse moment of inertia join other links; the
/// moment of inertia about k is what the joint feels, and stays.
int reluctance(const Parameter& parameter, const ParameterLayout& layout) {
  using enum ParameterKind;
  constexpr ParameterKind moments[] = {mx, my, mz}, inertias[] = {ixx, iyy, izz};
  const int k = layout.axis[parameter.body];
  const ParameterKind kind = parameter.kind;
  if (parameter.coupling >= 0) return 6;
  if (kind == mass) return 0;
  if (kind == moments[k]) return 1;
  if (kind == inertias[(k + 2) % 3]) return 2;
  if (kind == rotor_inertia) return 3;
  if (kind == offset) return 4;
  if (kind == inertias[k]) return 7;
  return 5;
}

/// The columns in the order in which they are dropped, those nearer to the tip first among equals.
std::vector<int> by_preference_to_drop(const ParameterLayout& layout) {
  std::vector<int> order(layout.entries.size());
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&](int k) {
    return std::tuple(reluctance(layout.entries[k], layout), -layout.entries[k].body, k);
  };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });
  return order;
}

/// Rows of the null space that are independent, the preferred ones first; as many as it has columns. The
/// combinations are divided by what a row has of its own, so one that is nearly zero has to wait.
std::vector<int> choose_dependent(const Eigen::MatrixXd& null_space, const std::vector<int>& order) {
  std::vector<int> chosen;
  Eigen::MatrixXd left = null_space;  // what each row has besides those that were chosen
  const Eigen::VectorXd whole = null_space.rowwise().norm();
  std::vector<bool> is_chosen(order.size(), false);
  for (double least = 0.3; static_cast<Eigen::Index>(chosen.size()) < null_space.cols(); least *= 0.3) {
    for (const int row : order) {
      if (static_cast<Eigen::Index>(chosen.size()) == null_space.cols()) break;
      const double own = left.row(row).norm();
      if (is_chosen[row] || !(whole[row] > 1e-9) || !(own > least * whole[row]) || !(own > 0.1 * least)) continue;
      const Eigen::VectorXd direction = left.row(row).transpose() / own;
      const Eigen::VectorXd shares = left * direction;
      left.noalias() -= shares * direction.transpose();
      is_chosen[row] = true;
      chosen.push_back(row);
    }
    assert(least > 1e-12);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

/// Masses, first moments and inertias share a scale each, the length of their longest column: a column of its own scale
/// would make a full-grown direction of the little that a tilt of 4e-6 lets through. What a joint or a coupling has of
/// its own (rotor, friction, spring) acts there and is never such a remainder; it is scaled alone, since its unit
/// depends on whether the joint turns or slides.
std::vector<double> column_scales(const Eigen::MatrixXd& stacked, const ParameterLayout& layout) {
  const auto group = [](ParameterKind kind) {
    return kind == ParameterKind::mass ? 0 : kind <= ParameterKind::mz ? 1 : kind <= ParameterKind::izz ? 2 : -1;
  };
  std::array<double, 3> longest{};
  for (int c = 0; c < layout.size(); ++c)
    if (const int at = group(layout.entries[c].kind); at >= 0)
      longest[at] = std::max(longest[at], stacked.col(c).norm());
  std::vector<double> scales;
  for (int c = 0; c < layout.size(); ++c) {
    const int at = group(layout.entries[c].kind);
    const double length = at >= 0 ? longest[at] : stacked.col(c).norm();
    scales.push_back(length > 0 ? length : 1.0);
  }
  return scales;
}

bool is_named(const BaseParameters& base, int b, int d) {
  const double effect = base.coefficients(b, d) * base.scale[base.independent[b]] / base.scale[base.dependent[d]];
  return std::abs(effect) >= worth_naming;
}

class Analysis {
 public:
  Analysis(Eigen::MatrixXd stacked, const ParameterLayout& layout, const BaseParameterOptions& options)
      : columns_(static_cast<int>(stacked.cols())), layout_(layout), options_(options) {
    base_.scale = column_scales(stacked, layout);
    for (int c = 0; c < columns_; ++c) stacked.col(c) /= base_.scale[c];
    factor_ = linear_algebra::triangular_factor(stacked);
  }

  int count() {
    find_rank(linear_algebra::singular_values(factor_));
    return rank_;
  }

  BaseParameters result() {
    const linear_algebra::RightSingular svd = linear_algebra::right_singular(factor_);
    find_rank(svd.values);
    const int dependent = columns_ - rank_;
    const Eigen::MatrixXd null_space = svd.V.rightCols(dependent);
    base_.dependent = choose_dependent(null_space, by_preference_to_drop(layout_));
    for (int c = 0; c < columns_; ++c)
      if (!std::binary_search(base_.dependent.begin(), base_.dependent.end(), c)) base_.independent.push_back(c);
    express(null_space);
    classify();
    return std::move(base_);
  }

 private:
  void find_rank(const Eigen::VectorXd& values) {
    base_.singular_values.assign(values.begin(), values.end());
    while (rank_ < values.size() && values[rank_] > options_.negligible * values[0]) ++rank_;
    const double below = rank_ < values.size() ? values[rank_] : 0.0;
    base_.gap = rank_ == 0 ? 0 : below > 0 ? values[rank_ - 1] / below : std::numeric_limits<double>::infinity();
    base_.clear = base_.gap >= 10;
  }

  /// A null vector that is 1 at one dependent parameter and 0 at the others says how its column is made of the kept.
  void express(const Eigen::MatrixXd& null_space) {
    const auto rows_of = [&](const std::vector<int>& rows) {
      Eigen::MatrixXd result(rows.size(), null_space.cols());
      if (result.cols() == 0) return result;  // all parameters are independent
      for (std::size_t k = 0; k < rows.size(); ++k) result.row(k) = null_space.row(rows[k]);
      return result;
    };
    const Eigen::MatrixXd kept = rows_of(base_.independent), dropped = rows_of(base_.dependent);
    const Eigen::MatrixXd K = -kept * linear_algebra::inverse(dropped);
    const double rounding = std::max(1e-9, 3 / base_.gap);  // what the directions left out may have mixed in
    base_.coefficients = Matrix<double>(static_cast<int>(kept.rows()), static_cast<int>(dropped.rows()));
    for (int b = 0; b < base_.coefficients.rows; ++b)
      for (int d = 0; d < base_.coefficients.columns; ++d)
        if (std::abs(K(b, d)) > rounding)
          base_.coefficients(b, d) = K(b, d) * base_.scale[base_.dependent[d]] / base_.scale[base_.independent[b]];
  }

  void classify() {
    base_.identifiability.assign(columns_, Identifiability::alone);
    for (int d = 0; d < base_.coefficients.columns; ++d) {
      bool felt = false;
      for (int b = 0; b < base_.coefficients.rows; ++b)
        if (is_named(base_, b, d)) {
          felt = true;
          base_.identifiability[base_.independent[b]] = Identifiability::in_combination;
        }
      base_.identifiability[base_.dependent[d]] = felt ? Identifiability::in_combination : Identifiability::none;
    }
  }

  int columns_, rank_ = 0;
  const ParameterLayout& layout_;
  BaseParameterOptions options_;
  Eigen::MatrixXd factor_;  // R of the stacked regressor in its units
  BaseParameters base_;
};

/// The dimension of the space in which a link's angular velocity lies, seen from the link.
std::vector<int> turning_axes(const Model<double>& model, NaturalStates states) {
  std::vector<Eigen::Matrix3d> squares(model.bodies.size(), Eigen::Matrix3d::Zero());
  for (int k = 0; k < 20; ++k) {
    states.next();
    const LinkMotion<double> motion = link_motion(model, states.q, states.qd, states.qdd);
    for (std::size_t i = 0; i < squares.size(); ++i) {
      const Vector3<double> w = transpose(motion.pose[i].R) * motion.omega[i];
      squares[i] += Eigen::Vector3d(w.x, w.y, w.z) * Eigen::RowVector3d(w.x, w.y, w.z);
    }
  }
  std::vector<int> axes;
  for (const Eigen::Matrix3d& square : squares) {
    const Eigen::Vector3d values = linear_algebra::symmetric_eigenvalues_3(square).reverse();
    axes.push_back(static_cast<int>((values.array() > 1e-8 * std::max(values[0], 1e-300)).count()));
  }
  return axes;
}

/// Over random states in which all joints turn fully, or slide by the robot's length.
Matrix<double> stacked_regressor(const Model<double>& model, const ParameterLayout& layout,
                                 const Conditions<double>& conditions, const BaseParameterOptions& options) {
  if (layout.size() > size_limits::base_parameter_columns)
    raise(ComputationError("base parameters: expected at most " + std::to_string(size_limits::base_parameter_columns) +
                           " parameters, as the work grows with the third power of their number; found " +
                           std::to_string(layout.size())));
  if (!layout.base) require_moving(model, "there is no torque that could tell parameters");
  const NaturalUnits units = natural_units(model, conditions.gravity, layout.base);
  NaturalStates states_of(model, units, options.seed);
  RegressorWorkspace<double> workspace(model);
  std::vector<double> row_scales = states_of.displacements();
  if (layout.base) row_scales.insert(row_scales.begin(), {units.length, units.length, units.length, 1, 1, 1});
  const int rows = static_cast<int>(row_scales.size());
  const int states = std::max(50, 4 * layout.size() / std::max(1, model.nv));
  Matrix<double> stacked(states * rows, layout.size());
  for (int k = 0; k < states; ++k) {
    states_of.next();
    regressor<double>(model, layout, states_of.q, states_of.qd, states_of.qdd, conditions, workspace,
                      {&stacked(k * rows, 0), rows, layout.size()});
    for (int i = 0; i < rows; ++i)
      for (int c = 0; c < layout.size(); ++c) stacked(k * rows + i, c) *= row_scales[i];
  }
  return stacked;
}

}  // namespace

BaseParameters base_parameters(const Matrix<double>& stacked, const ParameterLayout& layout,
                               const BaseParameterOptions& options) {
  const Eigen::Map<const RowMajor> rows(stacked.data.data(), stacked.rows, stacked.columns);
  BaseParameters no_answer;
  no_answer.gap = std::numeric_limits<double>::quiet_NaN();
  if (!std::isfinite(rows.squaredNorm())) return no_answer;
  return Analysis(rows, layout, options).result();
}

int base_parameter_count(const Model<double>& model, const ParameterLayout& layout,
                         const Conditions<double>& conditions, const BaseParameterOptions& options) {
  const Matrix<double> stacked = stacked_regressor(model, layout, conditions, options);
  const Eigen::Map<const RowMajor> rows(stacked.data.data(), stacked.rows, stacked.columns);
  return std::isfinite(rows.squaredNorm()) ? Analysis(rows, layout, options).count() : 0;
}

BaseParameters base_parameters(const Model<double>& model, const ParameterLayout& layout,
                               const Conditions<double>& conditions, const BaseParameterOptions& options) {
  BaseParameters base = base_parameters(stacked_regressor(model, layout, conditions, options), layout, options);
  base.turns =
      turning_axes(model, NaturalStates(model, natural_units(model, conditions.gravity, layout.base), options.seed));
  return base;
}

std::vector<double> base_values(const BaseParameters& base, Input<double> theta) {
  std::vector<double> beta;
  for (int b = 0; b < base.count(); ++b) {
    beta.push_back(theta[base.independent[b]]);
    for (int d = 0; d < base.coefficients.columns; ++d) beta[b] += base.coefficients(b, d) * theta[base.dependent[d]];
  }
  return beta;
}

std::string base_parameter_in_words(const BaseParameters& base, const ParameterLayout& layout, int b) {
  std::string words = parameter_name(layout.entries[base.independent[b]]);
  for (int d = 0; d < base.coefficients.columns; ++d) {
    if (!is_named(base, b, d)) continue;
    const double coefficient = base.coefficients(b, d);
    char number[32] = "";
    if (std::abs(std::abs(coefficient) - 1) > 1e-5)
      std::snprintf(number, sizeof number, "%.6g ", std::abs(coefficient));
    words +=
        (coefficient < 0 ? " - " : " + ") + std::string(number) + parameter_name(layout.entries[base.dependent[d]]);
  }
  return words;
}

}  // namespace torsor
