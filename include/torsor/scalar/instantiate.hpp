#pragma once

#include <concepts>

#include "torsor/core/instruction_set.hpp"
#include "torsor/scalar/count.hpp"
#include "torsor/scalar/dual.hpp"
#include "torsor/scalar/expr.hpp"

namespace torsor {

/// A kernel as it stands; on double, in the copy for this processor.
template <class S, auto kernel, class... Arguments>
void run_kernel(Arguments&... arguments) {
  if constexpr (std::same_as<S, double>)
    run_widest<kernel>(arguments...);
  else
    kernel(arguments...);
}

}  // namespace torsor

// The closed list of scalars. An algorithm writes its signature once, in a macro of S at the end of its header; its
// source file in src/ then holds the only copy that is compiled for each of them. Other scalars are compiled where they
// are used. The signature is gone after the header, except in the library's own sources, for which the build defines
// TORSOR_KEEP_SIGNATURES.

#define TORSOR_DECLARE_INSTANCES(SIGNATURE) \
  extern SIGNATURE(double);                 \
  extern SIGNATURE(float);                  \
  extern SIGNATURE(Count);                  \
  extern SIGNATURE(Dual);                   \
  extern SIGNATURE(Expr);

#define TORSOR_DEFINE_INSTANCES(SIGNATURE) \
  SIGNATURE(double);                       \
  SIGNATURE(float);                        \
  SIGNATURE(Count);                        \
  SIGNATURE(Dual);                         \
  SIGNATURE(Expr);
