#include "control/tip_controllers.hpp"

#include <algorithm>
#include <cmath>

#include "control/owned_law.hpp"
#include "torsor/control/impedance.hpp"
#include "torsor/control/operational_space_control.hpp"
#include "torsor/control/tip_of_joints.hpp"
#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/load_friction.hpp"

namespace torsor {
namespace {

constexpr double usual_frequency = 20;  // rad/s

int frame_of(const Model<double>& model, const TipOptions& options) {
  return options.frame < 0 ? model.tip : options.frame;
}

/// A law of the tip that follows where the joints of a reference bring it. Friction is that of their velocities, as in
/// computed torque; its load is taken to be all that the law asks, rotors included, since it names no accelerations.
template <class Law>
class LawOfTip {
 public:
  template <class Gains>
  LawOfTip(const Model<double>& model, int frame, const Gains& gains)
      : model_(model), tip_(model, frame), law_(model, frame, gains) {}

  void operator()(const Reference<double>& reference, Input<double> q, Input<double> qd, Output<double> tau) {
    if constexpr (requires(bool b) { b = law_(tip_(reference), q, qd, tau); })
      follows_ = law_(tip_(reference), q, qd, tau);
    else
      law_(tip_(reference), q, qd, tau);
    add_load_friction<double>(model_, reference.qd, Input<double>(tau), tau);
    add_friction_torque<double>(model_, reference.qd, tau);
  }
  bool follows() const { return follows_; }

 private:
  const Model<double>& model_;
  TipOfJoints<double> tip_;
  Law law_;
  bool follows_ = true;
};

/// What a push in one direction alone has to move, kg and kgm^2. One in which the tip hardly moves counts as ten times
/// as heavy as the mean, and no more.
SixNumbers<double> felt_inertia(const Model<double>& model, int frame, Input<double> q) {
  const std::vector<double> still(model.nv, 0.0);
  const Matrix<double> mobility = operational_space(model, q, still, frame).mobility;
  SixNumbers<double> inertia{};
  for (int first : {0, 3}) {
    double mean = 0;
    for (int a = first; a < first + 3; ++a) mean += mobility(a, a) / 3;
    for (int a = first; a < first + 3; ++a)
      inertia[static_cast<std::size_t>(a)] = mean > 0 ? 1 / std::max(mobility(a, a), mean / 10) : 0;
  }
  return inertia;
}

}  // namespace

TipImpedance<double> tip_impedance(const Model<double>& model, const TipOptions& options, Input<double> q) {
  const SixNumbers<double> m = felt_inertia(model, frame_of(model, options), q);
  TipImpedance<double> impedance{};
  for (std::size_t a = 0; a < 6; ++a) {
    impedance.stiffness[a] = options.stiffness ? (*options.stiffness)[a] : usual_frequency * usual_frequency * m[a];
    impedance.damping[a] = options.damping ? (*options.damping)[a] : 2 * std::sqrt(impedance.stiffness[a] * m[a]);
  }
  impedance.null_space = options.null_space;
  return impedance;
}

TipGains tip_gains(const Model<double>& model, const TipOptions& options, Input<double> q) {
  TipGains gains;
  for (std::size_t a = 0; a < 6; ++a) {
    gains.stiffness[a] = options.stiffness ? (*options.stiffness)[a] : usual_frequency * usual_frequency;
    gains.damping[a] = options.damping ? (*options.damping)[a] : 2 * std::sqrt(gains.stiffness[a]);
  }
  gains.joint_damping = 0;
  gains.null_space = options.null_space;
  gains.rows = movable_rows(model, frame_of(model, options), q);
  return gains;
}

Controller impedance_controller(const Model<double>& model, const TipOptions& options, Input<double> start) {
  return owned<LawOfTip<ImpedanceControl<double>>>(model, frame_of(model, options),
                                                   tip_impedance(model, options, start));
}

Controller operational_space_controller(const Model<double>& model, const TipOptions& options, Input<double> start) {
  return owned<LawOfTip<OperationalSpaceControl>>(model, frame_of(model, options), tip_gains(model, options, start));
}

}  // namespace torsor
