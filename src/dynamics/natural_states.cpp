#include "dynamics/natural_states.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "torsor/model/position.hpp"

namespace torsor {
namespace {

double longest_chain(const Model<double>& model, bool base_wrench) {
  const auto size = [](const Vector3<double>& p) { return std::sqrt(dot(p, p)); };
  std::vector<double> reach(model.bodies.size(), 0.0);
  double longest = 0;
  for (std::size_t i = 1; i < reach.size(); ++i) {
    const Body<double>& body = model.bodies[i];
    if (body.parent > 0 || base_wrench) reach[i] = reach[body.parent] + size(body.placement.p);
    longest = std::max(longest, reach[i] + size(model.frames[body.frame].pose.p));
  }
  return longest;
}

}  // namespace

NaturalUnits natural_units(const Model<double>& model, const Vector3<double>& gravity, bool base_wrench) {
  constexpr double earth = 9.81;
  const double g = std::sqrt(dot(gravity, gravity)), chain = longest_chain(model, base_wrench);
  const double length = chain > 0 ? chain : g > 0 ? g / earth : 1.0;
  return {length, g > 0 ? std::max(0.1, std::sqrt(g / (earth * length))) : 1.0};
}

NaturalStates::NaturalStates(const Model<double>& model, const NaturalUnits& units, std::uint64_t seed)
    : q(model.nq), qd(model.nv), qdd(model.nv), model_(model), units_(units), displacements_(model.nv, 1.0),
      engine_(seed) {
  for (const Body<double>& body : std::span(model.bodies).subspan(1))
    for (int k = 0; k < velocity_count(body.joint) && !body.follows; ++k)
      if (!joint_axes(body.joint)[static_cast<std::size_t>(k)].turns) displacements_[body.v + k] = units.length;
}

void NaturalStates::next() {
  for (const Body<double>& body : std::span(model_.bodies).subspan(1))
    for (int k = 0; k < position_count(body.joint) && !body.follows; ++k) {
      const bool slides = body.joint == JointType::prismatic || (body.joint == JointType::free && k < 3);
      q[body.q + k] = uniform(slides ? units_.length : body.joint == JointType::revolute ? 3.14 : 1.0);
    }
  normalize_position<double>(model_, q);
  for (int v = 0; v < model_.nv; ++v) {
    qd[v] = uniform(3.0 * units_.rate * displacements_[v]);
    qdd[v] = uniform(9.0 * units_.rate * units_.rate * displacements_[v]);
  }
}

double NaturalStates::uniform(double size) { return size * (static_cast<double>(engine_() >> 10) * 0x1p-53 - 1); }

}  // namespace torsor
