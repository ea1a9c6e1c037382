#pragma once

#include "torsor/trajectory/trajectory_torque.hpp"

namespace torsor {

/// How much of a limit a motion uses, where it uses most of it.
struct LimitUse {
  enum class Kind { position, velocity, acceleration, torque, jerk };
  std::size_t joint = 0;  // from 0
  Kind kind = Kind::position;
  double time = 0, value = 0, limit = 0;
  /// Of the limit, 1 at it; of positions, of the way from the middle of the range to its ends. Of a range with one end
  /// alone it is 0 inside, and above 1 outside.
  double share = 0;
  bool exceeded() const { return share > 1 + 1e-9; }  // what reaches a limit may be rounded beyond it
};
const char* name_of(LimitUse::Kind kind);
/// "rad/s^2"; `torque_unit` is Nm, or N of a joint that slides.
std::string unit_of(LimitUse::Kind kind, const std::string& torque_unit);
/// "velocity of joint4 is 2.3 rad/s at 0.412 s, limit 2.175 rad/s (105.7 %)". Names and units by joint.
std::string in_words(const LimitUse& use, const std::vector<std::string>& joints,
                     const std::vector<std::string>& torque_units);

/// What a motion asks of one joint.
struct JointDemand {
  double lowest = 0, highest = 0;                     // rad or m
  double velocity = 0, acceleration = 0, torque = 0;  // the largest magnitudes
  double torque_rms = 0;                              // over time
  double power = 0, time_of_power = 0;                // the largest magnitude of tau qd, W
  double work = 0;                                    // J: what the motor gives less what it takes back
};

/// What a motion asks of a robot.
struct MotionDemand {
  double duration = 0;
  std::vector<JointDemand> joints;
  double power = 0, time_of_power = 0;  // the largest sum over the joints of what motors give, W
  double energy = 0;                    // J: what motors give, none of it got back
  double work = 0;                      // J: what they give less what they take back
  std::vector<LimitUse> limits;         // the use of each limit that there is, most of it first
  /// Nothing where the robot has no limits.
  const LimitUse* nearest() const { return limits.empty() ? nullptr : &limits.front(); }
};

/// Between two samples there may be peaks: so many rows are to be looked at for each sample of a motion.
std::size_t rows_for_a_sample(double duration, double rate);

/// Rows as dense as peaks are to be seen, and their torques. For joints of one degree of freedom; `limits` by joint.
/// `others` are uses of limits that rows do not show, such as that of jerk.
MotionDemand motion_demand(const Trajectory& rows, const TrajectoryTorque& torque,
                           const std::vector<JointLimits>& limits, const std::vector<LimitUse>& others = {});

}  // namespace torsor
