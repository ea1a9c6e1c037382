#pragma once

#include <memory>

#include "arguments/command_line.hpp"
#include "torsor/control/external_torque.hpp"

namespace torsor::cli {

/// --observer [GAIN]: torques from outside are estimated along a run.
class ObserverArguments {
 public:
  void add_to(Command& command);
  bool given() const { return option_.given(); }
  double gain() const;
  /// For a robot as the observer knows it, with so many samples a second. Throws UsageError.
  std::unique_ptr<ExternalTorqueObserver> observer(const Model<double>& model, double rate) const;

 private:
  std::string gain_;
  Option option_;
};

}  // namespace torsor::cli
