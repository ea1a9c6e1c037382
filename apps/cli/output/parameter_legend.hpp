#pragma once

#include <string>

#include "torsor/model/parameters.hpp"

/// What the names of parameters mean, for people who have not read docs/parameters.md.
namespace torsor::cli {

/// "links, rotors, viscous and Coulomb friction": what a selection has.
std::string in_words(const ParameterSelection& selection);

/// "Ia rotor inertia at the joint; Fv viscous friction": of the names in a layout that are not those of links; empty
/// where there are none.
std::string legend(const ParameterLayout& layout);

}  // namespace torsor::cli
