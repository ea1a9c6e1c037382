#include "torsor/model/size_limits.hpp"

#include <fmt/format.h>

#include "torsor/core/error.hpp"

namespace torsor::size_limits {

void require_joints(std::string_view what, int found, int limit, std::string_view growth) {
  if (found > limit)
    raise(ComputationError(fmt::format("{}: expected a robot of at most {} joints, as {} with their number; found {}",
                                       what, limit, growth, found)));
}

}  // namespace torsor::size_limits
