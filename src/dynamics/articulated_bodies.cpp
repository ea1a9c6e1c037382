#include "torsor/dynamics/articulated_bodies.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_ARTICULATED_BODIES)

}  // namespace torsor
