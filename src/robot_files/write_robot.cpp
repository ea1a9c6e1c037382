#include "torsor/robot_files/write_robot.hpp"

namespace torsor {

std::string to_string(const Loss& loss) { return loss.element + ": " + loss.what + ": " + loss.why; }

WrittenRobot write_robot(const Description& robot, RobotFormat format) {
  return format == RobotFormat::yaml   ? write_yaml(robot)
         : format == RobotFormat::urdf ? write_urdf(robot)
                                       : write_mjcf(robot);
}

}  // namespace torsor
