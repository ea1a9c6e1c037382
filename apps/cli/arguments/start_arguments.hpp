#pragma once

#include <optional>
#include <string>

#include "arguments/command_line.hpp"
#include "arguments/robot_arguments.hpp"
#include "torsor/simulation/simulate.hpp"

namespace torsor::cli {

/// How a simulation begins: --q, --qd, --state, --state-row, --start-time, --close-loops, --rest.
class StartArguments {
 public:
  void add_to(Command& command);
  /// Whether a state was, by --q, --qd, --state or --rest.
  bool given() const { return q_.given() || qd_.given() || file_option_.given() || rest_; }
  bool time_given() const { return time_.has_value() || file_option_.given(); }
  struct State {
    Vector q, qd;
    Vector z;  // deflections of contacts; nothing where none is known
    double time = 0;
    std::string moved;  // the joints that must not be at 0, and where they begin
  };
  /// As it was given. Where nothing was, joints that must not be at 0 begin in the middle of their limits. Throws
  /// UsageError, also where a joint is outside of its limits, or FileError.
  State state(const Model<double>& model, const SimulationOptions& options) const;
  /// --close-loops and --rest. Throws ComputationError where there is no such position, and UsageError where a loop is
  /// open.
  void settle(const RobotArguments& robot, const Model<double>& model, const Surroundings& surroundings,
              const SimulationOptions& options, State& state) const;

 private:
  const char* flag() const { return file_option_.given() ? "--state" : "--q"; }
  State from_file(const Model<double>& model) const;
  static std::string move_inside(const Model<double>& model, const std::vector<JointLimits>& limits, Vector& q);
  void require_within(const Model<double>& model, const std::vector<JointLimits>& limits, const Vector& q) const;
  void go_to_rest(const RobotArguments& robot, const Model<double>& model, const Surroundings& surroundings,
                  const SimulationOptions& options, State& state) const;

  VectorArgument q_, qd_;
  std::string file_;
  std::optional<int> row_;
  std::optional<double> time_;
  bool rest_ = false, close_ = false;
  Option file_option_;
};

}  // namespace torsor::cli
