#include "log_health/motion_equations.hpp"

#include <algorithm>
#include <cmath>

namespace torsor::log_health {
namespace {

/// Equations of a joint below this share of its rms velocity are left out: friction there is no function of velocity.
constexpr double slow = 0.2;
/// And those above this share of its largest torque, where a drive may be at its limit.
constexpr double near_limit = 0.97;

}  // namespace

MotionEquations equations_in_motion(Eigen::MatrixXd Y, const std::vector<FitState>& states, std::size_t every,
                                    std::size_t k) {
  const Eigen::Index rows = Y.rows(), p = Y.cols(), own = p + 2 * static_cast<Eigen::Index>(k);
  double square = 0, most = 0;
  for (const FitState& state : states)
    square += state.qd[k] * state.qd[k], most = std::max(most, std::abs(state.tau[k]));
  const double rms = std::sqrt(square / static_cast<double>(states.size()));
  Y.conservativeResize(rows, p + 2 * static_cast<Eigen::Index>(states[0].q.size()));
  Y.rightCols(Y.cols() - p).setZero();
  MotionEquations joint{std::move(Y), Eigen::VectorXd::Zero(rows)};
  for (Eigen::Index r = 0; r < rows; ++r) {
    const FitState& state = states[static_cast<std::size_t>(r) * every];
    const double v = state.qd[k] / rms;
    joint.Y(r, own) = std::copysign(std::exp(-std::abs(v) / 0.3), v);
    joint.Y(r, own + 1) = v * std::abs(v);
    if (std::abs(v) > slow && std::abs(state.tau[k]) < near_limit * most)
      joint.tau(r) = state.tau[k];
    else
      joint.Y.row(r).setZero();
  }
  return joint;
}

}  // namespace torsor::log_health
