#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "torsor/core/error.hpp"
#include "torsor/model/description.hpp"

namespace torsor {

enum class RobotFormat { yaml, urdf, mjcf };

/// "YAML", "URDF" or "MJCF".
const char* name_of(RobotFormat format);

/// The format of a robot file, by its content: XML is MJCF or URDF, by its root element, and all else is YAML.
RobotFormat robot_format(std::string_view text);

/// Something of a robot that a format has no place for.
struct Loss {
  std::string element;  // "joint waist", "link hand", "robot"
  std::string what;     // "rotor"
  std::string why;      // "URDF has no rotor inertia"
};

/// element: what: why
std::string to_string(const Loss& loss);

/// A robot as the text of a file, and what is not in it. Numbers are the shortest that read back to the same bits.
struct WrittenRobot {
  std::string text;
  std::vector<Loss> losses;
};

/// The robot as a robot file (docs/robot-file.md): names, expressions, DH tables and shapes as they were written.
WrittenRobot write_robot(const Description& robot);

/// The robot as URDF (docs/convert.md). A link stands where its joint is, so that the frames of standard DH rows move;
/// the tip stays where it was. Throws ComputationError for a ball joint.
WrittenRobot write_urdf(const Description& robot);

/// The robot as MJCF (docs/convert.md), links standing as in URDF. Throws ComputationError where MuJoCo has no such
/// robot: a free joint on a link that moves, a negative moment of inertia of one.
WrittenRobot write_mjcf(const Description& robot);

WrittenRobot write_robot(const Description& robot, RobotFormat format);

}  // namespace torsor
