#include "torsor/control/controllers.hpp"

#include <cmath>

#include "control/owned_law.hpp"
#include "control/tip_controllers.hpp"
#include "torsor/control/adaptive.hpp"
#include "torsor/control/computed_torque.hpp"
#include "torsor/control/feed_forward.hpp"
#include "torsor/control/lqr.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/spatial/eigen.hpp"

namespace torsor {
namespace {

Controller adaptive(const Model<double>& model, const Gains<double>& gains, double sample_time) {
  for (const double damping : gains.damping)
    if (!(damping > 0)) raise(UsageError("gains", "expected damping above 0 for the adaptive controller, found 0"));
  AdaptiveOptions options;
  options.damping = gains.damping;
  options.bandwidth = gains.stiffness.front() / gains.damping.front();
  const auto all = std::make_shared<OwnedLaw<AdaptiveControl>>(model, options);
  return ControlCall([all, sample_time](double, const Reference<double>& reference, Input<double> q, Input<double> qd,
                                        Output<double> tau) {
    all->law(reference, q, qd, tau);
    all->law.adapt(sample_time);
  });
}

/// Lowers the damping of those joints that have a part in the quickest mode of B^-1 D at a pose, until no eigenvalue
/// is above 1.5 / sample_time; stiffness with it.
void calm(const Model<double>& model, Input<double> q, double sample_time, Gains<double>& gains) {
  const Matrix<double> B = inertia_matrix(model, q);
  const Eigen::MatrixXd L = linear_algebra::cholesky(eigen(B));
  if (L.rows() == 0) return;
  for (int turn = 0; turn < 100; ++turn) {
    Eigen::MatrixXd root = Eigen::MatrixXd::Zero(model.nv, model.nv);
    for (int v = 0; v < model.nv; ++v) root(v, v) = std::sqrt(gains.damping[static_cast<std::size_t>(v)]);
    const Eigen::MatrixXd half =
        linear_algebra::solve_lower(L, root);  // eigenvalues of half^T half are those of B^-1 D
    const auto modes = linear_algebra::symmetric_eigen(half.transpose() * half);
    const double quickest = modes.values[model.nv - 1] * sample_time / 1.5;
    if (!(quickest > 1)) return;
    for (int v = 0; v < model.nv; ++v) {
      const double part = modes.vectors(v, model.nv - 1), less = std::pow(quickest, -part * part);
      gains.damping[static_cast<std::size_t>(v)] *= less, gains.stiffness[static_cast<std::size_t>(v)] *= less;
    }
  }
}

/// PD, which knows no model, made as the others are.
struct PdOfModel : PdControl<double> {
  PdOfModel(const Model<double>& /*model*/, const Gains<double>& gains, AntiWindup anti_windup)
      : PdControl<double>(gains, anti_windup) {}
};

/// Feed-forward with gains K of LQR in place of PD's.
class LqrControl {
 public:
  LqrControl(const Model<double>& model, const Gains<double>& weights, const Reference<double>& start,
             double sample_time)
      : model_(model), workspace_(model) {
    const std::vector<double> tau = inverse_dynamics(model, start.q, start.qd, start.qdd);
    const LinearisedRobot linear = linearised(model, start.q, start.qd, tau, default_conditions(model));
    const Matrix<double> B = inertia_matrix(model, start.q);
    std::vector<double> torque;  // or a wrist would help to turn the shoulder
    torque.reserve(weights.damping.size());
    for (int v = 0; v < model.nv; ++v) torque.push_back(1 / (B(v, v) * B(v, v)));
    gain_ = sampled_lqr(linear.continuous, {weights.stiffness, weights.damping, torque}, sample_time);
    if (!gain_.found)
      raise(
          ComputationError("lqr: there is no stable gain with these weights about the start of the motion; the "
                           "position of every joint has to have one"));
  }

  void operator()(const Reference<double>& reference, Input<double> q, Input<double> qd, Output<double> tau) {
    inverse_dynamics<double>(model_, reference.q, reference.qd, reference.qdd, default_conditions(model_), workspace_,
                             tau);
    for (int i = 0; i < model_.nv; ++i)
      for (int j = 0; j < model_.nv; ++j)
        tau[i] += gain_.K(i, j) * (reference.q[j] - q[j]) + gain_.K(i, model_.nv + j) * (reference.qd[j] - qd[j]);
  }

