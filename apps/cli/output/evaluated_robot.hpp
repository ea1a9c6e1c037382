#pragma once

#include <algorithm>

#include "torsor/model/evaluator.hpp"

namespace torsor::cli {

/// The numbers of a description, evaluated.
class EvaluatedRobot {
 public:
  explicit EvaluatedRobot(const Description& description) : description_(description), values_(description) {}

  double number(const described::Quantity& quantity) const { return values_.value(quantity); }
  Vector3<double> vector(const described::Triple& t) const { return {number(t[0]), number(t[1]), number(t[2])}; }

  /// Mass, centre of mass and the inertia about it, in the link's frame.
  struct Mass {
    double mass;
    Vector3<double> com;
    Symmetric3<double> inertia;
  };
  Mass mass(const described::MassProperties& written) const {
    const auto& [m, c, I, rpy, about, shapes, where] = written;
    const Vector3<double> turn = vector(rpy);
    if (shapes.empty() && about == ReferencePoint::center_of_mass && dot(turn, turn) == 0)  // as written
      return {
          number(m), vector(c), {number(I[0]), number(I[1]), number(I[2]), number(I[3]), number(I[4]), number(I[5])}};
    const Inertia<double> all = values_.inertia(written);
    const Vector3<double> com = all.mass > 0 ? 1 / all.mass * all.first_moment : Vector3<double>{};
    const Inertia<double> moved = to_parent(translation(-com), all);
    return {all.mass, com, moved.rotational()};
  }

  bool has_table() const {
    return std::any_of(description_.links.begin(), description_.links.end(),
                       [](const described::Link& link) { return link.dh.has_value(); });
  }
  bool has_base_mass() const {
    const Mass m = mass(description_.base_mass);
    return m.mass != 0 || m.inertia.xx != 0 || m.inertia.yy != 0 || m.inertia.zz != 0;
  }

 protected:
  const Description& description_;
  Evaluator<double> values_;
};

}  // namespace torsor::cli
