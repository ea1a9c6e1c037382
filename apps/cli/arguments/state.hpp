#pragma once

#include "arguments/condition_arguments.hpp"
#include "arguments/robot_arguments.hpp"

namespace torsor::cli {

/// What every command on one state takes: the robot, --q, --qd and the world around it.
struct StateArguments {
  RobotArguments robot;
  VectorArgument q, qd;
  ConditionArguments conditions;

  void add_to(Command& command, bool q_required = true);
};

/// The state that they give.
struct State {
  Model<double> model;
  Vector q, qd;
  std::vector<Wrench<double>> wrenches;
  Conditions<double> conditions;  // sees `wrenches`, so that a State stays where it is

  explicit State(const StateArguments& arguments);
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

}  // namespace torsor::cli
