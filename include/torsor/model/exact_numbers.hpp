#pragma once

#include "torsor/model/description.hpp"

namespace torsor {

/// How near a number of a robot file has to lie to an exact one to be taken for it.
struct ExactTolerance {
  double angle = 1e-9;    // rad, to a multiple of 15 degrees: 1.57079632679 is 90deg; 0: angles stay as they are
  double length = 1e-12;  // m, to 0; of gravity and products of inertia, beside their largest neighbour
};

/// A number of a robot file that was taken for another.
struct RoundedNumber {
  std::string element;  // joint2: rpy
  std::string found, taken;
  Location where;
};

struct ExactRobot {
  Description robot;
  std::vector<RoundedNumber> rounded;
  /// Angles beyond the tolerance that are within 1e-4 of a multiple of 15 degrees, such as 1.5708: how many, and the
  /// tolerance that would take all of them.
  int almost = 0;
  double almost_within = 0;
};

/// The robot with exact numbers where round-off or a file of eleven digits has blurred them, so that no formula holds
/// -3.2e-27 cos(q2 - q5). Numbers that depend on named parameters stay; a parameter that is itself an angle does not.
/// The description must have passed check().
ExactRobot with_exact_numbers(Description robot, const ExactTolerance& tolerance = {});

}  // namespace torsor
