#include "torsor/model/build_model.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_MODEL_BUILDER)

}  // namespace torsor
