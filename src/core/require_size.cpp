#include "torsor/core/require_size.hpp"

#include "torsor/core/error.hpp"

namespace torsor {

void require_size(std::string_view vector, std::size_t found, std::size_t expected, std::string_view one_for_each,
                  std::string_view owner) {
  if (found == expected) return;
  std::string message = "expected " + std::to_string(expected) + (expected == 1 ? " number" : " numbers");
  message.append(", one for each ").append(one_for_each).append(" of ").append(owner);
  raise(UsageError(std::string(vector), message + ", found " + std::to_string(found)));
}

}  // namespace torsor
