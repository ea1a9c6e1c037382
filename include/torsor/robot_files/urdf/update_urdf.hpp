#pragma once

#include <string>
#include <vector>

#include "torsor/model/description.hpp"
#include "torsor/robot_files/written_robot.hpp"

namespace torsor {

/// A URDF file with new values, and what of the robot has no place in it.
struct UpdatedUrdf {
  std::string text;
  std::vector<std::string> changed;  // "link forearm", "joint elbow"
  std::vector<Loss> losses;
};

/// Writes masses, centres, inertias, damping and friction of `robot` into the text of a URDF file and touches nothing
/// else: comments, order, white space, and every number that already is what it should be stay byte for byte. Links are
/// matched by name and have to stand where they stand in the file; the inertia keeps the axes that the file gives it.
/// Throws FileError where `original` is no robot, and ComputationError, with the names, where the two do not match.
UpdatedUrdf update_urdf(const std::string& original, const std::string& file_name, const Description& robot);

}  // namespace torsor
