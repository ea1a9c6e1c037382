#pragma once

#include "arguments/command_line.hpp"
#include "torsor/control/controllers.hpp"

namespace torsor::cli {

/// What a controller of the tip takes: --tip-stiffness, --tip-damping, --null-space.
class TipControlArguments {
 public:
  void add_to(Command& command);
  /// Throws UsageError, where one was given, with what was expected beside it.
  void refuse(const std::string& expected) const;
  /// For a law that computes with `model` and moves the frame of `robot` that is the `tip`; -1: its own. Throws
  /// UsageError where they make no sense, or the model has no such frame.
  TipOptions options(const Model<double>& robot, const Model<double>& model, int tip) const;

 private:
  std::string stiffness_, damping_, null_space_;
  Option stiffness_option_, damping_option_, null_space_option_;
};

}  // namespace torsor::cli
