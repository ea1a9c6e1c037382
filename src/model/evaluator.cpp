#include "torsor/model/evaluator.hpp"

namespace torsor {

TORSOR_DEFINE_INSTANCES(TORSOR_EVALUATOR)

}  // namespace torsor
