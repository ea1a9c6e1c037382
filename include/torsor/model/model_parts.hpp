#pragma once

#include <string>
#include <vector>

#include "torsor/core/numbers.hpp"
#include "torsor/model/friction.hpp"
#include "torsor/model/joint.hpp"
#include "torsor/spatial/inertia.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// The rotor of a joint's motor, carried by the parent link, whose mass includes it. It adds the kinetic energy
/// qd spin.omega_parent + reflected qd^2 / 2. [notes 001, Algorithms 1 and 2; Siciliano et al. 2009, 7.5] The gear
/// ratio k is that to the velocity in qd: for a joint that follows another, its own times the ratio at which it
/// follows.
template <Scalar S>
struct Rotor {
  bool gyroscopic = false;  // `spin` is not zero
  Vector3<S> spin{};        // k I_m z_m, in the parent link's frame
  S reflected{0.0};         // k^2 I_m
  Vector3<S> direction{};   // z_m / k, so that spin = reflected * direction; zero where only `reflected` counts
  bool operator==(const Rotor&) const = default;
};

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
  bool operator==(const Body&) const = default;
};

/// Axis `column` of a body's joint per unit of its velocity in qd; `R` holds the joint frame's axes.
template <Scalar S>
Vector3<S> joint_axis(const Body<S>& body, const Matrix3<S>& R, int column) {
  if (body.follows) return body.following.ratio * axis(R, column);
  return axis(R, column);
}

/// The pose of a body's frame in its parent's.
template <Scalar S>
Transform<S> joint_pose(const Body<S>& body, JointPositions<S>& positions) {
  return with_joint(body, [&](auto joint) { return joint.pose(body.placement, positions, body.q); });
}

/// Spring, friction and rotor on x = sum of coefficient * q over some joints; and a torque that comes back with every
/// turn of x, as of a counterweight, a gas spring or a bundle of cables: sine sin(x + phase) + cosine cos(x + phase).
template <Scalar S>
struct Coupling {
  struct Term {
    int q, v;
    S coefficient;
    bool operator==(const Term&) const = default;
  };
  std::vector<Term> terms;
  S stiffness{0.0}, rest{0.0};
  Friction<S> friction{};
  S rotor_inertia{0.0};
  S sine{0.0}, cosine{0.0}, phase{0.0};  // the phase is that of joints that follow others
  bool operator==(const Coupling&) const = default;

  bool is_periodic() const { return !(known_value(sine) == 0.0 && known_value(cosine) == 0.0); }

  /// The combination of one of q, qd, qdd: `&Term::q` or `&Term::v` says which range the vector has.
  S combine(int Term::* index, Input<S> x) const {
    S sum(0.0);
    for (const Term& term : terms) sum += term.coefficient * x[term.*index];
    return sum;
  }
  /// tau += a * force
  void distribute(const S& force, Output<S> tau) const {
    for (const Term& term : terms) tau[term.v] += term.coefficient * force;
  }
  /// A += a factor a^T
  void distribute(const S& factor, MatrixView<S> A) const {
    for (const Term& row : terms)
      for (const Term& column : terms) A(row.v, column.v) += row.coefficient * factor * column.coefficient;
  }
};

/// A spring that turns the body of a ball joint back, or brings that of a free one back. `rest` is a position of the
/// joint as it is in q. Of a free joint, the force is that along x y z of q.
template <Scalar S>
struct PoseSpring {
  int body = 0;
  S stiffness{0.0};  // Nm/rad, and N/m
  std::vector<S> rest{};
  bool operator==(const PoseSpring&) const = default;
};

/// Two points, each fixed to a body, that stay in one place: what closes a chain. The tree of bodies does not know it;
/// the simulator holds it.
template <Scalar S>
struct Loop {
  std::string name;
  int body[2] = {0, 0};
  Vector3<S> point[2]{};  // in the frame of that body
  bool operator==(const Loop&) const = default;
};

/// A frame of the user's: of a link, or a tool. It hangs on a body.
template <Scalar S>
struct Frame {
  std::string name;
  int body = 0;
  Transform<S> pose{};  // in the body's frame
  bool operator==(const Frame&) const = default;
};

/// What a model is put together from. build_model and the functions that give a changed model fill it in.
template <Scalar S>
struct ModelParts {
  std::string name;
  std::vector<Body<S>> bodies{1};     // by body, parents first; [0] is the base
  Vector3<S> gravity{};               // free-fall acceleration in base axes
  std::vector<Friction<S>> friction;  // by velocity
  std::vector<Coupling<S>> couplings;
  std::vector<PoseSpring<S>> pose_springs;  // of ball and free joints
  std::vector<Inertia<S>> carried;          // by body: mass whose weight is compensated; empty where there is none
  std::vector<Loop<S>> loops;
  std::vector<std::string> joint_names;  // by body - 1
  std::vector<Frame<S>> frames;          // base, the links in the file's order, then the tool
  int tip = 0;                           // the default tip, in `frames`
  bool operator==(const ModelParts&) const = default;
};

}  // namespace torsor
