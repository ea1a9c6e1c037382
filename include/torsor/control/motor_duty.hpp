#pragma once

#include <string>
#include <vector>

#include "torsor/model/trajectory.hpp"
#include "torsor/trajectory/torque_terms.hpp"

namespace torsor {

/// Motor and gear of a joint.
struct JointDrive {
  double ratio = 1;          // k: turns of the motor for one of the joint, with its sign; rad/m where the joint slides
  double rotor_inertia = 0;  // I_m, about the rotor's own axis
  bool has_ratio = false;    // the robot file gives one; where it does not, 1 is assumed
};

/// What the robot file says about the drives, by velocity; rotor inertia is that of the model, which may have been
/// built without it. The description must have passed check(). For joints of one degree of freedom.
std::vector<JointDrive> joint_drives(const Description& description, const Model<double>& model);

/// What a motion asks of the drive of one joint, by row. A rotor of inertia I behind a gear of ratio r gives
/// tau_m = I (r qdd + carrier) + load / r.
struct JointDuty {
  std::string joint;
  bool slides = false;
  std::vector<double> qd, qdd;
  std::vector<double> tau;      // of inverse dynamics, friction and rotors included
  std::vector<double> load;     // tau less what the joint's own rotor takes
  std::vector<double> carrier;  // acceleration of the link that carries the rotor, about the rotor's axis
  double least_load_inertia = 0, largest_load_inertia = 0;  // B_ii less the rotor's own part
};

/// The largest loads of a bearing along a motion (bearing_loads), each with its row, from 0.
struct BearingPeak {
  std::string joint;  // "base": what the ground carries
  double force = 0, moment = 0;
  std::size_t force_row = 0, moment_row = 0;
  double axial_force = 0, radial_force = 0;  // along the joint's axis, and across it
  double tilting_moment = 0;                 // across the axis: about it is the drive
};

struct MotionDuty {
  std::vector<double> time;    // empty where it is not known
  std::vector<double> weight;  // of each row in means: its share of the time, or of the rows; the sum is 1
  std::vector<JointDuty> joints;
  std::vector<BearingPeak> bearings;  // by body
};

/// Time has to rise strictly. `conditions` hold for all of the motion, their wrenches left out: those come from
/// `wrenches_at`. Raises ComputationError with the first row whose torque is not finite. For joints of one degree of
/// freedom.
MotionDuty motion_duty(const Model<double>& model, const std::vector<JointDrive>& drives, const Trajectory& trajectory,
                       const Conditions<double>& conditions, const WrenchesAt& wrenches_at = {});

}  // namespace torsor
