#pragma once

#include "report/parts.hpp"
#include "torsor/report/plot.hpp"
#include "torsor/report/simulation_report.hpp"

/// The sections of a page about a simulation.
namespace torsor::report {

Section simulation_events(const Simulation& run, const SimulationNames& names);
Section simulation_inputs(const Simulation& run, const SimulationNames& names);
Section simulation_energy(const Simulation& run);
Section simulation_motion(const Simulation& run, const SimulationNames& names);
Section phase_portraits(const Simulation& run, const SimulationNames& names);

/// A plot over the time of the samples, without marks.
Plot over_samples(const Simulation& run, const std::string& title, const std::string& description,
                  const std::string& unit, double height);

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
