#pragma once

#include "log_health/quick_fit.hpp"

namespace torsor::log_health {

/// Looks for one change of gravity, of the torques' signs or of the joints' positions with which the robot's model fits
/// better, on every so many states in motion.
class DirectionSearch {
 public:
  DirectionSearch(const QuickFitter& fitter, const Vector3<double>& gravity, std::size_t every);

  struct Found {
    FitTrial trial;
    double misfit = 0;
  };
  /// As the log is.
  const QuickFitter::Answer& base() const { return base_; }

  /// The six axes, then the neighbourhood of the best in ever smaller steps.
  Found gravity() const;
  /// The torques that have to be turned round, and no others that fit as well either way.
  Found signs() const;
  /// Quarter turns and the other direction of each joint.
  Found positions() const;

 private:
  Found without_needless(const FitTrial& turned) const;
  long negative(const FitTrial& trial) const;
  double misfit(const FitTrial& trial) const { return fitter_.fit(trial, every_).misfit; }

  const QuickFitter& fitter_;
  Vector3<double> gravity_;
  std::size_t every_;
  QuickFitter::Answer base_;
};

}  // namespace torsor::log_health
