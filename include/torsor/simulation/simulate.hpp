#pragma once

#include "torsor/simulation/simulator.hpp"

namespace torsor {

/// A state at one instant of a simulation.
struct SimulationSample {
  double t = 0;
  std::vector<double> q, qd, qdd, tau;
  std::vector<double> z{};  // deflections of contacts, one for each of bending_contacts
  double kinetic = 0, potential = 0;
  SimulationWork work{};
  double defect = 0;  // of the power balance since the start: kinetic + potential - their start - work, J
};

/// A load that is gripped or let go at a time: another model from then on.
struct ModelChange {
  double time;
  Model<double> model;
};

struct SimulationSchedule {
  double start = 0, duration = 1;
  double rate = 100;  // samples a second; the last one is at the end, whatever the rate
  std::vector<ModelChange> changes{};
  std::vector<double> z{};  // deflections of contacts at the start; nothing: none is bent
  /// Called with each sample as it comes, and a share of the duration; false ends the run.
  std::function<bool(const SimulationSample&, double share)> on_sample{};
  /// Something that acts at instants, such as a controller that samples. It is called at the start and then at the time
  /// that it returned, where what it does to the torques is felt; a time that is not later ends the run.
  std::function<double(double t, Input<double> q, Input<double> qd)> on_tick{};
  /// Called before each step; false ends the run.
  std::function<bool()> on_step{};
};

/// A whole run.
struct Simulation {
  std::vector<SimulationSample> samples;
  std::vector<SimulationEvent> events;
  SimulationEnd end;
  long steps = 0, evaluations = 0;
  double largest_defect = 0, time_of_defect = 0;  // with SimulationOptions::work
};

/// Samples at an even rate, whatever the steps, and all that happened. Ends early where it has to: see `end`; what was
/// reached is kept.
Simulation simulate(const Model<double>& model, Input<double> q, Input<double> qd, const SimulationSchedule& schedule,
                    const SimulationOptions& options = {}, const Surroundings& surroundings = {});

}  // namespace torsor
