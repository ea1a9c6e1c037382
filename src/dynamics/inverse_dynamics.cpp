#include "torsor/dynamics/inverse_dynamics.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_INVERSE_DYNAMICS)

}  // namespace torsor
