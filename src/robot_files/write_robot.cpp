#include "torsor/robot_files/write_robot.hpp"

namespace torsor {

const char* name_of(RobotFormat format) {
  return format == RobotFormat::yaml ? "YAML" : format == RobotFormat::urdf ? "URDF" : "MJCF";
}

std::string to_string(const Loss& loss) { return loss.element + ": " + loss.what + ": " + loss.why; }

WrittenRobot write_robot(const Description& robot, RobotFormat format) {
  return format == RobotFormat::yaml   ? write_robot(robot)
         : format == RobotFormat::urdf ? write_urdf(robot)
                                       : write_mjcf(robot);
}

}  // namespace torsor
