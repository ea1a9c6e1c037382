#include "torsor/model/parameters.hpp"

namespace torsor {

std::string parameter_name(const Parameter& parameter) {
  constexpr const char* names[] = {"m",  "mx", "my",  "mz",  "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz", "Ia",
                                   "Fv", "Fs", "dFv", "dFs", "Fst", "F0",  "Fl",  "K",   "Kr",  "Ks",  "Kc"};
  if (parameter.kind == ParameterKind::own_term) return "term" + std::to_string(own_term_number(parameter) + 1);
  const std::string name = names[static_cast<int>(parameter.kind)];
  return parameter.coupling < 0 ? name + std::to_string(parameter.body)
                                : name + "c" + std::to_string(parameter.coupling + 1);
}

std::vector<std::string> parameter_names(const ParameterLayout& layout) {
  std::vector<std::string> names;
  names.reserve(layout.entries.size());
  for (const Parameter& parameter : layout.entries) names.push_back(parameter_name(parameter));
  return names;
}

}  // namespace torsor
