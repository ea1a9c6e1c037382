#pragma once

#include <algorithm>

#include "torsor/core/require_size.hpp"
#include "torsor/model/model.hpp"

namespace torsor {

/// The numbers in which the torque is linear. The first ten are those of a link in its own frame of the user's table:
/// mass, first moments m c, and the entries of the inertia MATRIX about the frame's origin (Ixy = -integral of x y dm,
/// as in URDF; the notes' Ixy is the integral). Fixed links and the payload are part of the link that carries them.
enum class ParameterKind {
  mass,
  mx,
  my,
  mz,
  ixx,
  ixy,
  ixz,
  iyy,
  iyz,
  izz,
  rotor_inertia,       // k^2 I_m of a joint, I of a coupling
  viscous,             // F_v: qd
  coulomb,             // F_s: sign(qd)
  viscous_difference,  // |qd|: half of positive minus negative direction
  coulomb_difference,  // 1 while moving, 0 at rest
  stribeck,            // sign(qd) less the same with the width of the Stribeck velocity
  offset,              // 1
  load,                // |tau_l| u about an estimate of the links: torque is not linear in both (load_friction_column)
  stiffness,           // K: a . q; of a ball or free joint, what has turned and moved it away
  preload,             // K rest: -1
  sine,                // of a coupling: sin x
  cosine,              // cos x
  own_term,            // a formula that the user of an identification asked about; no model has it
};

/// One entry of the parameter vector. A coupling's entries have `coupling` >= 0, a joint's have its body; own terms,
/// too, whose `coupling` is -2 less their number.
struct Parameter {
  ParameterKind kind{};
  int body = 0;
  int coupling = -1;
};
inline Parameter own_term_parameter(int body, int number) { return {ParameterKind::own_term, body, -2 - number}; }
inline int own_term_number(const Parameter& parameter) { return -2 - parameter.coupling; }

/// What a parameter vector holds besides the ten inertial parameters of every moving link.
struct ParameterSelection {
  bool base = false;  // the base link's ten as well: they act on the base wrench alone
  bool rotor = false;
  bool viscous = false, coulomb = false;
  bool asymmetric = false;  // with `viscous` and `coulomb`: what tells the directions apart
  bool stribeck = false;    // of every joint whose friction has a Stribeck velocity
  bool offset = false;
  bool load = false;      // of every joint whose friction grows with its load; the regressor leaves its column 0
  bool spring = false;    // stiffness and preload of every spring, sine and cosine of every coupling that has them
  bool coupling = false;  // rotor inertia and friction of every coupling, and the dampers of springs
};

/// The order of Theta, and so of the columns of a regressor: a block for each moving link from the base outwards (the
/// base's own first where it is selected), in it the ten inertial parameters and then, each where it is selected,
/// rotor_inertia, viscous, viscous_difference, coulomb, coulomb_difference, stribeck, offset, load, stiffness of a ball
/// or free joint (a joint that follows another has no friction of its own: it is felt, and counted, at that one); last
/// a block for each coupling of stiffness, preload, sine, cosine, rotor_inertia, viscous, viscous_difference, coulomb,
/// coulomb_difference. For a serial chain the regressor is block upper triangular, but for the columns of couplings.
/// [notes 001; Siciliano et al. 2009, 7.2.2]
struct ParameterLayout {
  std::vector<Parameter> entries;
  std::vector<int> inertial;  // by body: the column of its mass; -1 for the base where it is not selected
  std::vector<int> axis;      // by body: which axis of the link's frame lies nearest to its joint's (0 x, 1 y, 2 z)
  bool base = false;

