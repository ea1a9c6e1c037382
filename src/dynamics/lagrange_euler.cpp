#include "torsor/dynamics/lagrange_euler.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_LAGRANGE_EULER)

}  // namespace torsor
