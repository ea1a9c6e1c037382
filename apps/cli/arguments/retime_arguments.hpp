#pragma once

#include <string>
#include <vector>

#include "arguments/motion_arguments.hpp"
#include "torsor/trajectory/path_timing.hpp"

namespace torsor::cli {

/// What became of a motion that was made quicker, or slower where it exceeded its limits.
struct RetimedMotion {
  std::string way;  // optimal or uniform; empty where nothing was asked for
  double before = 0, after = 0;
  std::vector<LimitStretch> stretches{};  // what limits it from where to where
};

/// --retime.
class RetimeArguments {
 public:
  void add_to(Command& command);
  bool given() const { return option_.given(); }
  /// The motion at its new pace; what limits it goes to `found`. Throws ComputationError where no pace keeps the
  /// limits.
  SettledMotion apply(const Model<double>& model, const std::vector<JointLimits>& limits, const SettledMotion& motion,
                      RetimedMotion& found) const;

 private:
  std::string way_ = "optimal";
  Option option_;
};

}  // namespace torsor::cli
