#include "torsor/identification/identified_robot.hpp"

#include <algorithm>
#include <cassert>

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
  for (const Parameter& parameter : result.layout.entries) {
    if (parameter.kind != ParameterKind::coulomb || parameter.coupling >= 0) continue;
    described::Link& link = link_of(robot, model, parameter.body);
    const int joint = model.bodies[parameter.body].v;
    link.friction = described::Friction{};  // what was not identified was taken for 0
    link.friction->width = result.coulomb_width[joint];
    link.friction->stribeck_velocity = result.stribeck_velocity[joint];
  }
  return with_parameters(robot, result.layout, result.consistent.value);
}

}  // namespace torsor
