#pragma once

#include <string>
#include <vector>

#include "torsor/estimation/identification.hpp"

namespace torsor::verdict {

/// What gives reason to doubt a result whose joints have these grades.
std::vector<Finding> reasons(const Identification& result, const std::vector<Grade>& grades);

/// So few of these samples are in motion that they tell nothing but the friction at rest.
bool rests(const JointFit& fit);

// Of a joint, or what stands for it where the result does not tell.
std::string joint_name(const Identification& result, std::size_t joint);
std::string torque_unit(const Identification& result, std::size_t joint);

}  // namespace torsor::verdict
