#include "torsor/model/limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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

/// What a joint with these limits leaves to the one that moves it; false where that would have nowhere to go: the
/// positions are then meant with another sign or zero than the coupling's, and do not count. Its torque limit says
/// nothing about the leader's.
bool narrow(JointLimits& leader, const JointLimits& own, double ratio, double offset) {
  if (ratio == 0) return true;
  leader.velocity = std::min(leader.velocity, own.velocity / std::abs(ratio));
  leader.acceleration = std::min(leader.acceleration, own.acceleration / std::abs(ratio));
  const double one_end = (own.position_low - offset) / ratio, other = (own.position_high - offset) / ratio;
  const double low = std::max(leader.position_low, std::min(one_end, other));
  const double high = std::min(leader.position_high, std::max(one_end, other));
  if (!(low < high) && leader.position_low < leader.position_high) return false;
  leader.position_low = low, leader.position_high = high;
  return true;
}

struct AllLimits {
  std::vector<JointLimits> moving;  // joints that move by themselves
  std::vector<ContradictingFollower> contradicting;
};

AllLimits all_limits(const Description& description) {
  const Evaluator<double> numbers(description);
  AllLimits result;
  std::unordered_map<const described::Link*, std::size_t> place;
  for (const described::Link& link : description.links) {
    if (link.joint == JointType::fixed || link.mimic) continue;
    place[&link] = result.moving.size();
    result.moving.push_back(written_limits(numbers, link.limits));
  }
  for (const described::Link& link : description.links) {
    if (!link.mimic || link.joint == JointType::fixed) continue;
    const auto [leader, ratio, offset] = numbers.follow(link);
    if (!narrow(result.moving[place.at(leader)], written_limits(numbers, link.limits), ratio, offset))
      result.contradicting.push_back({&link, leader});
  }
  return result;
}

}  // namespace

std::vector<JointLimits> joint_limits(const Description& description) { return all_limits(description).moving; }

std::vector<ContradictingFollower> contradicting_followers(const Description& description) {
  return all_limits(description).contradicting;
}

JointLimits without_huge(JointLimits limits) {
  const auto drop = [](double& limit, double huge) {
    if (std::abs(limit) >= huge) limit = std::copysign(std::numeric_limits<double>::infinity(), limit);
  };
  drop(limits.position_low, 1e4), drop(limits.position_high, 1e4);
  drop(limits.velocity, 1e3), drop(limits.acceleration, 1e5), drop(limits.torque, 1e6);
  return limits;
}

}  // namespace torsor
