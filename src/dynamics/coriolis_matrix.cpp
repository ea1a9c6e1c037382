#include "torsor/dynamics/coriolis_matrix.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_CORIOLIS_MATRIX)

}  // namespace torsor
