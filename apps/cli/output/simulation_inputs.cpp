#include "output/simulation_inputs.hpp"

namespace torsor::cli {
namespace {

/// A signal at every sample, three numbers to a plot.
void add_input(std::vector<SimulationInput>& inputs, const Signal& signal, const Simulation& run,
               const std::vector<SimulationInput>& plots) {
  std::vector<std::vector<double>> values(signal.size());
  std::vector<double> now(signal.size());
  for (const SimulationSample& sample : run.samples) {
    signal.at(sample.t, sample.q, sample.qd, now);
    for (std::size_t k = 0; k < now.size(); ++k) values[k].push_back(now[k]);
  }
  for (std::size_t k = 0; k < values.size(); k += 3) {
    inputs.push_back(plots[k / 3]);
    inputs.back().values.assign(values.begin() + static_cast<long>(k), values.begin() + static_cast<long>(k) + 3);
  }
}

}  // namespace

std::vector<SimulationInput> inputs_of(const Model<double>& model, const WorldSignals& world, const Simulation& run) {
  const std::vector<std::string> axes{"x", "y", "z"};
  std::vector<SimulationInput> inputs;
  if (world.gravity) add_input(inputs, *world.gravity, run, {{"Gravity", "m/s²", axes, {}}});
  if (world.base_pose)
    add_input(inputs, *world.base_pose, run,
              {{"Position of the base", "m", axes, {}}, {"Turn of the base", "rad", {"roll", "pitch", "yaw"}, {}}});
  for (const auto& [frame, in_base_axes, exerted] : world.wrenches) {
    const std::string where = " that " + model.frames[static_cast<std::size_t>(frame)].name + " exerts";
    add_input(inputs, exerted, run, {{"Force" + where, "N", axes, {}}, {"Moment" + where, "Nm", axes, {}}});
  }
  return inputs;
}

}  // namespace torsor::cli
