#include "torsor/dynamics/centroidal_momentum.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_CENTROIDAL_MOMENTUM_MATRIX)
TORSOR_DEFINE_INSTANCES(TORSOR_CENTROIDAL_MOMENTUM)

}  // namespace torsor
