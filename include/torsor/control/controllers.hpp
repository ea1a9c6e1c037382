#pragma once

#include <optional>
#include <string>

#include "torsor/control/control_loop.hpp"
#include "torsor/control/impedance.hpp"
#include "torsor/control/operational_space_control.hpp"
#include "torsor/control/pd.hpp"

namespace torsor {

/// Controllers that follow a reference of the joints.
enum class ControllerKind {
  pd,
  pd_gravity,       // with g(q)
  feed_forward,     // what the reference takes, and PD
  computed_torque,  // inverse dynamics of the state
  adaptive,         // masses follow the motion
  lqr,              // what the reference takes, and the best gains about its start
  // of the tip, which goes where the joints of the reference bring it
  impedance,          // the tip is held by a spring and a damper
  operational_space,  // computed torque of the tip
};
/// "pd", "pd-gravity", "feed-forward", "computed-torque", "adaptive", "lqr", "impedance", "operational-space".
const char* name_of(ControllerKind kind);
/// Those of the joints, and those of the tip.
const std::vector<ControllerKind>& controller_kinds();
const std::vector<ControllerKind>& tip_controller_kinds();
bool is_of_tip(ControllerKind kind);
/// Whether a law takes an integral gain: the PD laws and computed torque do.
bool has_integral(ControllerKind kind);

/// What a law of the tip takes.
struct TipOptions {
  int frame = -1;  // of the model; -1: its tip
  /// Of impedance N/m and Nm/rad, Ns/m and Nms/rad; of operational space 1/s^2 and 1/s. Nothing: errors fade as at
  /// 20 rad/s, or with a stiffness that is given without overshoot, with the inertia that each direction has at the
  /// start.
  std::optional<SixNumbers<double>> stiffness{}, damping{};
  NullSpaceGains null_space{100, 20};
};

struct ControllerOptions {
  ControllerKind kind = ControllerKind::computed_torque;
  /// Nm/rad and Nms/rad; of computed torque 1/s^2 and 1/s; of the adaptive one damping on s, and stiffness over damping
  /// as its bandwidth; of LQR weights of positions and velocities beside those of
  /// torques over the inertia that each joint has at the start, which are 1. Empty: default_gains.
  Gains<double> gains{};
  double sample_time = 1e-3;  // s between calls: masses of the adaptive one change in it, LQR holds its torque for it
  AntiWindup anti_windup = AntiWindup::conditional;
  TipOptions tip{};
};

/// A loop that samples, and where it will be.
struct SampledLoop {
  std::vector<std::vector<double>> poses{};
  double sample_time = 1e-3;  // s
};

/// Errors fade as at `bandwidth`, in rad/s, without overshoot, with the inertia that each joint has at `q`. PD laws and
/// the adaptive one get less damping, and stiffness with it, on joints that this would shake at some pose of the loop:
/// torques that are held for a sample make a damping D unstable where B^-1 D has an eigenvalue above 2 / sample_time,
/// as where an arm is straight and some of its joints turn about one axis; three quarters of that are allowed.
Gains<double> default_gains(const Model<double>& model, ControllerKind kind, Input<double> q, double bandwidth = 20,
                            const SampledLoop& loop = {});

/// The joints whose default gains a loop has lowered, and to what share: "joint1 to 74 %".
std::vector<std::string> lowered_joints(const Gains<double>& usual, const Gains<double>& taken,
                                        const std::vector<std::string>& joints);

/// A controller by kind, that keeps a copy of its model; `start` is where the reference begins. Throws
/// ComputationError where LQR has no stable gain with the weights, UsageError where the adaptive one has no damping.
Controller make_controller(const Model<double>& model, const ControllerOptions& options,
                           const Reference<double>& start);

/// What make_controller gives the laws of the tip.
TipImpedance<double> tip_impedance(const Model<double>& model, const TipOptions& options, Input<double> q);
TipGains tip_gains(const Model<double>& model, const TipOptions& options, Input<double> q);

}  // namespace torsor
