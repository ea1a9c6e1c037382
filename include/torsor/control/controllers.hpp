#pragma once

#include <string>

#include "torsor/control/control_loop.hpp"
#include "torsor/control/pd.hpp"

namespace torsor {

/// Controllers of joints, which follow a reference.
enum class ControllerKind {
  pd,
  pd_gravity,       // with g(q)
  feed_forward,     // what the reference takes, and PD
  computed_torque,  // inverse dynamics of the state
  adaptive,         // masses follow the motion
  lqr,              // what the reference takes, and the best gains about its start
};
/// "pd", "pd-gravity", "feed-forward", "computed-torque", "adaptive", "lqr".
const char* name_of(ControllerKind kind);
const std::vector<ControllerKind>& controller_kinds();

struct ControllerOptions {
  ControllerKind kind = ControllerKind::computed_torque;
  /// Nm/rad and Nms/rad; of computed torque 1/s^2 and 1/s; of the adaptive one damping on s, and stiffness over damping
  /// as its bandwidth; of LQR weights of positions and velocities. Empty: default_gains.
  Gains<double> gains{};
  double sample_time = 1e-3;  // s, in which masses of the adaptive one change
};

/// Errors fade as at 20 rad/s without overshoot, with the inertia that each joint has at `q`.
Gains<double> default_gains(const Model<double>& model, ControllerKind kind, Input<double> q);

/// A controller by kind, that keeps a copy of its model; `start` is where the reference begins.
ControlCall make_controller(const Model<double>& model, const ControllerOptions& options,
                            const Reference<double>& start);

}  // namespace torsor
