#define TORSOR_KEEP_SIGNATURES
#include "torsor/model/evaluator.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_EVALUATOR)

}  // namespace torsor
