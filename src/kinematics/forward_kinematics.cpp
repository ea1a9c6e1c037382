#include "torsor/kinematics/forward_kinematics.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_FORWARD_KINEMATICS)

}  // namespace torsor
