#pragma once

#include "support/random_robot.hpp"
#include "torsor/model/model.hpp"

namespace torsor::test {

/// Friction that grows with the load at every joint that can have it, up to `most`; of some joints smooth, of none with
/// presliding.
inline Model<double> with_load_friction(Random& random, const Model<double>& model, double most) {
  return changed(model, [&](ModelParts<double>& parts) {
    std::vector<int> users(parts.friction.size(), 0);  // of a velocity
    for (std::size_t i = 1; i < parts.bodies.size(); ++i)
      for (int k = 0; k < velocity_count(parts.bodies[i].joint); ++k)
        users[parts.bodies[i].v + k] += velocity_count(parts.bodies[i].joint);
    for (std::size_t v = 0; v < users.size(); ++v) {
      if (users[v] != 1) continue;
      parts.friction[v].load = random.uniform(0.01, most);
      parts.friction[v].width = random.flip() ? 0.0 : 0.4;
      parts.friction[v].presliding_stiffness = parts.friction[v].presliding_damping = 0;
    }
  });
}

}  // namespace torsor::test
