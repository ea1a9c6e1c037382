#include "torsor/dynamics/energy.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_KINETIC_ENERGY)

}  // namespace torsor
