#include "torsor/core/ranges.hpp"

#include <fmt/format.h>

#include <cmath>

#include "torsor/core/error.hpp"

namespace torsor {

std::string expected(const Range& range, double found) {
  if (!std::isfinite(found)) return "a finite number";
  return "a number " +
         (range.above_low ? fmt::format("above {:g}, up to {:g}", range.low, range.high)
                          : fmt::format("from {:g} to {:g}", range.low, range.high)) +
         (*range.unit == '\0' ? "" : " ") + range.unit;
}

void require_in(const Range& range, const std::string& option, double value) {
  if (!range.contains(value))
    raise(UsageError(option, fmt::format("expected {}, found {:g}", expected(range, value), value)));
}

}  // namespace torsor
