#include "torsor/estimation/parameter_unit.hpp"

#include <algorithm>

namespace torsor {

std::string parameter_unit(const Identification& identification, const Parameter& parameter) {
  using enum ParameterKind;
  const std::size_t joint = joint_of(identification, parameter.body);
  const bool slides =
      parameter.coupling < 0 && joint < identification.torque_units.size() && identification.torque_units[joint] == "N";
  switch (parameter.kind) {
    case mass:
      return "kg";
    case mx:
    case my:
    case mz:
      return "kg m";
    case rotor_inertia:
      return slides ? "kg" : "kg m²";
    case viscous:
    case viscous_difference:
      return slides ? "N s/m" : "Nm s";
    case coulomb:
    case coulomb_difference:
    case stribeck:
    case offset:
    case preload:
    case sine:
    case cosine:
      return slides ? "N" : "Nm";
    case load:
    case own_term:  // of the formula's making
      return "";
    case stiffness:
      return slides ? "N/m" : "Nm/rad";
    default:
      return "kg m²";
  }
}

std::string base_parameter_unit(const Identification& identification, std::size_t base_parameter) {
  const auto& independent = identification.base.independent;
  const auto& entries = identification.layout.entries;
  if (base_parameter >= independent.size()) return "";
  const auto column = static_cast<std::size_t>(independent[base_parameter]);
  return column < entries.size() ? parameter_unit(identification, entries[column]) : "";
}

std::size_t joint_of(const Identification& identification, int body) {
  std::vector<int> bodies;
  for (const Parameter& entry : identification.layout.entries)
    if (entry.coupling < 0 && entry.kind > ParameterKind::rotor_inertia && entry.kind != ParameterKind::own_term &&
        (bodies.empty() || bodies.back() != entry.body))
      bodies.push_back(entry.body);
  const auto found = std::find(bodies.begin(), bodies.end(), body);
  if (bodies.size() == identification.joints.size() && found != bodies.end())
    return static_cast<std::size_t>(found - bodies.begin());
  return static_cast<std::size_t>(std::max(1, body) - 1);
}

}  // namespace torsor
