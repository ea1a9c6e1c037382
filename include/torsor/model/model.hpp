#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

#include "torsor/model/model_parts.hpp"

namespace torsor {

/// The joint axes of a body and of all that hangs on it, in an order in which they lie side by side.
struct Branch {
  int first = 0, end = 0;  // the body's own axes come first
};

/// What follows from the parts.
struct ModelTopology {
  int nq = 0, nv = 0;           // lengths of q, and of qd, qdd and tau
  int axis_count = 0;           // nv, and one for each joint that follows another
  bool coupled_rotors = false;  // some coupling has a rotor
  bool followers = false;       // some joint follows another
  /// By velocity: the next one towards the base, -1 at the root. B is sparse where two joints have no common
  /// descendant; a rotor on several joints, or a joint that follows another, may fill any entry.
  std::vector<int> velocity_parent{};
  std::vector<Branch> branches{};      // by body
  std::vector<int> branch_velocity{};  // by place in that order: the velocity
  bool frictionless = true;            // no joint or coupling has friction
  bool load_friction = false;          // friction of some joint grows with what the links ask
  bool keeps_digits_in_base_axes = false;
};

/// Whether inertias about one point lose at most three digits of what a link feels about its axis: the origin of the
/// last link of a chain, where light links are, or of the first link of a tree. For a link that turns, the second
/// moments of all that it moves, each about its own axis, are compared with those about the point. A point mass on its
/// axis has none.
template <Scalar S>
bool keeps_digits_in_base_axes(const std::vector<Body<S>>& bodies) {
  const auto number = [](const S& x) { return known_value(x).value_or(0.0); };
  const std::size_t n = bodies.size();
  std::vector<double> length(n), distance(n), own(n), about_point(n);
  bool chain = true;
  for (std::size_t i = 1; i < n; ++i) {
    const double x = number(bodies[i].placement.p.x), y = number(bodies[i].placement.p.y),
                 z = number(bodies[i].placement.p.z);
    length[i] = std::sqrt(x * x + y * y + z * z);
    distance[i] = bodies[i].parent == 0 ? 0.0 : distance[bodies[i].parent] + length[i];
    chain &= bodies[i].parent == static_cast<int>(i) - 1;
  }
  for (std::size_t i = n; chain && i-- > 1;) distance[i] = i + 1 == n ? 0.0 : distance[i + 1] + length[i + 1];
  for (std::size_t i = n; i-- > 1;) {
    const auto& [m, h, E] = bodies[i].inertia;
    own[i] += number(E.xx) + number(E.yy);
    about_point[i] += number(m) * distance[i] * distance[i] + std::abs(number(E.xx)) + std::abs(number(E.yy)) +
                      std::abs(number(E.zz));
    if (!slides(bodies[i].joint) && !(own[i] >= 1e-3 * about_point[i])) return false;
    own[bodies[i].parent] += own[i], about_point[bodies[i].parent] += about_point[i];
  }
  return true;
}

/// Axes in the order of a walk that ends a branch before it begins the next one.
template <Scalar S>
void order_by_branch(const std::vector<Body<S>>& bodies, ModelTopology& result) {
  std::vector<int> size(bodies.size(), 0), next(bodies.size(), 0);
  for (std::size_t i = bodies.size() - 1; i > 0; --i) {
    size[i] += velocity_count(bodies[i].joint);
    size[bodies[i].parent] += size[i];
  }
  result.branches.assign(bodies.size(), {});
  result.branches[0].end = size[0];
  result.branch_velocity.assign(static_cast<std::size_t>(size[0]), 0);
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const int first = next[bodies[i].parent], count = velocity_count(bodies[i].joint);
    result.branches[i] = {first, first + size[i]};
    next[bodies[i].parent] += size[i];
    next[i] = first + count;
    for (int k = 0; k < count; ++k) result.branch_velocity[first + k] = bodies[i].v + k;
  }
}

template <Scalar S>
ModelTopology topology(const ModelParts<S>& parts) {
  ModelTopology result;
  for (std::size_t i = 1; i < parts.bodies.size(); ++i) {
    const Body<S>& body = parts.bodies[i];
    result.axis_count += velocity_count(body.joint);
    result.followers |= body.follows;
    if (body.follows) continue;
    result.nq += position_count(body.joint);
    result.nv += velocity_count(body.joint);
  }
  order_by_branch(parts.bodies, result);
  result.keeps_digits_in_base_axes = keeps_digits_in_base_axes(parts.bodies);
  for (const Coupling<S>& coupling : parts.couplings) {
    result.coupled_rotors |= known_value(coupling.rotor_inertia).value_or(1.0) != 0;
    result.frictionless &= coupling.friction.absent();
  }
  for (const Friction<S>& friction : parts.friction) {
    result.frictionless &= friction.absent();
    result.load_friction |= !friction.load_free();
  }
  for (int v = 0; v < result.nv; ++v) result.velocity_parent.push_back(v - 1);
  if (result.coupled_rotors || result.followers) return result;
  for (std::size_t i = 1; i < parts.bodies.size(); ++i) {
    const Body<S>&body = parts.bodies[i], &parent = parts.bodies[body.parent];
    result.velocity_parent[body.v] = body.parent == 0 ? -1 : parent.v + velocity_count(parent.joint) - 1;
  }
  return result;
}

