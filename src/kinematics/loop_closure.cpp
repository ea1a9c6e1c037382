#include "torsor/kinematics/loop_closure.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_LOOP_CLOSURE)

}  // namespace torsor
