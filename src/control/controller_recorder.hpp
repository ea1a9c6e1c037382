#pragma once

#include "torsor/control/controller_comparison.hpp"
#include "torsor/spatial/transform.hpp"

namespace torsor {

/// Stands between a simulation and a control loop and notes what the loop itself does not: where the tip is, what the
/// motors exert from tick to tick, and all of it over time.
class ControllerRecorder {
 public:
  ControllerRecorder(const Model<double>& robot, const ControllerComparisonOptions& options, double duration);

  /// The law, of whose calls the recorder knows: ticks at which it is called are samples.
  Controller listening_to(Controller law);
  double tick(ControlLoop& loop, double t, Input<double> q, Input<double> qd);
  ControllerRun finish(const Simulation& run, ControlReview review, double payload);

 private:
  void add_held_torque(double t, Input<double> q);
  void add_sample(double t, Input<double> q);
  double tip_error(Input<double> q);
  void keep(double t, Input<double> q, double off);
  void set_torque_uses(double time);

  const Model<double>& robot_;
  const ControllerComparisonOptions& options_;
  long stride_;  // samples in a point of the trace
  std::vector<double> wanted_, held_, last_q_, squares_, peaks_;
  std::vector<Transform<double>> poses_, wanted_poses_;
  double last_t_ = 0, tip_squares_ = 0;
  long samples_ = 0;
  bool sampled_ = false;
  ControllerRun run_;
};

}  // namespace torsor
