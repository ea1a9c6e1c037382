#include "torsor/dynamics/bearing_loads.hpp"

#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

std::vector<Force<double>> bearing_loads(const Model<double>& model, const std::vector<double>& q,
                                         const std::vector<double>& qd, const std::vector<double>& qdd,
                                         const Conditions<double>& conditions) {
  NewtonEulerWorkspace<double> workspace(model);
  std::vector<double> tau(model.nv);
  newton_euler<double>(model, q, qd, qdd, conditions, workspace, tau);
  std::vector<Force<double>> loads;
  for (int i = 0; i < model.body_count(); ++i) loads.push_back({workspace.mu[i], workspace.f[i]});
  return loads;
}

}  // namespace torsor