  int size() const { return static_cast<int>(entries.size()); }
};

/// The axis of the link's frame that is nearest to the axis of its joint.
template <Scalar S>
int nearest_axis(const Transform<S>& link) {
  const auto size = [](const S& x) { return std::abs(known_value(x).value_or(0.0)); };
  const double x = size(link.R.zx), y = size(link.R.zy), z = size(link.R.zz);
  return z >= x && z >= y ? 2 : y >= x ? 1 : 0;
}

template <Scalar S>
ParameterLayout parameter_layout(const Model<S>& model, const ParameterSelection& select) {
  using enum ParameterKind;
  ParameterLayout layout;
  layout.base = select.base;
  const auto add = [&](bool wanted, ParameterKind kind, int body, int coupling) {
    if (wanted) layout.entries.push_back({kind, body, coupling});
  };
  const auto add_friction = [&](int body, int coupling) {
    add(select.viscous, viscous, body, coupling);
    add(select.viscous && select.asymmetric, viscous_difference, body, coupling);
    add(select.coulomb, coulomb, body, coupling);
    add(select.coulomb && select.asymmetric, coulomb_difference, body, coupling);
  };
  for (int i = 0; i < model.body_count(); ++i) {
    layout.inertial.push_back(i > 0 || select.base ? layout.size() : -1);
    layout.axis.push_back(nearest_axis(model.frames[model.bodies[i].frame].pose));
    if (layout.inertial[i] < 0) continue;
    for (int k = 0; k < 10; ++k) add(true, static_cast<ParameterKind>(k), i, -1);
    if (i == 0) continue;
    add(select.rotor, rotor_inertia, i, -1);
    if (model.bodies[i].follows) continue;  // its friction is felt as the friction of the joint it follows
    add_friction(i, -1);
    const Friction<S>& friction = model.friction[model.bodies[i].v];
    add(select.stribeck && known_value(friction.stribeck_velocity) != 0.0, stribeck, i, -1);
    add(select.offset, offset, i, -1);
    add(select.load && !friction.load_free(), load, i, -1);
    for (const PoseSpring<S>& spring : model.pose_springs)
      add(select.spring && spring.body == i && known_value(spring.stiffness) != 0.0, stiffness, i, -1);
  }
  const auto present = [](const S& x) { return known_value(x).value_or(1.0) != 0; };
  for (int c = 0; c < static_cast<int>(model.couplings.size()); ++c) {
    const Coupling<S>& coupling = model.couplings[c];
    add(select.spring && present(coupling.stiffness), stiffness, 0, c);
    add(select.spring && present(coupling.stiffness), preload, 0, c);
    add(select.spring && coupling.is_periodic(), sine, 0, c);
    add(select.spring && coupling.is_periodic(), cosine, 0, c);
    if (!select.coupling) continue;
    if (coupling.terms.size() > 1) {
      add(select.rotor, rotor_inertia, 0, c);
      add_friction(0, c);
      continue;
    }
    add(select.viscous && present(coupling.friction.viscous), viscous, 0, c);  // on top of what the joint itself has
    add(select.coulomb && present(coupling.friction.coulomb), coulomb, 0, c);
  }
  return layout;
}

/// All that the robot has, so that regressor times parameters is its whole inverse dynamics, but for the known torque
/// of gravity compensation and for friction that grows with the load, which is not linear in any of them.
template <Scalar S>
ParameterSelection all_of(const Model<S>& model) {
  const auto present = [](const S& x) { return known_value(x).value_or(1.0) != 0; };
  ParameterSelection select;
  const auto look = [&](const Friction<S>& friction) {
    select.viscous |= present(friction.viscous) || present(friction.viscous_difference);
    select.coulomb |= present(friction.coulomb) || present(friction.coulomb_difference);
    select.asymmetric |= present(friction.viscous_difference) || present(friction.coulomb_difference);
    select.stribeck |= present(friction.stribeck);
    select.offset |= present(friction.offset);
  };
  for (const Body<S>& body : model.bodies) select.rotor |= present(body.rotor.reflected);
  for (const PoseSpring<S>& spring : model.pose_springs) select.spring |= present(spring.stiffness);
  for (const Friction<S>& friction : model.friction) look(friction);
  for (const Coupling<S>& coupling : model.couplings) {
    look(coupling.friction);
    select.rotor |= present(coupling.rotor_inertia);
    select.spring |= present(coupling.stiffness) || coupling.is_periodic();
    select.coupling |=
        present(coupling.rotor_inertia) || present(coupling.friction.viscous) || present(coupling.friction.coulomb);
  }
  return select;
}

/// Where friction, or a list of its terms, keeps a parameter; nullptr for all others.
template <class AnyFriction>
auto* find_friction_parameter(AnyFriction& friction, ParameterKind kind) {
  using enum ParameterKind;
  switch (kind) {
    case viscous:
      return &friction.viscous;
    case coulomb:
      return &friction.coulomb;
    case viscous_difference:
      return &friction.viscous_difference;
    case coulomb_difference:
      return &friction.coulomb_difference;
    case stribeck:
      return &friction.stribeck;
    case offset:
      return &friction.offset;
    case load:
      if constexpr (requires { friction.load; })
        return &friction.load;
      else
        break;
    case mass:
    case mx:
    case my:
    case mz:
    case ixx:
    case ixy:
    case ixz:
    case iyy:
    case iyz:
    case izz:
    case rotor_inertia:
    case stiffness:
    case preload:
    case sine:
    case cosine:
    case own_term:
      break;
  }
  return static_cast<decltype(&friction.offset)>(nullptr);
}

/// Where a model or its parts keep a parameter; nullptr for the inertial ones and the preload.
template <class AnyModel>
auto* find_parameter(AnyModel& model, const Parameter& parameter) {
  const bool of_joint = parameter.coupling < 0;
  if (parameter.kind == ParameterKind::rotor_inertia)
    return of_joint ? &model.bodies[parameter.body].rotor.reflected
                    : &model.couplings[parameter.coupling].rotor_inertia;
  if (parameter.kind == ParameterKind::stiffness && !of_joint) return &model.couplings[parameter.coupling].stiffness;
  if (parameter.kind == ParameterKind::sine) return &model.couplings[parameter.coupling].sine;
  if (parameter.kind == ParameterKind::cosine) return &model.couplings[parameter.coupling].cosine;
  if (parameter.kind == ParameterKind::stiffness)
    return &std::find_if(model.pose_springs.begin(), model.pose_springs.end(), [&](const auto& spring) {
              return spring.body == parameter.body;
            })->stiffness;
  return find_friction_parameter(
      of_joint ? model.friction[model.bodies[parameter.body].v] : model.couplings[parameter.coupling].friction,
      parameter.kind);
}

/// The parameter vector of a robot.
template <Scalar S>
std::vector<S> parameters(const Model<S>& model, const ParameterLayout& layout) {
  std::vector<S> theta(layout.entries.size(), S(0.0));
  for (int i = 0; i < model.body_count(); ++i) {
    const int at = layout.inertial[i];
    if (at < 0) continue;
    const Inertia<S> link = to_parent(inverse(model.frames[model.bodies[i].frame].pose), model.bodies[i].inertia);
    const Symmetric3<S> I = link.rotational();
    const Vector3<S>& h = link.first_moment;
    const S block[10] = {link.mass, h.x, h.y, h.z, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
    for (int k = 0; k < 10; ++k) theta[at + k] = block[k];
  }
  for (std::size_t c = 0; c < theta.size(); ++c) {
    const Parameter& parameter = layout.entries[c];
    if (parameter.kind == ParameterKind::preload)
      theta[c] = model.couplings[parameter.coupling].stiffness * model.couplings[parameter.coupling].rest;
    else if (parameter.kind > ParameterKind::izz && parameter.kind != ParameterKind::own_term)
      theta[c] = *find_parameter(model, parameter);
  }
  return theta;
}

/// The robot with these parameters; what the layout does not hold stays as it is. A preload becomes the
/// rest position of the spring, which stays as it is where the stiffness is 0.
template <Scalar S>
Model<S> with_parameters(const Model<S>& model, const ParameterLayout& layout, Input<S> theta) {
  require_size("theta", theta.size(), layout.entries.size(), "parameter", model.name);
  return changed(model, [&](ModelParts<S>& parts) {
    for (std::size_t i = 0; i < parts.bodies.size(); ++i) {
      if (layout.inertial[i] < 0) continue;
      const S* b = &theta[layout.inertial[i]];
      const Inertia<S> link{b[0], {b[1], b[2], b[3]}, second_moment(Symmetric3<S>{b[4], b[5], b[6], b[7], b[8], b[9]})};
      parts.bodies[i].inertia = to_parent(parts.frames[parts.bodies[i].frame].pose, link);
    }
    for (std::size_t c = 0; c < theta.size(); ++c) {
      const Parameter& parameter = layout.entries[c];
      if (parameter.kind <= ParameterKind::izz || parameter.kind == ParameterKind::own_term) continue;
      if (parameter.kind == ParameterKind::preload) {
        Coupling<S>& coupling = parts.couplings[parameter.coupling];
        if (known_value(coupling.stiffness) != 0.0) coupling.rest = theta[c] / coupling.stiffness;
      } else {
        *find_parameter(parts, parameter) = theta[c];
      }
    }
    for (Body<S>& body : parts.bodies) {
      for (int k = 1; k < velocity_count(body.joint); ++k) parts.friction[body.v + k] = parts.friction[body.v];
      body.rotor.spin = body.rotor.reflected * body.rotor.direction;
      const Vector3<S>& s = body.rotor.spin;
      body.rotor.gyroscopic = known_value(dot(s, s)).value_or(1.0) != 0;
    }
  });
}

/// Short names as the literature has them, with the number of the joint: m2, mx2, Ixy2, Ia2 (rotor), Fv2, dFv2, Fs2,
/// dFs2, F02 (offset), Fl2 (load); c1, c2, ... number the couplings: Kc1, Krc1 (preload), Iac1, ...
std::string parameter_name(const Parameter& parameter);
/// One name for each entry.
std::vector<std::string> parameter_names(const ParameterLayout& layout);

}  // namespace torsor