/// What all algorithms run on. It stays as it was built, whoever holds it: share it between threads. A changed robot is
/// a new model, from its description or from changed(). [docs/decisions/0023]
template <Scalar S>
class Model final {
 public:
  const std::string name;
  const std::vector<Body<S>> bodies;  // for these see ModelParts ...
  const Vector3<S> gravity;
  const std::vector<Friction<S>> friction;
  const std::vector<Coupling<S>> couplings;
  const std::vector<PoseSpring<S>> pose_springs;
  const std::vector<Inertia<S>> carried;
  const std::vector<Loop<S>> loops;
  const std::vector<std::string> joint_names;
  const std::vector<Frame<S>> frames;
  const int tip;
  const int nq, nv;  // ... and for these ModelTopology
  const int axis_count;
  const bool coupled_rotors, followers;
  const std::vector<int> velocity_parent;
  const std::vector<Branch> branches;
  const std::vector<int> branch_velocity;
  const bool frictionless, load_friction, keeps_digits_in_base_axes;

  /// A base without joints.
  Model() : Model(ModelParts<S>{}) {}
  explicit Model(const ModelParts<S>& parts) : Model(ModelParts<S>(parts), topology(parts)) {}
  Model(const Model&) = default;
  /// One model takes the place of another as a whole. What can fail is done before the old one is gone.
  Model& operator=(const Model& other) {
    ModelParts<S> parts = other.parts();
    ModelTopology form{other.nq,
                       other.nv,
                       other.axis_count,
                       other.coupled_rotors,
                       other.followers,
                       other.velocity_parent,
                       other.branches,
                       other.branch_velocity,
                       other.frictionless,
                       other.load_friction,
                       other.keeps_digits_in_base_axes};
    std::destroy_at(this);
    return *::new (static_cast<void*>(this)) Model(std::move(parts), std::move(form));
  }
  ~Model() = default;

  int body_count() const { return static_cast<int>(bodies.size()); }
  /// A copy of what it was put together from.
  ModelParts<S> parts() const {
    return {name, bodies, gravity, friction, couplings, pose_springs, carried, loops, joint_names, frames, tip};
  }

 private:
  Model(ModelParts<S>&& parts, ModelTopology&& form) noexcept
      : name(std::move(parts.name)), bodies(std::move(parts.bodies)), gravity(parts.gravity),
        friction(std::move(parts.friction)), couplings(std::move(parts.couplings)),
        pose_springs(std::move(parts.pose_springs)), carried(std::move(parts.carried)), loops(std::move(parts.loops)),
        joint_names(std::move(parts.joint_names)), frames(std::move(parts.frames)), tip(parts.tip), nq(form.nq),
        nv(form.nv), axis_count(form.axis_count), coupled_rotors(form.coupled_rotors), followers(form.followers),
        velocity_parent(std::move(form.velocity_parent)), branches(std::move(form.branches)),
        branch_velocity(std::move(form.branch_velocity)), frictionless(form.frictionless),
        load_friction(form.load_friction), keeps_digits_in_base_axes(form.keeps_digits_in_base_axes) {}
};

/// The same robot after `change(parts)`.
template <Scalar S, class Change>
Model<S> changed(const Model<S>& model, const Change& change) {
  ModelParts<S> parts = model.parts();
  change(parts);
  return Model<S>(parts);
}

/// No two joints share a velocity or a rotor: B has the zeros of the tree, and articulated bodies apply.
template <Scalar S>
bool joints_are_independent(const Model<S>& model) {
  return !model.coupled_rotors && !model.followers;
}

/// Index in `frames`, or -1.
template <Scalar S>
int find_frame(const Model<S>& model, std::string_view name) {
  for (std::size_t i = 0; i < model.frames.size(); ++i)
    if (model.frames[i].name == name) return static_cast<int>(i);
  return -1;
}

/// The same robot in another gravity, in base axes.
template <Scalar S>
Model<S> with_gravity(const Model<S>& model, const Vector3<S>& gravity) {
  return changed(model, [&](ModelParts<S>& parts) { parts.gravity = gravity; });
}

/// The same robot without friction (joints, dampers and couplings).
template <Scalar S>
Model<S> without_friction(const Model<S>& model) {
  return changed(model, [](ModelParts<S>& parts) {
    for (Friction<S>& friction : parts.friction) friction = {};
    for (Coupling<S>& coupling : parts.couplings) coupling.friction = {};
  });
}

/// The same robot without rotor inertia; the directions in which rotors would turn stay.
template <Scalar S>
Model<S> without_rotors(const Model<S>& model) {
  return changed(model, [](ModelParts<S>& parts) {
    for (Body<S>& body : parts.bodies) body.rotor = {false, {}, S(0.0), body.rotor.direction};
    for (Coupling<S>& coupling : parts.couplings) coupling.rotor_inertia = S(0.0);
  });
}

/// The same robot with a load in its hand: `load` is given in the frame `frames[frame]`, and only the parameters of the
/// body that carries it change. [notes 001, payload; Khalil et al. 2007]
template <Scalar S>
Model<S> with_payload(const Model<S>& model, int frame, const Inertia<S>& load) {
  return changed(model, [&](ModelParts<S>& parts) {
    const Frame<S>& at = parts.frames[frame];
    Inertia<S>& inertia = parts.bodies[at.body].inertia;
    inertia = inertia + to_parent(at.pose, load);
  });
}

}  // namespace torsor
