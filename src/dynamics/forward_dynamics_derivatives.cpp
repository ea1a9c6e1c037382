#include "torsor/dynamics/forward_dynamics_derivatives.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_FORWARD_DYNAMICS_DERIVATIVES)

}  // namespace torsor
