#pragma once

#include "torsor/scalar/count.hpp"
#include "torsor/scalar/dual.hpp"
#include "torsor/scalar/expr.hpp"

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
