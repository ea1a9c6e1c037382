#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/model/joint.hpp"
#include "torsor/spatial/inertia.hpp"

namespace torsor {

/// The rotor of a joint's motor, carried by the parent link, whose mass includes it. It adds the kinetic energy
/// qd spin.omega_parent + reflected qd^2 / 2. [notes 001, Algorithms 1 and 2] The gear ratio k is that to the velocity
/// in qd: for a joint that follows another, its own times the ratio at which it follows.
template <Scalar S>
struct Rotor {
  bool gyroscopic = false;  // `spin` is not zero
  Vector3<S> spin{};        // k I_m z_m, in the parent link's frame
  S reflected{0.0};         // k^2 I_m
  Vector3<S> direction{};   // z_m / k, so that spin = reflected * direction; zero where only `reflected` counts
};

/// sign(x) with a smooth step: x / sqrt(x^2 + width^2). Sharp where the width is known to be 0.
template <Scalar S>
S smooth_sign(const S& x, const S& width) {
  return known_value(width) == 0.0 ? sign(x) : x / sqrt(x * x + width * width);
}
/// Its integral: sqrt(x^2 + width^2) - width, or |x|.
template <Scalar S>
S smooth_absolute(const S& x, const S& width) {
  return known_value(width) == 0.0 ? sign(x) * x : sqrt(x * x + width * width) - width;
}

/// Friction of a joint on the link side: a part that is odd in the velocity, one that tells the directions apart, and
/// a constant torque.
template <Scalar S>
struct Friction {
  S viscous{0.0}, coulomb{0.0};
  S viscous_difference{0.0}, coulomb_difference{0.0};  // half of positive minus negative
  S offset{0.0};                                       // at any velocity, also at rest
  S stribeck{0.0};                                     // more than Coulomb's when it starts to move
  S width{0.0};                                        // rad/s in which Coulomb friction turns; 0: it jumps
  S stribeck_velocity{0.0};                            // at which most of `stribeck` is gone

  S torque(const S& qd) const {
    const S s = sign(qd), smooth = smooth_sign(qd, width);
    return (viscous + s * viscous_difference) * qd + (coulomb + stribeck + s * coulomb_difference) * smooth -
           stribeck * smooth_sign(qd, stribeck_velocity) + offset;
  }
  /// Its derivative by the velocity is the torque: half of the viscous power, and what Coulomb friction takes.
  S dissipation(const S& qd) const {
    const S s = sign(qd), path = smooth_absolute(qd, width);
    return S(0.5) * (viscous + s * viscous_difference) * qd * qd +
           (coulomb + stribeck + s * coulomb_difference) * path - stribeck * smooth_absolute(qd, stribeck_velocity) +
           offset * qd;
  }
};

template <Scalar S>
Friction<S> operator+(const Friction<S>& a, const Friction<S>& b) {
  Friction<S> sum = a;  // the widths are a's: check() lets no joint have one that follows or leads another
  sum.viscous = a.viscous + b.viscous;
  sum.coulomb = a.coulomb + b.coulomb;
  sum.viscous_difference = a.viscous_difference + b.viscous_difference;
  sum.coulomb_difference = a.coulomb_difference + b.coulomb_difference;
  sum.offset = a.offset + b.offset;
  return sum;
}
/// The friction of a joint that turns `ratio` times as fast, as felt at qd: ratio * torque(ratio * qd).
template <Scalar S>
Friction<S> felt_through(const S& ratio, const Friction<S>& friction) {
  const S size = ratio * sign(ratio);
  return {.viscous = size * size * friction.viscous,
          .coulomb = size * friction.coulomb,
          .viscous_difference = ratio * size * friction.viscous_difference,
          .coulomb_difference = ratio * friction.coulomb_difference,
          .offset = ratio * friction.offset};
}

/// A moving link with the joint that carries it. Body 0 is the base.
template <Scalar S>
struct Body {
  int parent = 0;
  JointType joint = JointType::revolute;
  int q = 0;                 // where the joint's positions begin in q
  int v = 0;                 // where its velocities begin in qd, qdd and tau
  int axis = 0;              // where its axes begin when those of all joints are counted, followers' too
  int frame = 0;             // the link's own frame of the user's table, in Model::frames
  Transform<S> placement{};  // the joint frame at q = 0, in the parent's frame
  Inertia<S> inertia{};      // in the joint's frame
  Rotor<S> rotor{};
  bool follows = false;     // the joint has no coordinate of its own: q and v are those of the joint it follows, ...
  Follower<S> following{};  // ... in this way
};

/// Axis `column` of a body's joint per unit of its velocity in qd; `R` holds the joint frame's axes.
template <Scalar S>
Vector3<S> joint_axis(const Body<S>& body, const Matrix3<S>& R, int column) {
  return body.follows ? body.following.ratio * axis(R, column) : axis(R, column);
}

/// The pose of a body's frame in its parent's.
template <Scalar S>
Transform<S> joint_pose(const Body<S>& body, std::span<const S> q) {
  return with_joint(body, [&](auto joint) { return joint.pose(body.placement, &q[body.q]); });
}

/// Spring, friction and rotor on x = sum of coefficient * q over some joints.
template <Scalar S>
struct Coupling {
  struct Term {
    int q, v;
    S coefficient;
  };
  std::vector<Term> terms;
  S stiffness{0.0}, rest{0.0};
  Friction<S> friction{};
  S rotor_inertia{0.0};

