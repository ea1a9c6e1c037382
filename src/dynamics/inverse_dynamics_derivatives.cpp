#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_INVERSE_DYNAMICS_DERIVATIVES)

}  // namespace torsor
