#pragma once

#include "arguments/vector_argument.hpp"
#include "torsor/model/exact_numbers.hpp"

namespace torsor::cli {

/// --exact-tolerance.
class ExactArguments {
 public:
  void add_to(Command& command);
  bool given() const { return tolerance_.given(); }
  /// Throws UsageError.
  ExactTolerance tolerance() const;

 private:
  VectorArgument tolerance_;
};

}  // namespace torsor::cli