 private:
  const Model<double>& model_;
  NewtonEulerWorkspace<double> workspace_;
  Lqr gain_;
};

}  // namespace

const char* name_of(ControllerKind kind) {
  switch (kind) {
    case ControllerKind::pd:
      return "pd";
    case ControllerKind::pd_gravity:
      return "pd-gravity";
    case ControllerKind::feed_forward:
      return "feed-forward";
    case ControllerKind::computed_torque:
      return "computed-torque";
    case ControllerKind::adaptive:
      return "adaptive";
    case ControllerKind::lqr:
      return "lqr";
    case ControllerKind::impedance:
      return "impedance";
    case ControllerKind::operational_space:
      break;
  }
  return "operational-space";
}

const std::vector<ControllerKind>& controller_kinds() {
  using enum ControllerKind;
  static const std::vector<ControllerKind> all{pd, pd_gravity, feed_forward, computed_torque, adaptive, lqr};
  return all;
}

const std::vector<ControllerKind>& tip_controller_kinds() {
  static const std::vector<ControllerKind> all{ControllerKind::impedance, ControllerKind::operational_space};
  return all;
}

bool is_of_tip(ControllerKind kind) {
  return kind == ControllerKind::impedance || kind == ControllerKind::operational_space;
}

bool has_integral(ControllerKind kind) {
  using enum ControllerKind;
  return kind == pd || kind == pd_gravity || kind == feed_forward || kind == computed_torque;
}

Gains<double> default_gains(const Model<double>& model, ControllerKind kind, Input<double> q, double bandwidth,
                            const SampledLoop& loop) {
  const double w = bandwidth;
  Gains<double> gains = Gains<double>::with_frequency(model.nv, w, 1.0);
  if (kind == ControllerKind::computed_torque) return gains;
  if (kind == ControllerKind::lqr) {  // which give one joint on its own the gains w^2 and 2 w
    gains.stiffness.assign(gains.stiffness.size(), w * w * w * w);
    gains.damping.assign(gains.damping.size(), 2 * w * w);
    return gains;
  }
  const Matrix<double> B = inertia_matrix(model, q);
  for (int v = 0; v < model.nv; ++v) {
    const auto i = static_cast<std::size_t>(v);
    gains.stiffness[i] *= B(v, v), gains.damping[i] *= B(v, v);
  }
  for (const std::vector<double>& pose : loop.poses) calm(model, pose, loop.sample_time, gains);
  return gains;
}

std::vector<std::string> lowered_joints(const Gains<double>& usual, const Gains<double>& taken,
                                        const std::vector<std::string>& joints) {
  std::vector<std::string> lowered;
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (taken.damping[i] < 0.98 * usual.damping[i])
      lowered.push_back(joints[i] + " to " + std::to_string(std::lround(100 * taken.damping[i] / usual.damping[i])) +
                        " %");
  return lowered;
}

Controller make_controller(const Model<double>& model, const ControllerOptions& options,
                           const Reference<double>& start) {
  const Gains<double> gains =
      options.gains.stiffness.empty() ? default_gains(model, options.kind, start.q) : options.gains;
  switch (options.kind) {
    case ControllerKind::pd:
      return owned<PdOfModel>(model, gains, options.anti_windup);
    case ControllerKind::pd_gravity:
      return owned<PdWithGravity<double>>(model, gains, options.anti_windup);
    case ControllerKind::feed_forward:
      return owned<FeedForward<double>>(model, gains, options.anti_windup);
    case ControllerKind::computed_torque:
      return owned<ComputedTorque<double>>(model, gains, options.anti_windup);
    case ControllerKind::adaptive:
      return adaptive(model, gains, options.sample_time);
    case ControllerKind::lqr:
      return owned<LqrControl>(model, gains, start, options.sample_time);
    case ControllerKind::impedance:
      return impedance_controller(model, options.tip, start.q);
    case ControllerKind::operational_space:
      break;
  }
  return operational_space_controller(model, options.tip, start.q);
}

}  // namespace torsor
