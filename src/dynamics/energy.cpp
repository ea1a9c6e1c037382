#define TORSOR_KEEP_SIGNATURES
#include "torsor/dynamics/energy.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_KINETIC_ENERGY)

}  // namespace torsor
