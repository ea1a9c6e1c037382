#include <algorithm>

#include "torsor/batches/batch_file.hpp"
#include "torsor/model/parameters.hpp"

namespace torsor {
namespace {

using enum BatchFunction;

std::vector<StateVector> vectors_of(BatchFunction function) {
  using enum StateVector;
  switch (function) {
    case inverse_dynamics:
    case regressor:
      return {q, qd, qdd};
    case forward_dynamics:
      return {q, qd, tau};
    case coriolis_matrix:
    case coriolis_torque:
    case bias_torque:
    case energy:
      return {q, qd};
    case friction_torque:
      return {qd};
    case inertia_matrix:
    case gravity_torque:
    case forward_kinematics:
    case jacobian:
      break;
  }
  return {q};
}

std::vector<std::string> of_vector(const char* name, int count) {
  std::vector<std::string> names;
  for (int k = 1; k <= count; ++k) names.push_back(name + std::to_string(k));
  return names;
}

std::vector<std::string> of_matrix(const char* name, int rows, int columns) {
  std::vector<std::string> names;
  for (int i = 1; i <= rows; ++i)
    for (int j = 1; j <= columns; ++j) names.push_back(name + std::to_string(i) + "_" + std::to_string(j));
  return names;
}

}  // namespace

const std::vector<std::pair<std::string, BatchFunction>>& batch_functions() {
  static const std::vector<std::pair<std::string, BatchFunction>> list{{"inverse-dynamics", inverse_dynamics},
                                                                       {"forward-dynamics", forward_dynamics},
                                                                       {"inertia-matrix", inertia_matrix},
                                                                       {"coriolis-matrix", coriolis_matrix},
                                                                       {"coriolis-torque", coriolis_torque},
                                                                       {"bias-torque", bias_torque},
                                                                       {"gravity-torque", gravity_torque},
                                                                       {"friction-torque", friction_torque},
                                                                       {"forward-kinematics", forward_kinematics},
                                                                       {"jacobian", jacobian},
                                                                       {"regressor", regressor},
                                                                       {"energy", energy}};
  return list;
}

std::vector<StateVector> vectors_needed(const std::vector<BatchFunction>& functions) {
  std::vector<StateVector> needed;
  for (const BatchFunction function : functions)
    for (const StateVector vector : vectors_of(function)) needed.push_back(vector);
  std::sort(needed.begin(), needed.end());
  needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
  return needed;
}

std::vector<std::string> batch_columns(const Model<double>& model, BatchFunction function) {
  const int n = model.nv;
  switch (function) {
    case inverse_dynamics:
      return of_vector("tau", n);
    case forward_dynamics:
      return of_vector("qdd", n);
    case inertia_matrix:
      return of_matrix("B", n, n);
    case coriolis_matrix:
      return of_matrix("C", n, n);
    case coriolis_torque:
      return of_vector("coriolis", n);
    case bias_torque:
      return of_vector("bias", n);
    case gravity_torque:
      return of_vector("gravity", n);
    case friction_torque:
      return of_vector("friction", n);
    case jacobian:
      return of_matrix("J", 6, n);
    case regressor:
      return of_matrix("Y", n, parameter_layout(model, all_of(model)).size());
    case energy:
      return {"kinetic_energy", "potential_energy"};
    case forward_kinematics:
      break;
  }
  std::vector<std::string> pose{"x", "y", "z"};
  for (const std::string& entry : of_matrix("R", 3, 3)) pose.push_back(entry);
  return pose;
}

}  // namespace torsor
