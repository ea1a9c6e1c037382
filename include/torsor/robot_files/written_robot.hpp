#pragma once

#include <string>
#include <vector>

namespace torsor {

/// Something of a robot that a format has no place for.
struct Loss {
  std::string element;         // "joint waist", "link hand", "robot"
  std::string what;            // "rotor"
  std::string why;             // "URDF has no rotor inertia"
  bool changes_motion = true;  // the robot that is written moves differently, or its q means something else
};

/// element: what: why
std::string to_string(const Loss& loss);

/// The same with one entry for what several elements lose for one reason: "joints a, b, c".
std::vector<Loss> summed_up(const std::vector<Loss>& losses);

/// A robot as the text of a file, and what is not in it. Numbers are the shortest that read back to the same bits.
struct WrittenRobot {
  std::string text;
  std::vector<Loss> losses;
};

}  // namespace torsor
