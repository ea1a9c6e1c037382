#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "torsor/core/rules.hpp"
#include "torsor/lint/repair.hpp"

// Whatever the text, every finding has a place and a rule, and a repair ends with a text that can be judged.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const torsor::Finding& finding : torsor::lint::inspect(text, "robot"))
    if (torsor::find_rule(finding.code) == nullptr || finding.where.line < 1 || finding.where.column < 1) std::abort();
  torsor::lint::repair(text, "robot");
  return 0;
}
