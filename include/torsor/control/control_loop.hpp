#pragma once

#include <concepts>
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
    observer,    // of a TrackingObserver
  };
  double rate = 1000;             // samples a second; torques are held in between
  double delay = 0;               // s from a measurement until its torque acts
  std::vector<double> encoder{};  // rad or m of one count, by velocity; empty: exact
  Velocity velocity = Velocity::measured;
  double filter = 100;                  // Hz, of `filtered`
  double observer = 30;                 // Hz, of the poles of `observer`
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
    not_finite,           // the controller asks for a torque that is no number
    lost,                 // a joint is farther from the reference than lost_error: the gains are not stable
    saturated,            // a motor was at its limit for longest_saturation
    singular,             // the controller could not follow, as its tip cannot be moved where it should
    chatters,             // what a motor is asked for jumps to and fro from sample to sample
  };
  Kind kind;
  double time;
  int velocity;  // the joint, or -1
  double value;  // the delay in samples, the error, the limit, or the deviation of the torque

  /// Whether the run is not what was wanted; torques that jump are bad for gears, but follow the motion.
  bool fails() const { return kind != Kind::chatters; }
};

/// How well it went.
struct ControlReview {
  std::vector<ControlFinding> findings;
  std::vector<double> rms_error, largest_error;  // by velocity
  std::vector<double> rms_torque, largest_torque;
  double saturated = 0;  // share of samples at which some motor was at its limit
  long samples = 0;

  /// The first finding that fails, or nothing.
  const ControlFinding* failure() const;
  /// Over all joints; of use where all of them turn, or all slide.
  double overall_rms_error() const;
};

using ReferenceAt = std::function<Reference<double>(double t)>;
using ControlCall = std::function<void(double t, const Reference<double>& reference, Input<double> q, Input<double> qd,
                                       Output<double> tau)>;

/// What became of the torques of a call: what the motors apply of them, within their limits, until the next one.
using AppliedCall = std::function<void(Input<double> tau, double dt)>;

/// A controller as a loop calls it: what it asks for, and where it minds, what was made of it.
struct Controller {
  ControlCall ask;
  AppliedCall applied{};
  std::function<bool()> follows{};  // false where the last call could not follow its reference; none: it always can

  template <class Call>
    requires(!std::same_as<Call, Controller> && std::convertible_to<Call, ControlCall>)
  Controller(Call call) : ask(std::move(call)) {}  // NOLINT(google-explicit-constructor)

  void operator()(double t, const Reference<double>& reference, Input<double> q, Input<double> qd,
                  Output<double> tau) const {
    ask(t, reference, q, qd, tau);
  }
};

/// A controller with what lies between it and its robot. The robot may be another one than the controller's model.
///
///   ControlLoop loop(robot.nv, reference, law, options);
///   schedule.on_tick = [&](double t, auto q, auto qd) { return loop.tick(t, q, qd); };
///   surroundings.torque = [&](double, auto, auto, auto tau) { loop.torque(tau); };
class ControlLoop {
 public:
  ControlLoop(int nv, ReferenceAt reference, Controller controller, const ControlLoopOptions& options);
  ~ControlLoop();

  /// Measures and calls the controller where it is time to, lets torques act whose delay is over, and returns when to
  /// come next; a time that is not later where control is lost.
  double tick(double t, Input<double> q, Input<double> qd);
  /// What the motors exert now.
  void torque(Output<double> tau) const;
  /// What the controller was told at the last sample.
  Input<double> measured_q() const;
  Input<double> measured_qd() const;
  ControlReview review() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// A whole run along a reference from where it begins.
struct ControlledRun {
  Simulation simulation;
  ControlReview review;
  bool holds() const { return simulation.end.reached() && review.failure() == nullptr; }
};
ControlledRun run_loop(const Model<double>& robot, const ReferenceAt& reference, const Controller& controller,
                       const SimulationSchedule& schedule, const ControlLoopOptions& loop = {},
                       const SimulationOptions& options = {}, const Surroundings& world = {});

}  // namespace torsor
