#pragma once

#include <string>

#include "arguments/vector_argument.hpp"
#include "torsor/model/conditions.hpp"

namespace torsor::cli {

/// --gravity, --wrench, --wrench-frame, --base-velocity, --base-acceleration.
class ConditionArguments {
 public:
  static constexpr const char* gravity_help = "Free-fall acceleration x,y,z in base axes (default: the robot's)";

  void add_to(Command& command);
  void add_base_motion_to(Command& command);
  /// Gravity and base motion; the wrench depends on the configuration.
  Conditions<double> without_wrench(const Model<double>& model) const;
  bool has_wrench() const { return wrench_.given(); }
  Wrench<double> wrench(const Model<double>& model, const Vector& q, int tip) const;
  bool base_moves() const { return base_velocity_.given() || base_acceleration_.given(); }

 private:
  VectorArgument gravity_, wrench_, base_velocity_, base_acceleration_;
  std::string wrench_frame_ = "base";
};

}  // namespace torsor::cli
