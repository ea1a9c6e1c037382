#pragma once

#include "torsor/report/simulation_report.hpp"
#include "torsor/simulation/signal_surroundings.hpp"

namespace torsor::cli {

/// What acted on a robot along a run, for the plots of its report.
std::vector<SimulationInput> inputs_of(const Model<double>& model, const WorldSignals& world, const Simulation& run);

}  // namespace torsor::cli
