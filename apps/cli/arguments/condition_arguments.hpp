#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arguments/vector_argument.hpp"
#include "torsor/model/conditions.hpp"

namespace torsor::cli {

/// --gravity, --wrench, --wrench-frame, --base-velocity, --base-acceleration.
class ConditionArguments {
 public:
  static constexpr const char* gravity_help = "Free-fall acceleration x,y,z in base axes (default: the robot's)";

  void add_to(Command& command);
  void add_base_motion_to(Command& command);
  /// Gravity and base motion; the wrenches depend on the configuration.
  Conditions<double> without_wrench(const Model<double>& model) const;
  bool has_wrench() const { return wrench_option_.given(); }
  /// Whether there is one that names no frame.
  bool has_tip_wrench() const;
  /// Those of --wrench at a configuration; `tip` is the frame of the ones that name none.
  std::vector<Wrench<double>> wrenches(const Model<double>& model, const Vector& q, int tip) const;
  /// Those whose axes are the base's, with the frame at whose origin each acts.
  std::vector<std::pair<int, Force<double>>> wrenches_in_base_axes(const Model<double>& model, int tip) const;
  bool base_moves() const { return base_velocity_.given() || base_acceleration_.given(); }

 private:
  VectorArgument gravity_, base_velocity_, base_acceleration_;
  std::vector<std::string> wrenches_;
  Option wrench_option_;
  std::string wrench_frame_ = "base";
};

}  // namespace torsor::cli
