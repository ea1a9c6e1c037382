#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "torsor/control/reference.hpp"
#include "torsor/simulation/simulator.hpp"

namespace torsor {

/// What lies between a controller and its robot.
struct LoopOptions {
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

/// An instant at which the controller was called.
struct LoopSample {
  double t = 0;
  Input<double> q, qd;                // of the robot
  Input<double> wanted, wanted_rate;  // of the reference
  Input<double> tau;                  // that acts from now on
};

/// Something about the loop that a user should know.
struct LoopFinding {
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

struct LoopResult {
  SimulationEnd end;
  std::vector<LoopFinding> findings;
  std::vector<double> rms_error, largest_error;  // by velocity
  std::vector<double> rms_torque;
  double saturated = 0;  // share of samples at which some motor was at its limit
  bool holds() const { return end.reached() && findings.empty(); }
};

using ReferenceAt = std::function<Reference<double>(double t)>;
using ControlCall = std::function<void(double t, const Reference<double>& reference, Input<double> q, Input<double> qd,
                                       Output<double> tau)>;

/// Lets a controller move a robot along a reference from its beginning, for `duration`. The robot may be another one
/// than the controller's model. `on_sample` is called at every sample.
LoopResult run_loop(const Model<double>& robot, const SimulationOptions& simulation, const Surroundings& world,
                    const ReferenceAt& reference, const ControlCall& control, double duration,
                    const LoopOptions& options = {}, const std::function<void(const LoopSample&)>& on_sample = {});

}  // namespace torsor
