#pragma once

#include "command.hpp"
#include "torsor/model/parameters.hpp"

namespace torsor::cli {

/// --with: which parameters there are besides the ten of every link.
class ParameterArguments {
 public:
  void add_to(CLI::App& command);
  /// What was asked for; without --with, all that the robot has.
  ParameterSelection selection(const Model<double>& model) const;

 private:
  std::string with_;
  CLI::Option* option_ = nullptr;
};

}  // namespace torsor::cli
