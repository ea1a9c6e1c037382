#include "torsor/kinematics/jacobian.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_JACOBIAN)

}  // namespace torsor
