#include "torsor/dynamics/inverse_inertia_matrix.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_INVERSE_INERTIA_THROUGH_FACTORS)
TORSOR_DEFINE_INSTANCES(TORSOR_INVERSE_INERTIA_BY_ARTICULATED_BODIES)

}  // namespace torsor