  /// The combination of one of q, qd, qdd: `&Term::q` or `&Term::v` says which range the vector has.
  S combine(int Term::* index, std::span<const S> x) const {
    S sum(0.0);
    for (const Term& term : terms) sum += term.coefficient * x[term.*index];
    return sum;
  }
  /// tau += a * force
  void distribute(const S& force, std::span<S> tau) const {
    for (const Term& term : terms) tau[term.v] += term.coefficient * force;
  }
};

/// A frame of the user's: of a link, or a tool. It hangs on a body.
template <Scalar S>
struct Frame {
  std::string name;
  int body = 0;
  Transform<S> pose{};  // in the body's frame
};

/// What all algorithms run on. Built once by build_model, then only read: share it between threads.
template <Scalar S>
struct Model {
  std::string name;
  std::vector<Body<S>> bodies{1};     // by body, parents first; [0] is the base
  int nq = 0, nv = 0;                 // lengths of q, and of qd, qdd and tau
  int axis_count = 0;                 // nv, and one for each joint that follows another
  Vector3<S> gravity{};               // free-fall acceleration in base axes
  std::vector<Friction<S>> friction;  // by velocity
  std::vector<Coupling<S>> couplings;
  bool coupled_rotors = false;           // some coupling has a rotor
  bool followers = false;                // some joint follows another
  std::vector<int> velocity_parent;      // by velocity: the next one towards the base, -1 at the root
  std::vector<std::string> joint_names;  // by body - 1
  std::vector<Frame<S>> frames;          // base, the links in the file's order, then the tool
  int tip = 0;                           // the default tip, in `frames`

  int body_count() const { return static_cast<int>(bodies.size()); }
};

/// No two joints share a velocity or a rotor: B has the zeros of the tree, and articulated bodies apply.
template <Scalar S>
bool joints_are_independent(const Model<S>& model) {
  return !model.coupled_rotors && !model.followers;
}

/// B is sparse where two joints have no common descendant; a rotor on several joints, or a joint that follows another,
/// may fill any entry.
template <Scalar S>
std::vector<int> velocity_parents(const Model<S>& model) {
  std::vector<int> parents(model.nv);
  for (int v = 0; v < model.nv; ++v) parents[v] = v - 1;
  if (!joints_are_independent(model)) return parents;
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Body<S>& parent = model.bodies[model.bodies[i].parent];
    parents[model.bodies[i].v] = model.bodies[i].parent == 0 ? -1 : parent.v + velocity_count(parent.joint) - 1;
  }
  return parents;
}

/// Index in `frames`, or -1.
template <Scalar S>
int find_frame(const Model<S>& model, std::string_view name) {
  for (std::size_t i = 0; i < model.frames.size(); ++i)
    if (model.frames[i].name == name) return static_cast<int>(i);
  return -1;
}

/// The same robot without friction (joints, dampers and couplings).
template <Scalar S>
Model<S> without_friction(Model<S> model) {
  for (Friction<S>& friction : model.friction) friction = {};
  for (Coupling<S>& coupling : model.couplings) coupling.friction = {};
  return model;
}

/// The same robot without rotor inertia; the directions in which rotors would turn stay.
template <Scalar S>
Model<S> without_rotors(Model<S> model) {
  for (Body<S>& body : model.bodies) body.rotor = {false, {}, S(0.0), body.rotor.direction};
  for (Coupling<S>& coupling : model.couplings) coupling.rotor_inertia = S(0.0);
  model.coupled_rotors = false;
  return model;
}

/// The same robot with a load in its hand: `load` is given in the frame `frames[frame]`, and only the parameters of the
/// body that carries it change. [notes 001, payload]
template <Scalar S>
Model<S> with_payload(Model<S> model, int frame, const Inertia<S>& load) {
  const Frame<S>& at = model.frames[frame];
  Inertia<S>& inertia = model.bodies[at.body].inertia;
  inertia = inertia + to_parent(at.pose, load);
  return model;
}

}  // namespace torsor
