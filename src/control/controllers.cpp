#include "torsor/control/controllers.hpp"

#include "torsor/control/adaptive.hpp"
#include "torsor/control/computed_torque.hpp"
#include "torsor/control/feed_forward.hpp"
#include "torsor/control/lqr.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"

namespace torsor {
namespace {

/// A law with the model that it points to.
template <class Law>
struct Owned {
  Model<double> model;
  Law law;

  template <class... More>
  explicit Owned(const Model<double>& robot, More&&... more) : model(robot), law(model, std::forward<More>(more)...) {}
};

template <class Law, class... More>
ControlCall owned(const Model<double>& model, More&&... more) {
  const auto all = std::make_shared<Owned<Law>>(model, std::forward<More>(more)...);
  return [all](double, const Reference<double>& reference, Input<double> q, Input<double> qd, Output<double> tau) {
    all->law(reference, q, qd, tau);
  };
}

ControlCall adaptive(const Model<double>& model, const Gains<double>& gains, double sample_time) {
  AdaptiveOptions options;
  options.damping = gains.damping;
  options.bandwidth = gains.stiffness.front() / gains.damping.front();
  const auto all = std::make_shared<Owned<AdaptiveControl>>(model, options);
  return [all, sample_time](double, const Reference<double>& reference, Input<double> q, Input<double> qd,
                            Output<double> tau) {
    all->law(reference, q, qd, tau);
    all->law.adapt(sample_time);
  };
}

/// Feed-forward with gains K of LQR in place of PD's; those of PD where there are none.
class LqrControl {
 public:
  LqrControl(const Model<double>& model, const Gains<double>& weights, const Reference<double>& start)
      : model_(model), workspace_(model) {
    const std::vector<double> tau = inverse_dynamics(model, start.q, start.qd, start.qdd);
    const LinearisedRobot linear = linearised(model, start.q, start.qd, tau, default_conditions(model));
    gain_ =
        lqr(linear.continuous, {weights.stiffness, weights.damping, std::vector<double>(weights.damping.size(), 1.0)});
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
      break;
  }
  return "lqr";
}

const std::vector<ControllerKind>& controller_kinds() {
  using enum ControllerKind;
  static const std::vector<ControllerKind> all{pd, pd_gravity, feed_forward, computed_torque, adaptive, lqr};
  return all;
}

Gains<double> default_gains(const Model<double>& model, ControllerKind kind, Input<double> q) {
  constexpr double w = 20;
  Gains<double> gains = Gains<double>::with_frequency(model.nv, w, 1.0);
  if (kind == ControllerKind::computed_torque) return gains;
  const Matrix<double> B = inertia_matrix(model, q);
  for (int v = 0; v < model.nv; ++v) {
    const auto i = static_cast<std::size_t>(v);
    gains.stiffness[i] *= B(v, v), gains.damping[i] *= B(v, v);
    if (kind == ControllerKind::lqr)  // with u^2, x^2 of (w^2 B)^2 and (2 w B)^2 / 2 give one joint those gains
      gains.stiffness[i] *= gains.stiffness[i], gains.damping[i] *= gains.damping[i] / 2;
  }
  return gains;
}

ControlCall make_controller(const Model<double>& model, const ControllerOptions& options,
                            const Reference<double>& start) {
  const Gains<double> gains =
      options.gains.stiffness.empty() ? default_gains(model, options.kind, start.q) : options.gains;
  switch (options.kind) {
    case ControllerKind::pd: {
      PdControl<double> law(gains);
      return [law](double, const Reference<double>& reference, Input<double> q, Input<double> qd,
                   Output<double> tau) mutable { law(reference, q, qd, tau); };
    }
    case ControllerKind::pd_gravity:
      return owned<PdWithGravity<double>>(model, gains);
    case ControllerKind::feed_forward:
      return owned<FeedForward<double>>(model, gains);
    case ControllerKind::computed_torque:
      return owned<ComputedTorque<double>>(model, gains);
    case ControllerKind::adaptive:
      return adaptive(model, gains, options.sample_time);
    case ControllerKind::lqr:
      break;
  }
  return owned<LqrControl>(model, gains, start);
}

}  // namespace torsor
