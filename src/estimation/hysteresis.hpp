#pragma once

#include <vector>

#include "torsor/model/description.hpp"

/// A joint with hysteresis has a second contact, which bends over a long way before it slides: cables, hoses, seals. In
/// the robot it is a coupling of that joint alone, with Coulomb friction and presliding.
namespace torsor {

/// The robot with such couplings, behind all others: `distance` is that of each joint, rad or m, 0 for none. Their
/// Coulomb friction is 1, until it is known.
Description with_hysteresis(Description robot, const std::vector<double>& distance);
/// The robot without such contacts; what else a coupling has stays.
Description without_hysteresis(Description robot);
/// The robot without couplings of one joint that take no torque.
Description without_idle_couplings(Description robot);

}  // namespace torsor
