#pragma once

#include <memory>

#include "estimation/log_split.hpp"
#include "torsor/estimation/torque_delay.hpp"

namespace torsor {

/// A log whose torques are those of some time later, or earlier where it is negative: between rows on a straight line.
class LaterTorque : public LogSource {
 public:
  /// `log` has to stay; `step` is its typical one.
  LaterTorque(const LogSource& log, double later, double step);

  long row_count() const override { return log_->row_count(); }
  int joint_count() const override { return log_->joint_count(); }
  std::vector<std::string> other_names() const override { return log_->other_names(); }
  LogRows read(long first, long count) const override;

 private:
  const LogSource* log_;
  double later_;
  long margin_;
};

/// Looks for one delay of all torques in some parts of the training logs, by the squared residual of each eighth of
/// them with the parameters of the others.
TorqueDelay find_torque_delay(const Unknowns& unknowns, const std::vector<LogPart>& training,
                              const IdentifyOptions& options);

/// The same parts with the delay removed; the logs behind them are added to `kept`, and have to stay.
std::vector<LogPart> without_delay(std::vector<LogPart> parts, double delay,
                                   std::vector<std::shared_ptr<const LogSource>>& kept);

}  // namespace torsor
