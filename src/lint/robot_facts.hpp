#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "torsor/core/finding.hpp"
#include "torsor/lint/nearest_inertia.hpp"
#include "torsor/model/description.hpp"

namespace torsor::lint {

/// A link of a description in numbers.
struct LinkFacts {
  std::string name;
  Location where;  // of its mass
  double mass = 0;
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  std::optional<Entries> inertia;  // about the centre, as it was written; nothing for shapes, which are never wrong
  std::size_t parent = 0;
  bool moves = false;    // some joint between it and the base does
  bool matters = false;  // it moves, and weighs more than 1e-4 of the robot: else it enters no torque to speak of
  double distance = 0;   // of its frame from the parent's
  double reach = 0;      // along the links, from its frame to the farthest one that it carries
};

/// The links of a description, the base first, in its order.
std::vector<LinkFacts> robot_facts(const Description& robot);

/// Takes a finding; it fills in the file.
using Add = std::function<void(Finding)>;

}  // namespace torsor::lint
