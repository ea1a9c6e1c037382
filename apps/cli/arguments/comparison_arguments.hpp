#pragma once

#include <string>
#include <vector>

#include "arguments/command_line.hpp"
#include "arguments/tip_control_arguments.hpp"
#include "torsor/control/controller_comparison.hpp"

namespace torsor::cli {

/// Who takes part in a comparison, and with which loads: --controllers, --gains, --bandwidth, --payloads, and those of
/// laws of the tip.
class ComparisonArguments {
 public:
  void add_to(Command& command);
  /// Throw UsageError.
  /// `tip` is the frame of the robot that laws of the tip move; -1: its tip.
  std::vector<ComparedController> controllers(const Model<double>& robot, const Model<double>& model, int tip) const;
  std::vector<double> payloads() const;
  double bandwidth() const { return bandwidth_; }

 private:
  std::string controllers_, payloads_ = "0";
  std::vector<std::string> gains_;
  double bandwidth_ = 20;
  TipControlArguments tip_;
};

}  // namespace torsor::cli
