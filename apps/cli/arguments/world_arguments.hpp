#pragma once

#include <string>
#include <vector>

#include "arguments/command_line.hpp"
#include "arguments/robot_arguments.hpp"
#include "torsor/simulation/signal_surroundings.hpp"

namespace torsor::cli {

/// --tau, --gravity, --wrench, --wrench-frame, --base-motion, --between: the world of a simulation, each of it as
/// formulas of t, q1.., qd1.. or as a file over time.
class WorldArguments {
 public:
  void add_to(Command& command);
  /// Of a run from one time to another; a note tells where a file has no rows for part of it. Throws UsageError or
  /// FileError.
  WorldSignals signals(const RobotArguments& robot, const Model<double>& model, double from, double to) const;
  /// What was given, a line each: "Gravity: 0,0,-9.81*t".
  std::vector<std::string> in_words() const;
  /// The files among the wrenches, which the parser of flags does not know as such.
  std::vector<std::string> wrench_files() const;

 private:
  TimeSeries::Between between() const;
  Signal base_motion(const RobotArguments& robot, const Model<double>& model, double from, double to) const;
  WrenchSignal wrench(const RobotArguments& robot, const Model<double>& model, const std::string& text) const;

  std::string tau_, gravity_, base_motion_, between_ = "linear", wrench_frame_ = "base";
  std::vector<std::string> wrenches_;
  Option tau_option_, gravity_option_, base_option_;
};

}  // namespace torsor::cli
