#include "torsor/model/limits.hpp"

#include "torsor/model/build_model.hpp"

namespace torsor {

std::vector<JointLimits> joint_limits(const Description& description) {
  const ModelBuilder<double> numbers(description, [](const std::string&, double value) { return value; });
  std::vector<JointLimits> result;
  for (const described::Link& link : description.links) {
    if (link.joint == JointType::fixed) continue;
    JointLimits limits;
    if (link.limits.position) {
      limits.position_low = numbers.value((*link.limits.position)[0]);
      limits.position_high = numbers.value((*link.limits.position)[1]);
    }
    if (link.limits.velocity) limits.velocity = numbers.value(*link.limits.velocity);
    if (link.limits.acceleration) limits.acceleration = numbers.value(*link.limits.acceleration);
    if (link.limits.torque) limits.torque = numbers.value(*link.limits.torque);
    result.push_back(limits);
  }
  return result;
}

}  // namespace torsor
