#include "torsor/kinematics/link_motion.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_LINK_MOTION)

}  // namespace torsor
