#include "torsor/dynamics/momentum_rate.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_MOMENTUM_RATE)

}  // namespace torsor
