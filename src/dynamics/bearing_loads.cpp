#include "torsor/dynamics/bearing_loads.hpp"

#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

std::vector<Force<double>> bearing_loads(const Model<double>& model, Input<double> q, Input<double> qd,
                                         Input<double> qdd, const Conditions<double>& conditions) {
  require_state(model, q, qd, qdd);
  NewtonEulerWorkspace<double> workspace(model);
  std::vector<double> tau(model.nv);
  newton_euler(model, q, qd, qdd, conditions, workspace, tau);
  std::vector<Force<double>> loads;
  loads.reserve(model.bodies.size());
  for (const NewtonEulerLink<double>& link : workspace.link) loads.push_back({link.mu, link.f});
  loads[0] = base_load(model, workspace);
  return loads;
}

}  // namespace torsor
