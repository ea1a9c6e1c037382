#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "torsor/control/reference.hpp"
#include "torsor/simulation/simulate.hpp"

namespace torsor {

/// What lies between a controller and its robot.
struct ControlLoopOptions {
  enum class Velocity {
    measured,    // as it is
    difference,  // of positions, from one sample to the next
    filtered,    // the same through a filter of first order
  };
  double rate = 1000;             // samples a second; torques are held in between
  double delay = 0;               // s from a measurement until its torque acts
  std::vector<double> encoder{};  // rad or m of one count, by velocity; empty: exact
  Velocity velocity = Velocity::measured;
  double filter = 100;                  // Hz, of `filtered`
  std::vector<double> torque_limits{};  // what the motors can, by velocity; empty: anything
  std::vector<double> torque_noise{};   // standard deviation of what they add, by velocity; empty: none
  std::uint64_t seed = 1;               // of the noise
  double lost_error = 1;                // rad or m off the reference at which control counts as lost
  double longest_saturation = 1;        // s without a break at a limit of torque that are told
};

/// Something about the loop that a user should know.
struct ControlFinding {
  enum class Kind {
    delay_beyond_sample,  // torques act later than the next measurement
    lost,                 // a joint is farther from the reference than lost_error: the gains are not stable
    saturated,            // a motor was at its limit for longest_saturation
  };
  Kind kind;
  double time;
  int velocity;  // the joint, or -1
  double value;  // the delay in samples, the error, or the limit
};

/// How well it went.
struct ControlReview {
  std::vector<ControlFinding> findings;
  std::vector<double> rms_error, largest_error;  // by velocity
  std::vector<double> rms_torque, largest_torque;
  double saturated = 0;  // share of samples at which some motor was at its limit
  long samples = 0;
};

using ReferenceAt = std::function<Reference<double>(double t)>;
using ControlCall = std::function<void(double t, const Reference<double>& reference, Input<double> q, Input<double> qd,
                                       Output<double> tau)>;

/// A controller with what lies between it and its robot. The robot may be another one than the controller's model.
///
///   ControlLoop loop(robot.nv, reference, law, options);
///   schedule.on_tick = [&](double t, auto q, auto qd) { return loop.tick(t, q, qd); };
///   surroundings.torque = [&](double, auto, auto, auto tau) { loop.torque(tau); };
class ControlLoop {
 public:
  ControlLoop(int nv, ReferenceAt reference, ControlCall control, const ControlLoopOptions& options);
  ~ControlLoop();

  /// Measures and calls the controller where it is time to, lets torques act whose delay is over, and returns when to
  /// come next; a time that is not later where control is lost.
  double tick(double t, Input<double> q, Input<double> qd);
  /// What the motors exert now.
  void torque(Output<double> tau) const;
  ControlReview review() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// A whole run along a reference from where it begins.
struct ControlledRun {
  Simulation simulation;
  ControlReview review;
  bool holds() const { return simulation.end.reached() && review.findings.empty(); }
};
ControlledRun run_loop(const Model<double>& robot, const ReferenceAt& reference, const ControlCall& control,
                       const SimulationSchedule& schedule, const ControlLoopOptions& loop = {},
                       const SimulationOptions& options = {}, const Surroundings& world = {});

}  // namespace torsor
