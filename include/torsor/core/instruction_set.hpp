#pragma once

#include <utility>

namespace torsor {

/// What a processor offers beyond what every one of its kind has.
enum class InstructionSet { baseline, avx2, avx512 };

/// The widest that this processor has, or the one that the environment variable TORSOR_ISA names (baseline, avx2,
/// avx512) where the processor has it. Digits differ between them: where products are added, avx2 and avx512 round once
/// and not twice.
extern const InstructionSet instruction_set;

const char* name_of(InstructionSet set);

// One text, compiled once for each set. All that a kernel calls is inlined (flatten), so nothing that was compiled for
// one set is ever called by another; the name of each copy says what it needs, so a linker cannot mix them. A copy
// knows for which set it is, so that of what asks for the set (with_lanes) only one way is compiled.
#if defined(__x86_64__) && defined(__GNUC__)
#define TORSOR_FOR_AVX2 [[gnu::flatten, gnu::target("avx2,fma,bmi,bmi2")]]
#define TORSOR_FOR_AVX512 [[gnu::flatten, gnu::target("avx2,fma,bmi,bmi2,avx512f,avx512vl,avx512dq,avx512bw")]]

template <auto kernel, class... Arguments>
TORSOR_FOR_AVX2 void run_with_avx2(Arguments&... arguments) {
  if (instruction_set != InstructionSet::avx2) __builtin_unreachable();
  kernel(arguments...);
}
template <auto kernel, class... Arguments>
TORSOR_FOR_AVX512 void run_with_avx512(Arguments&... arguments) {
  if (instruction_set != InstructionSet::avx512) __builtin_unreachable();
  kernel(arguments...);
}
#endif
template <auto kernel, class... Arguments>
[[gnu::flatten]] void run_with_baseline(Arguments&... arguments) {
  if (instruction_set != InstructionSet::baseline) __builtin_unreachable();
  kernel(arguments...);
}

/// Calls `kernel` in the copy for this processor.
template <auto kernel, class... Arguments>
void run_widest(Arguments&... arguments) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (instruction_set == InstructionSet::avx512) return run_with_avx512<kernel>(arguments...);
  if (instruction_set == InstructionSet::avx2) return run_with_avx2<kernel>(arguments...);
#endif
  run_with_baseline<kernel>(arguments...);
}

}  // namespace torsor
