#include "torsor/dynamics/forward_dynamics.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_FORWARD_DYNAMICS)
TORSOR_DEFINE_INSTANCES(TORSOR_FORWARD_DYNAMICS_THROUGH_INERTIA)

}  // namespace torsor
