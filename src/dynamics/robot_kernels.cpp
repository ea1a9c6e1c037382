#include "torsor/dynamics/robot_kernels.hpp"

#include "torsor/core/error.hpp"

namespace torsor {

void require_own(const RobotKernels& kernels, const Model<double>& model) {
  if (kernels.robot == model.parts()) return;
  raise(UsageError("kernels", "expected code that was compiled for this robot, " + model.name + ", found that of " +
                                  (kernels.robot.name == model.name ? "one with other numbers" : kernels.robot.name)));
}

}  // namespace torsor
