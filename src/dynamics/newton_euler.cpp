#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_NEWTON_EULER)

}  // namespace torsor
