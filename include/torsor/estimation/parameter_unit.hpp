#pragma once

#include <string>

#include "torsor/estimation/identification.hpp"

namespace torsor {

/// kg, kg m, kg m², Nm s, ...; a joint that slides has other units of friction than one that turns.
std::string parameter_unit(const Identification& identification, const Parameter& parameter);
/// That of the combination with this number, which is the one of all its parts.
std::string base_parameter_unit(const Identification& identification, std::size_t base_parameter);

/// The joint, counted from 0, that the body of a parameter is moved by: bodies with friction of their own are joints.
std::size_t joint_of(const Identification& identification, int body);

}  // namespace torsor
