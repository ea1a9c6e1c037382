#include "torsor/estimation/identified_robot.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "estimation/hysteresis.hpp"
#include "estimation/periodic_torque.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/described_parameters.hpp"
#include "torsor/model/presliding.hpp"

namespace torsor {
namespace {

described::Link& link_of(Description& robot, const Model<double>& model, int body) {
  const std::string& name = model.frames[model.bodies[body].frame].name;
  const auto found = std::find_if(robot.links.begin(), robot.links.end(),
                                  [&](const described::Link& link) { return link.name == name; });
  assert(found != robot.links.end());
  return *found;
}

/// Whether the layout has a parameter of this kind, or up to `last`, at the joint of a body.
bool has(const ParameterLayout& layout, int body, ParameterKind first, ParameterKind last) {
  return std::any_of(layout.entries.begin(), layout.entries.end(), [&](const Parameter& one) {
    return one.coupling < 0 && one.body == body && one.kind >= first && one.kind <= last;
  });
}

/// A contact bends as before where Coulomb friction is still sharp; a width that was found stands for the same thing.
void keep_presliding(const Model<double>& before, Description& robot) {
  if (std::none_of(before.friction.begin(), before.friction.end(), has_presliding<double>)) return;
  const Model<double> after = build_model<double>(robot);
  for (int body = 1; body < after.body_count(); ++body) {
    const int v = after.bodies[body].v;
    const Friction<double>&was = before.friction[v], &is = after.friction[v];
    if (after.bodies[body].follows || is.width != 0 || is.coulomb <= std::abs(is.coulomb_difference)) continue;
    described::Friction& written = *link_of(robot, after, body).friction;
    written.presliding_stiffness = was.presliding_stiffness;
    written.presliding_damping = was.presliding_damping;
  }
}

/// The contact is as stiff as it takes to slide after the distance that was found, at the friction it starts with under
/// the mean load; where that is next to nothing, at a part of Coulomb's.
void put_presliding(const Identification& result, Description& robot) {
  constexpr double least_start = 0.1;
  const Model<double> model = build_model<double>(robot);
  for (int body = 1; body < model.body_count(); ++body) {
    const int v = model.bodies[body].v;
    const double distance = result.presliding_distance.empty() ? 0 : result.presliding_distance[v];
    const Friction<double>& friction = model.friction[v];
    const double coulomb = friction.coulomb - std::abs(friction.coulomb_difference),
                 loaded = result.links_torque.empty() ? 0 : friction.load * result.links_torque[v],
                 start = coulomb + friction.stribeck + loaded;
    if (model.bodies[body].follows || !(distance > 0) || !(coulomb > 0) || !(start > 0)) continue;
    link_of(robot, model, body).friction->presliding_stiffness = std::max(start, least_start * coulomb) / distance;
  }
}

/// Contacts of couplings slide after the distance with which they were identified.
void put_presliding_of_couplings(std::vector<double> distance, Description& robot) {
  const Model<double> model = build_model<double>(robot);
  distance.resize(model.couplings.size());
  const std::size_t springs = model.couplings.size() - robot.couplings.size();  // of links; they stand first
  for (std::size_t c = 0; c < robot.couplings.size(); ++c) {
    const Friction<double>& friction = model.couplings[springs + c].friction;
    if (distance[springs + c] > 0 && friction.coulomb > std::abs(friction.coulomb_difference))
      robot.couplings[c].presliding_stiffness = friction.coulomb / distance[springs + c];
  }
}

/// What was not identified was taken for 0, so that it may not stay in the robot either; the rest is written anew.
void clear_couplings(Description& robot) {
  for (described::Link& link : robot.links)
    if (link.spring) link.spring->damping = 0.0;
  for (described::Coupling& coupling : robot.couplings) {
    coupling.viscous.fill(0.0);
    coupling.coulomb.fill(0.0);
    coupling.presliding_stiffness = coupling.presliding_damping = {};
    coupling.rotor_inertia = 0.0;
  }
}

/// What a solver leaves of rotors and friction that are none is none.
std::vector<double> without_remainders(const ParameterLayout& layout, std::vector<double> value) {
  for (std::size_t c = 0; c < value.size(); ++c)
    if (layout.entries[c].kind >= ParameterKind::rotor_inertia && std::abs(value[c]) <= 2e-9) value[c] = 0;
  return value;
}

std::string source_of(const Description& robot, const Identification& result) {
  std::string logs;
  for (const std::string& log : result.training_logs) logs += (logs.empty() ? "" : ", ") + log;
  return "masses, friction and rotors identified from " + logs +
         (result.version.empty() ? "" : " by " + result.version) +
         (robot.source.empty() ? "" : "; the rest: " + robot.source);
}

}  // namespace

Description identified_robot(Description robot, const Identification& result) {
  using enum ParameterKind;
  if (!result.own_hysteresis) robot = with_hysteresis(without_hysteresis(std::move(robot)), result.hysteresis_distance);
  robot = with_periodic_torque(std::move(robot), result.periodic);
  const Model<double> model = build_model<double>(robot);
  const ParameterLayout& layout = result.layout;
  for (int body = 1; body < model.body_count(); ++body) {
    described::Link& link = link_of(robot, model, body);
    if (!has(layout, body, rotor_inertia, rotor_inertia)) link.rotor.reset();
    link.friction.reset();
    if (!has(layout, body, viscous, offset)) continue;
    link.friction.emplace();
    const int joint = model.bodies[body].v;
    if (has(layout, body, coulomb, coulomb)) link.friction->width = result.coulomb_width[joint];
    if (has(layout, body, stribeck, stribeck)) link.friction->stribeck_velocity = result.stribeck_velocity[joint];
  }
  clear_couplings(robot);
  if (result.gravity) robot.gravity = {result.gravity->x, result.gravity->y, result.gravity->z};
  robot.source = source_of(robot, result);
  robot = with_parameters(robot, layout, without_remainders(layout, result.consistent.value));
  keep_presliding(model, robot);
  put_presliding(result, robot);
  put_presliding_of_couplings(result.coupling_distance, robot);
  return without_idle_couplings(std::move(robot));
}

}  // namespace torsor
