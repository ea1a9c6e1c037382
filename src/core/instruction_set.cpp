#include "torsor/core/instruction_set.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace torsor {
namespace {

InstructionSet widest_of_processor() {
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  if (avx512) return InstructionSet::avx512;
  if (avx2) return InstructionSet::avx2;
#endif
  return InstructionSet::baseline;
}

InstructionSet chosen() {
  const char* asked = std::getenv("TORSOR_ISA");  // NOLINT(concurrency-mt-unsafe): before main
  for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512})
    if (asked != nullptr && std::string_view(asked) == name_of(set)) return std::min(set, widest_of_processor());
  return widest_of_processor();
}

}  // namespace

const InstructionSet instruction_set = chosen();

const char* name_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::baseline:
      return "baseline";
    case InstructionSet::avx2:
      return "avx2";
    case InstructionSet::avx512:
      return "avx512";
  }
  std::abort();
}

}  // namespace torsor
