#include "torsor/log_health/log_proposal.hpp"

#include <fmt/format.h>

#include <numbers>

#include "torsor/core/text.hpp"

namespace torsor {
namespace {

using Kind = LogProposal::Kind;

std::string names_of(const std::vector<int>& joints, const std::vector<std::string>& names) {
  std::vector<std::string> list;
  list.reserve(joints.size());
  for (const int j : joints)
    list.push_back(static_cast<std::size_t>(j) < names.size() ? names[static_cast<std::size_t>(j)]
                                                              : std::to_string(j + 1));
  return (list.size() == 1 ? "joint " : "joints ") + enumerated(list);
}

/// A factor for the numbers of one joint, on its own side of the gears.
void multiply(LogChannel& channel, bool torque, int joint, double factor, int joints) {
  if (channel.matrix.size() > 0 && torque) channel.matrix.row(joint) *= factor;
  if (channel.matrix.size() > 0 && !torque) channel.matrix.col(joint) /= factor;
  if (channel.matrix.size() > 0) return;
  if (channel.ratio.empty()) channel.ratio = {1};
  if (channel.ratio.size() == 1) channel.ratio.resize(static_cast<std::size_t>(joints), channel.ratio[0]);
  if (static_cast<std::size_t>(joint) < channel.ratio.size())
    channel.ratio[static_cast<std::size_t>(joint)] *= torque ? factor : 1 / factor;
}

/// position * sign + shift, of its offset too.
void turn(LogChannel& channel, int joint, double sign, double shift, int joints) {
  if (sign != 1) multiply(channel, false, joint, sign, joints);
  if (channel.offset.empty()) channel.offset = {0};
  if (channel.offset.size() == 1) channel.offset.resize(static_cast<std::size_t>(joints), channel.offset[0]);
  if (static_cast<std::size_t>(joint) >= channel.offset.size()) return;
  double& offset = channel.offset[static_cast<std::size_t>(joint)];
  offset = sign * offset + shift;
}

void turn_motion(LogMapping& mapping, int joint, double sign, double shift, int joints) {
  turn(mapping.position, joint, sign, shift, joints);
  turn(mapping.reference, joint, sign, shift, joints);
  if (sign == 1) return;
  multiply(mapping.velocity, false, joint, sign, joints);
  multiply(mapping.acceleration, false, joint, sign, joints);
}

}  // namespace

const char* cause_of(const LogProposal& proposal) {
  switch (proposal.kind) {
    case Kind::gravity:
      return "gravity";
    case Kind::torque_gain:
      return "gain";
    case Kind::position_zero:
      return "zero";
    case Kind::clock:
      return "clock";
    default:
      return "sign";
  }
}

std::string in_words(const LogProposal& proposal, const std::vector<std::string>& joint_names) {
  const std::string joints = names_of(proposal.joints, joint_names);
  const Vector3<double>& g = proposal.gravity;
  switch (proposal.kind) {
    case Kind::gravity:
      return fmt::format("gravity [{:.4g}, {:.4g}, {:.4g}] m/s^2 in base axes", g.x + 0.0, g.y + 0.0, g.z + 0.0);
    case Kind::torque_sign:
      return "the other sign for the torque of " + joints;
    case Kind::torque_gain:
      return fmt::format("{:.3g} times the torque of {}", proposal.value, joints);
    case Kind::position_sign:
      return "the other direction of " + joints + (proposal.torque_too ? ", of its torque too" : "");
    case Kind::position_zero:
      return fmt::format("{:.0f} deg added to the position of {}", proposal.value * 180 / std::numbers::pi, joints);
    case Kind::clock:
      break;
  }
  return fmt::format("{:.6g} s for a second of the clock", proposal.value);
}

LogMapping with_proposal(LogMapping mapping, const LogProposal& proposal, int joints) {
  if (proposal.kind == Kind::gravity) mapping.gravity = proposal.gravity;
  if (proposal.kind == Kind::clock) mapping.time_scale *= proposal.value;
  for (const int joint : proposal.joints) {
    if (proposal.kind == Kind::torque_sign || proposal.torque_too) multiply(mapping.torque, true, joint, -1, joints);
    if (proposal.kind == Kind::torque_gain) multiply(mapping.torque, true, joint, proposal.value, joints);
    if (proposal.kind == Kind::position_sign) turn_motion(mapping, joint, -1, 0, joints);
    if (proposal.kind == Kind::position_zero) turn_motion(mapping, joint, 1, proposal.value, joints);
  }
  return mapping;
}

}  // namespace torsor
