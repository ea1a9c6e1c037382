#include "torsor/identification/identified_robot.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "torsor/model/build_model.hpp"
#include "torsor/model/described_parameters.hpp"

namespace torsor {
namespace {

described::Link& link_of(Description& robot, const Model<double>& model, int body) {
  const std::string& name = model.frames[model.bodies[body].frame].name;
  const auto found = std::find_if(robot.links.begin(), robot.links.end(),
                                  [&](const described::Link& link) { return link.name == name; });
  assert(found != robot.links.end());
  return *found;
}

}  // namespace

Description identified_robot(Description robot, const Identification& result) {
  const Model<double> model = build_model<double>(robot);
  const auto same = [](const std::string&, double value) { return value; };
  for (const Parameter& parameter : result.layout.entries) {
    if (parameter.kind != ParameterKind::coulomb || parameter.coupling >= 0) continue;
    described::Link& link = link_of(robot, model, parameter.body);
    if (!link.friction) link.friction.emplace();
    const bool geared = link.friction->side == Side::motor && link.rotor;
    const double gear = geared ? std::abs(ModelBuilder<double>(robot, same).value(link.rotor->ratio)) : 1.0;
    const int joint = model.bodies[parameter.body].v;
    link.friction->width = gear * result.coulomb_width[joint];
    if (result.stribeck_velocity[joint] > 0) link.friction->stribeck_velocity = gear * result.stribeck_velocity[joint];
  }
  return with_parameters(robot, result.layout, result.consistent.value);
}

}  // namespace torsor
