#pragma once

#include <optional>
#include <string>

#include "torsor/control/controllers.hpp"
#include "torsor/trajectory/sampled_motion.hpp"

namespace torsor {

/// A controller that takes part.
struct ComparedController {
  std::string name;  // how the result calls it
  ControllerKind kind = ControllerKind::computed_torque;
  Gains<double>
      gains{};       // as ControllerOptions has them; empty: default_gains of `bandwidth`, or none of a law of the tip
  TipOptions tip{};  // of a law of the tip
  /// Makes a controller of one's own in place of one by kind, from the model, gains and the start of the motion; once
  /// for each run.
  std::function<Controller(const Model<double>& model, const Gains<double>& gains, const Reference<double>& start)>
      make{};
};

struct ControllerComparisonOptions {
  /// kg at the origin of `tip` that the robot carries and no controller knows of. 0 is always among them, and is the
  /// nominal load.
  std::vector<double> payloads{};
  int tip = 0;                // of Model::frames
  double bandwidth = 20;      // rad/s at which errors fade, of controllers without gains
  ControlLoopOptions loop{};  // the same for all, noise included
  SimulationOptions simulation{};
  std::vector<double> torque_limits{};  // by velocity: what torques are told as shares of; empty: of none
  int trace_points = 2000;              // at most in a trace
  int threads = 0;                      // 0: one for each core
  /// Called with the share that is done, one call at a time, from any thread.
  std::function<void(double share)> progress{};
};

/// Errors and torques over time. Where there are more samples than points, a point is the value of largest magnitude of
/// several samples.
struct ControllerTrace {
  std::vector<double> time, tip_error;             // s, m
  std::vector<std::vector<double>> error, torque;  // by velocity: q_r - q, and what the motor exerts
};

/// How one controller did with one load.
struct ControllerRun {
  double payload = 0;    // kg
  ControlReview review;  // by joint, over the samples
  SimulationEnd end;
  double rms_error = 0, largest_error = 0;          // over all joints, rad and m alike
  double rms_tip_error = 0, largest_tip_error = 0;  // m
  std::vector<double> final_error;                  // q_r - q at the last sample, by joint
  double final_tip_error = 0;                       // m
  // What motors exerted, held torques integrated as they are
  std::vector<double> rms_torque;                       // by joint, over the time
  std::vector<double> rms_torque_use, peak_torque_use;  // over the limit; not a number where there is none
  double torque_squared = 0;                            // integral of the sum of tau^2, (Nm)^2 s
  double energy = 0, work = 0;   // J: what motors give, none of it got back; and less what they take back
  bool torque_is_finite = true;  // the controller never asked for one that is not: else control is lost there
  std::string refused;           // why there is no such controller for this robot; empty: there is one
  ControllerTrace trace;

  /// It followed to the end.
  bool held() const { return end.reached(); }
  /// Where and when control was lost, or nothing.
  const ControlFinding* lost() const;
  /// Of the motor that is nearest to its limit; not a number where no motor has one.
  double most_rms_torque_use() const;
  double most_peak_torque_use() const;
};

struct ControllerRecord {
  ComparedController controller;
  Gains<double> gains;              // that it ran with
  std::vector<ControllerRun> runs;  // by load, the nominal one first

  const ControllerRun& nominal() const { return runs.front(); }
  /// kg up to which it held with every load; nothing where it did not with the nominal one.
  std::optional<double> heaviest_held() const;
};

struct ControllerComparison {
  double start = 0, duration = 0;             // s
  std::vector<double> payloads;               // kg, rising from 0
  std::vector<ControllerRecord> controllers;  // in the order that they were given in
  /// Their places, best first: those that held with the nominal load by rms_tip_error, then the others, the one that
  /// held longest first.
  std::vector<std::size_t> ranking;
  bool any_held() const { return controllers[ranking.front()].nominal().held(); }
};

/// All controllers along one motion, each with every load: the same robot, loop and noise for all. Controllers compute
/// with `model`, which may be another robot with as many joints. For joints of one degree of freedom. The same digits
/// for any number of threads.
ControllerComparison compare_controllers(const Model<double>& robot, const Model<double>& model,
                                         const SampledMotion& motion,
                                         const std::vector<ComparedController>& controllers,
                                         const ControllerComparisonOptions& options);

}  // namespace torsor
