#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "output/studio_page.hpp"
#include "python_types.hpp"
#include "torsor/robot_files/robot_format.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::python {
namespace {

/// The page with the robot inside, or None where `page` is not the studio's. `file` is the text that the robot was read
/// from, or empty: a URDF stays as it is, with the shapes it is drawn with, and all else is written as YAML.
std::optional<nb::str> studio_page(const Robot& robot, const std::string& page, const std::string& file_name,
                                   const std::string& file, const std::string& log_name, const std::string& log) {
  cli::StudioContent content;
  const bool urdf = !file.empty() && robot_format(file) == RobotFormat::urdf;
  content.robot_name = urdf ? file_name : robot.model().name + ".yaml";
  content.robot = urdf ? file : write_robot(robot.description(), RobotFormat::yaml).text;
  content.log_name = log_name;
  content.log = log;
  const std::optional<std::string> made = cli::studio_page(page, content);
  if (!made) return {};
  return text(*made);
}

}  // namespace

void bind_studio(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("_studio_page", &studio_page, "page"_a, "file_name"_a, "file"_a, "log_name"_a, "log"_a);
}

}  // namespace torsor::python
