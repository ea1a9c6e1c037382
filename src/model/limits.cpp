#include "torsor/model/limits.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "torsor/model/evaluator.hpp"

namespace torsor {
namespace {

JointLimits written_limits(const Evaluator<double>& numbers, const described::Limits& written) {
  JointLimits limits;
  if (written.position) {
    limits.position_low = numbers.value((*written.position)[0]);
    limits.position_high = numbers.value((*written.position)[1]);
  }
  if (written.velocity) limits.velocity = numbers.value(*written.velocity);
  if (written.acceleration) limits.acceleration = numbers.value(*written.acceleration);
  if (written.torque) limits.torque = numbers.value(*written.torque);
  return limits;
}

/// What a joint with these limits leaves to the one that moves it. Its torque limit says nothing about that one's.
void narrow(JointLimits& leader, const JointLimits& own, double ratio, double offset) {
  if (ratio == 0) return;
  const double one_end = (own.position_low - offset) / ratio, other = (own.position_high - offset) / ratio;
  leader.position_low = std::max(leader.position_low, std::min(one_end, other));
  leader.position_high = std::min(leader.position_high, std::max(one_end, other));
  leader.velocity = std::min(leader.velocity, own.velocity / std::abs(ratio));
  leader.acceleration = std::min(leader.acceleration, own.acceleration / std::abs(ratio));
}

}  // namespace

std::vector<JointLimits> joint_limits(const Description& description) {
  const Evaluator<double> numbers(description);
  std::vector<JointLimits> result;
  std::unordered_map<const described::Link*, std::size_t> place;
  for (const described::Link& link : description.links) {
    if (link.joint == JointType::fixed || link.mimic) continue;
    place[&link] = result.size();
    result.push_back(written_limits(numbers, link.limits));
  }
  for (const described::Link& link : description.links) {
    if (!link.mimic || link.joint == JointType::fixed) continue;
    const auto [leader, ratio, offset] = numbers.follow(link);
    narrow(result[place.at(leader)], written_limits(numbers, link.limits), ratio, offset);
  }
  return result;
}

}  // namespace torsor
