#pragma once

#include "report/parts.hpp"
#include "torsor/report/plot.hpp"
#include "torsor/report/simulation_report.hpp"

/// The sections of a page about a simulation.
namespace torsor::report {

Section simulation_events(const Simulation& run, const SimulationNames& names);
Section simulation_inputs(const Simulation& run, const SimulationNames& names);
Section simulation_tracking(const SimulationNames& names);
Section simulation_energy(const Simulation& run);
Section simulation_motion(const Simulation& run, const SimulationNames& names);
Section phase_portraits(const Simulation& run, const SimulationNames& names);

/// A plot over the time of the samples, without marks.
Plot over_samples(const Simulation& run, const std::string& title, const std::string& description,
                  const std::string& unit, double height);

/// Figures of a joint under a controller, each empty where it has nothing to show: position and reference, their
/// difference, the torque with its limits, and what an observer felt.
std::string followed_position(const Simulation& run, const SimulationNames& names, std::size_t joint);
std::string tracking_error(const Simulation& run, const SimulationNames& names, std::size_t joint);
std::string limited_torque(const Simulation& run, const SimulationNames& names, std::size_t joint);
std::string external_torque(const Simulation& run, const SimulationNames& names, std::size_t joint);

/// One number of each sample over time.
template <class Value>
Curve curve_of(const Simulation& run, const Value& value) {
  Curve curve;
  for (const SimulationSample& sample : run.samples) {
    curve.x.push_back(sample.t);
    curve.y.push_back(value(sample));
  }
  return curve;
}

std::string simulated_joint(const SimulationNames& names, std::size_t joint);
/// "rad" or "m".
std::string position_unit(const SimulationNames& names, std::size_t joint);

}  // namespace torsor::report
