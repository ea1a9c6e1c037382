#include "output/parameter_legend.hpp"

#include <algorithm>

#include "torsor/core/text.hpp"

namespace torsor::cli {

std::string in_words(const ParameterSelection& selection) {
  const std::pair<bool, const char*> parts[] = {{selection.base, "base"},
                                                {true, "links"},
                                                {selection.rotor, "rotors"},
                                                {selection.viscous, "viscous friction"},
                                                {selection.coulomb, "Coulomb friction"},
                                                {selection.asymmetric, "what differs between their directions"},
                                                {selection.stribeck, "Stribeck friction"},
                                                {selection.offset, "offsets"},
                                                {selection.spring, "springs"},
                                                {selection.coupling, "couplings"}};
  std::vector<std::string> words;
  for (const auto& [there, word] : parts)
    if (there) words.emplace_back(word);
  return enumerated(words);
}

std::string legend(const ParameterLayout& layout) {
  using enum ParameterKind;
  const std::pair<ParameterKind, const char*> meanings[] = {
      {rotor_inertia, "Ia rotor inertia at the joint"},
      {viscous, "Fv viscous friction"},
      {viscous_difference, "dFv half of its difference between the directions"},
      {coulomb, "Fs Coulomb friction"},
      {coulomb_difference, "dFs half of its difference between the directions"},
      {stribeck, "Fst Stribeck friction"},
      {offset, "F0 constant torque"},
      {stiffness, "K stiffness"},
      {preload, "Kr stiffness times rest position"},
      {sine, "Ks torque times sin x"},
      {cosine, "Kc torque times cos x"}};
  std::string text;
  for (const auto& [kind, meaning] : meanings)
    if (std::any_of(layout.entries.begin(), layout.entries.end(),
                    [&](const Parameter& parameter) { return parameter.kind == kind; }))
      text += (text.empty() ? "" : "; ") + std::string(meaning);
  return text;
}

}  // namespace torsor::cli
