#include "torsor/synthetic/robot_behind_log.hpp"

#include <algorithm>
#include <cassert>

#include "synthetic/presliding_friction.hpp"
#include "torsor/model/presliding.hpp"

namespace torsor {
namespace {

described::Friction as_written(const Friction<double>& f) {
  described::Friction written;
  written.viscous = {f.viscous + f.viscous_difference, f.viscous - f.viscous_difference};
  written.coulomb = {f.coulomb + f.coulomb_difference, f.coulomb - f.coulomb_difference};
  written.offset = f.offset;
  written.width = f.width;
  written.stribeck = f.stribeck;
  written.stribeck_velocity = f.stribeck_velocity;
  written.presliding_stiffness = f.presliding_stiffness;
  written.presliding_damping = f.presliding_damping;
  written.load = f.load;
  return written;
}

described::Link& link_of(Description& robot, const Model<double>& model, int body) {
  const std::string& name = model.frames[model.bodies[body].frame].name;
  const auto found = std::ranges::find(robot.links, name, &described::Link::name);
  assert(found != robot.links.end());
  return *found;
}

}  // namespace

Description robot_behind_log(Description robot, const Model<double>& model, const LogEffects& effects) {
  const Model<double> bending = with_presliding(model, effects.presliding);
  for (int body = 1; body < bending.body_count(); ++body) {
    if (bending.bodies[body].follows) continue;  // its friction is that of the joint it follows
    Friction<double> friction = bending.friction[bending.bodies[body].v];
    if (has_presliding(friction) && effects.stribeck > 0 && friction.stribeck == 0) {
      friction.stribeck = effects.stribeck * friction.coulomb;
      friction.stribeck_velocity = effects.stribeck_velocity;
    }
    link_of(robot, bending, body).friction = as_written(friction);
  }
  robot.gravity = {model.gravity.x, model.gravity.y, model.gravity.z};
  return robot;
}

}  // namespace torsor
