#include "torsor/model/joint_name.hpp"

#include <cstdlib>

namespace torsor {

const char* name_of(JointType type) {
  switch (type) {
    case JointType::revolute:
      return "revolute";
    case JointType::prismatic:
      return "prismatic";
    case JointType::fixed:
      return "fixed";
    case JointType::ball:
      return "ball";
    case JointType::free:
      return "free";
  }
  std::abort();
}

}  // namespace torsor
