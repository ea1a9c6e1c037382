#pragma once

#include <cassert>
#include <map>
#include <string>
#include <unordered_map>

#include "torsor/model/shape.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor {

/// What a joint's own coordinate is in terms of the joint that moves it in the end: ratio * q + offset.
template <Scalar S>
struct Following {
  const described::Link* leader;
  S ratio{1.0}, offset{0.0};
};

/// The values of what a description says, on one scalar. Its parameters are resolved once.
template <Scalar S>
class Evaluator {
 public:
  /// `bind(name, value)` may replace the value of a named parameter, with a symbol for instance. The description has to
  /// outlive the evaluator.
  template <class Bind>
  Evaluator(const Description& description, const Bind& bind) : description_(&description) {
    for (const described::Parameter& parameter : description.parameters)
      define(parameter.name, bind(parameter.name, value(parameter.value)));
    for (const described::Link& link : description.links)
      if (link.joint != JointType::fixed) joints_.emplace(link.joint_name, &link);
  }
  explicit Evaluator(const Description& description)
      : Evaluator(description, [](const std::string&, const S& value) { return value; }) {}
  /// Of quantities that name no parameter and belong to no robot.
  Evaluator() = default;

  const Description& description() const { return *description_; }

  /// Names a value; false where the name has one already, which it then keeps.
  bool define(const std::string& name, const S& value) { return parameters_.emplace(name, value).second; }
  bool knows(const std::string& name) const { return parameters_.contains(name); }
  const std::map<std::string, S, std::less<>>& parameters() const { return parameters_; }

  S value(const described::Quantity& quantity) const {
    return evaluate<S>(quantity.expression, [this](const std::string& name) {
      const auto found = parameters_.find(name);
      assert(found != parameters_.end());
      return found->second;
    });
  }
  Vector3<S> vector(const described::Triple& t) const { return {value(t[0]), value(t[1]), value(t[2])}; }
  Matrix3<S> rotation(const described::Triple& rpy) const {
    return rotation_of_roll_pitch_yaw(value(rpy[0]), value(rpy[1]), value(rpy[2]));
  }
  Transform<S> pose(const described::Pose& pose) const { return {rotation(pose.rpy), vector(pose.xyz)}; }

  /// In the frame in which it is written.
  Inertia<S> inertia(const described::MassProperties& mass) const {
    if (!mass.shapes.empty()) {
      Inertia<S> sum;
      for (const described::Shape& shape : mass.shapes) sum = sum + inertia(shape);
      return sum;
    }
    const auto& I = mass.inertia;
    const Symmetric3<S> written{value(I[0]), value(I[1]), value(I[2]), value(I[3]), value(I[4]), value(I[5])};
    const Symmetric3<S> matrix = rotated(rotation(mass.rpy), written);
    return mass.about == ReferencePoint::origin ? inertia_about_origin(value(mass.mass), vector(mass.com), matrix)
                                                : inertia_about_center(value(mass.mass), vector(mass.com), matrix);
  }
  Inertia<S> inertia(const described::Shape& shape) const {
    const ShapeIntegrals<S> one = integrate_shape(shape.kind, vector(shape.size));
    const S mass = shape.mass ? value(*shape.mass) : value(*shape.density) * one.volume;
    return to_parent(pose(shape.pose), Inertia<S>{mass, mass * one.center, mass * one.second_moment});
  }

  /// The link whose joint has that name and moves.
  const described::Link& joint(const std::string& name) const { return *joints_.at(name); }
  Following<S> follow(const described::Link& link) const {
    Following<S> result{&link};
    while (result.leader->mimic) {
      const described::Mimic& mimic = *result.leader->mimic;
      result.offset += result.ratio * value(mimic.offset);
      result.ratio = result.ratio * value(mimic.multiplier);
      result.leader = &joint(mimic.joint);
    }
    return result;
  }

 private:
  const Description* description_ = nullptr;
  std::map<std::string, S, std::less<>> parameters_;
  std::unordered_map<std::string, const described::Link*> joints_;  // moving ones, by name
};

#define TORSOR_EVALUATOR(S) template class Evaluator<S>
TORSOR_DECLARE_INSTANCES(TORSOR_EVALUATOR)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_EVALUATOR
#endif

}  // namespace torsor
