#pragma once

#include <algorithm>

#include "torsor/core/finding.hpp"
#include "torsor/model/model.hpp"

namespace torsor {

/// Whether some link that moves, or the rotor of some joint, has mass or inertia. Where none has, no motion needs a
/// torque but that of friction and springs: a bare DH table has kinematics only.
inline bool moves_inertia(const Model<double>& model) {
  return std::any_of(model.bodies.begin() + 1, model.bodies.end(), [](const Body<double>& body) {
    const Symmetric3<double>& E = body.inertia.second_moment;
    return body.inertia.mass != 0 || E.xx != 0 || E.yy != 0 || E.zz != 0 || body.rotor.reflected != 0;
  });
}

/// What is to be told of a robot where none has: all answers are zero, which somebody may take for a result.
inline Finding without_masses(const std::string& file) {
  return {"no-mass",
          Severity::warning,
          file,
          {},
          "",
          "no link that moves has a mass: torques are zero, but for friction and springs",
          "write masses into the robot file; only kinematics work without them"};
}

}  // namespace torsor
