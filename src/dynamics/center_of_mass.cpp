#include "torsor/dynamics/center_of_mass.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_CENTER_OF_MASS)
TORSOR_DEFINE_INSTANCES(TORSOR_CENTER_OF_MASS_JACOBIAN)

}  // namespace torsor
