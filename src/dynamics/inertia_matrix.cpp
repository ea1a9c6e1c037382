#include "torsor/dynamics/inertia_matrix.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_INERTIA_MATRIX)

}  // namespace torsor
