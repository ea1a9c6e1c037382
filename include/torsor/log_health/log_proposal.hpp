#pragma once

#include <string>
#include <vector>

#include "torsor/logs/log_mapping.hpp"
#include "torsor/spatial/vector3.hpp"

namespace torsor {

/// One change of how a log is read with which the robot's model fits it clearly better: what its examination found by
/// trying.
struct LogProposal {
  enum class Kind { gravity, torque_sign, torque_gain, position_sign, position_zero, clock };
  Kind kind = Kind::gravity;
  std::vector<int> joints{};             // whose numbers change; none for gravity and clock
  double value = 1;                      // factor of the torque or of time; of a zero, rad that are added
  bool torque_too = false;               // a position's sign: that of the torque of the joint with it
  Vector3<double> gravity{};             // in base axes
  double misfit = 0, misfit_before = 0;  // share of the torque that is not explained; 0 where nothing was fitted
  bool operator==(const LogProposal&) const = default;
};

/// "gravity", "sign", "gain", "zero" or "clock".
const char* cause_of(const LogProposal& proposal);
/// "gravity [0, 0, 9.81] m/s^2 in base axes", "the other sign for the torque of joint 2".
std::string in_words(const LogProposal& proposal, const std::vector<std::string>& joint_names);

/// The mapping that reads a log of so many joints as proposed.
LogMapping with_proposal(LogMapping mapping, const LogProposal& proposal, int joints);

}  // namespace torsor
