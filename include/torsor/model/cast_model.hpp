#pragma once

#include "torsor/model/model.hpp"

namespace torsor {

/// The same robot on another scalar, its numbers as constants. A symbol or a Count is better built from the
/// Description.
template <Scalar T>
class ModelCast {
 public:
  static Model<T> cast(const Model<double>& from) {
    ModelParts<T> model;
    model.name = from.name;
    model.bodies.clear();
    for (const Body<double>& b : from.bodies)
      model.bodies.push_back(
          {b.parent,
           b.joint,
           b.q,
           b.v,
           b.axis,
           b.frame,
           transform(b.placement),
           inertia(b.inertia),
           {b.rotor.gyroscopic, vector(b.rotor.spin), T(b.rotor.reflected), vector(b.rotor.direction)},
           b.follows,
           {b.following.turns, T(b.following.ratio), T(b.following.offset)}});
    model.gravity = vector(from.gravity);
    for (const Friction<double>& f : from.friction) model.friction.push_back(friction(f));
    for (const Coupling<double>& c : from.couplings) {
      Coupling<T> coupling{{},        T(c.stiffness), T(c.rest), friction(c.friction), T(c.rotor_inertia),
                           T(c.sine), T(c.cosine),    T(c.phase)};
      for (const auto& term : c.terms) coupling.terms.push_back({term.q, term.v, T(term.coefficient)});
      model.couplings.push_back(coupling);
    }
    for (const PoseSpring<double>& s : from.pose_springs)
      model.pose_springs.push_back({s.body, T(s.stiffness), std::vector<T>(s.rest.begin(), s.rest.end())});
    for (const Inertia<double>& body : from.carried) model.carried.push_back(inertia(body));
    for (const Loop<double>& l : from.loops)
      model.loops.push_back({l.name, {l.body[0], l.body[1]}, {vector(l.point[0]), vector(l.point[1])}});
    model.joint_names = from.joint_names;
    for (const Frame<double>& f : from.frames) model.frames.push_back({f.name, f.body, transform(f.pose)});
    model.tip = from.tip;
    return Model<T>(model);
  }

 private:
  static Vector3<T> vector(const Vector3<double>& v) { return {T(v.x), T(v.y), T(v.z)}; }
  static Symmetric3<T> symmetric(const Symmetric3<double>& A) {
    return {T(A.xx), T(A.xy), T(A.xz), T(A.yy), T(A.yz), T(A.zz)};
  }
  static Inertia<T> inertia(const Inertia<double>& body) {
    return {T(body.mass), vector(body.first_moment), symmetric(body.second_moment)};
  }
  static Transform<T> transform(const Transform<double>& X) {
    const Matrix3<double>& R = X.R;
    return {{T(R.xx), T(R.xy), T(R.xz), T(R.yx), T(R.yy), T(R.yz), T(R.zx), T(R.zy), T(R.zz)}, vector(X.p)};
  }
  static Friction<T> friction(const Friction<double>& f) {
    return {T(f.viscous),  T(f.coulomb), T(f.viscous_difference), T(f.coulomb_difference),   T(f.offset),
            T(f.stribeck), T(f.width),   T(f.stribeck_velocity),  T(f.presliding_stiffness), T(f.presliding_damping),
            T(f.load)};
  }
};

template <Scalar T>
Model<T> cast_model(const Model<double>& model) {
  return ModelCast<T>::cast(model);
}

}  // namespace torsor
