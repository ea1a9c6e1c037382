#pragma once

#include "arguments/command_line.hpp"
#include "torsor/model/parameters.hpp"

namespace torsor::cli {

/// --with: which parameters there are besides the ten of every link.
class ParameterArguments {
 public:
  void add_to(Command& command);
  /// What was asked for; without --with, all that the robot has.
  ParameterSelection selection(const Model<double>& model) const;

 private:
  std::string with_;
  Option option_;
};

}  // namespace torsor::cli
