#pragma once

#include <cstddef>
#include <string_view>

namespace torsor {

// A file of robots/ as it was when the library was built: its name without the ending, and its whole text.
struct EmbeddedRobot {
  std::string_view name;
  std::string_view text;
};

// The built-in robots, sorted by name. The array is written at build time; see cmake/EmbedRobots.cmake.
extern const EmbeddedRobot embedded_robots[];
extern const std::size_t embedded_robot_count;

}  // namespace torsor
