#include "torsor/dynamics/regressor.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_REGRESSOR)
TORSOR_DEFINE_INSTANCES(TORSOR_SLOTINE_LI_REGRESSOR)

}  // namespace torsor
