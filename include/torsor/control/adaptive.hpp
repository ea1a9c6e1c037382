#pragma once

#include <array>

#include "torsor/control/pd.hpp"
#include "torsor/dynamics/regressor.hpp"

namespace torsor {

struct AdaptiveOptions {
  double bandwidth = 10;          // 1/s: lambda in s = qd_r - qd + lambda (q_r - q)
  std::vector<double> damping{};  // Nms/rad on s, one for each velocity
  double rate = 20;               // how fast the masses follow: relative change for a joule of s . Y theta
  double thickness = 0.05;        // m, of every link to begin with: one without any could not change across
};

/// Slotine and Li's controller, whose masses follow the motion. With qd_s = qd_r + lambda e and s = qd_s - qd,
/// tau = Y(q, qd, qd_s, qdd_s) theta + K s. The ten parameters of a link are its pseudo-inertia matrix P > 0, which
/// changes by P' = rate P L P, where L holds Y^T s as tr(L P) = theta . Y^T s: then s^T B s / 2 and the distance of P
/// to the true one, as log det measures it, fall together by s^T K s. Written P = A A^T, with A the state, every step
/// ends in a possible body. [Slotine, Li 1987; Lee, Kwon, Park 2018]
class AdaptiveControl {
 public:
  /// Links of `model` that have no possible inertia (P not positive definite) keep their numbers.
  AdaptiveControl(const Model<double>& model, AdaptiveOptions options);

  void operator()(const Reference<double>& reference, Input<double> q, Input<double> qd, Output<double> tau);
  /// What the last call saw, for a time dt.
  void adapt(double dt);
  /// Parameters in the order of parameter_layout(model, {}): ten for each link.
  Input<double> theta() const { return theta_; }
  const ParameterLayout& layout() const { return layout_; }

 private:
  using Factor = std::array<std::array<double, 4>, 4>;
  void set_theta(std::size_t link);

  const Model<double>& model_;
  AdaptiveOptions options_;
  ParameterLayout layout_;
  RegressorWorkspace<double> workspace_;
  Matrix<double> Y_;
  std::vector<double> theta_, qd_s_, qdd_s_, s_, slope_;
  std::vector<Factor> factors_;
  std::vector<bool> possible_;
};

}  // namespace torsor
