#include "torsor/dynamics/newton_euler_base_frame.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_NEWTON_EULER_BASE_FRAME)

}  // namespace torsor
