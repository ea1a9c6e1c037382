#pragma once

#include <tuple>
#include <unordered_map>

#include "torsor/model/conditions.hpp"
#include "torsor/model/evaluator.hpp"
#include "torsor/model/tip.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/spatial/align.hpp"

namespace torsor {

/// Turns a description into a Model for one scalar. The description must have passed check().
/// Here, and nowhere else, are DH conventions, fixed joints, motor-side friction and the users' frames known.
template <Scalar S>
class ModelBuilder {
 public:
  explicit ModelBuilder(Evaluator<S> values) : description_(values.description()), values_(std::move(values)) {}

  Model<S> build() {
    model_.name = description_.name;
    model_.gravity = vector(description_.gravity);
    add_frame(description_.base_name, 0, values_.pose(description_.base));
    model_.bodies[0].inertia = to_parent(model_.frames[0].pose, values_.inertia(description_.base_mass));
    for (const described::Link& link : description_.links) add_coordinate(link);
    for (const described::Link& link : description_.links) add_link(link);
    if (const auto ends = tip_candidates(description_);
        !ends.empty())  // the frame after the base's is the first link's
      model_.tip = static_cast<int>(ends.back()) + 1;
    if (description_.tool) {
      const Frame<S> at = frame(description_.tool->link);
      model_.tip = static_cast<int>(model_.frames.size());
      model_.frames.push_back({"tool", at.body, at.pose * values_.pose(description_.tool->pose)});
    }
    if (description_.payload) add_payload(*description_.payload);
    for (const described::Link& link : description_.links)
      if (link.spring && velocity_count(link.joint) == 1) add_spring(link);
    if (!model_.carried.empty()) model_.carried.resize(model_.bodies.size());
    for (const described::Coupling& coupling : description_.couplings) add_coupling(coupling);
    for (const described::Loop& loop : description_.loops) add_loop(loop);
    return Model<S>(model_);
  }

 private:
  /// The frame of a link that was added; of a long chain's links it is mostly the last one.
  const Frame<S>& frame(const std::string& name) const {
    return model_.frames.back().name == name ? model_.frames.back() : model_.frames[frame_index_.at(name)];
  }
  void add_frame(const std::string& name, int body, const Transform<S>& pose) {
    frame_index_.emplace(name, static_cast<int>(model_.frames.size()));
    model_.frames.push_back({name, body, pose});
  }

  void add_payload(const described::Payload& payload) {
    const Frame<S>& at = frame(payload.at);
    Inertia<S>& inertia = model_.bodies[at.body].inertia;
    inertia = inertia + to_parent(at.pose, values_.inertia(payload.mass));
  }

  /// Rot about x (alpha) and shift along x (a), or about and along z (theta, d); the two factors of a DH row.
  Transform<S> about_x(const described::DhRow& row) const {
    return {rotation_x(exact_sincos(value(row.alpha))), {value(row.a), S(0.0), S(0.0)}};
  }
  Transform<S> about_z(const described::DhRow& row, JointType joint) const {
    const bool sliding = slides(joint);
    const S theta = sliding ? value(row.theta) : value(row.theta) + value(row.offset);
    const S d = sliding ? value(row.d) + value(row.offset) : value(row.d);
    return {rotation_z(exact_sincos(theta)), {S(0.0), S(0.0), d}};
  }

  /// Where the joint's frame stands in the parent link's frame, and the link's own frame in the joint's.
  struct Placement {
    Transform<S> joint, link;
  };
  Placement place(const described::Link& link) const {
    Placement result;
    if (link.origin) result.joint = values_.pose(*link.origin);
    if (!link.dh) {
      const Matrix3<S> A = align_z(vector(link.axis));
      result.joint.R = result.joint.R * A;
      result.link.R = transpose(A);
    } else if (description_.dh == DhConvention::standard) {
      // [notes 000] Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha): the joint moves before the whole row
      result.link = about_z(*link.dh, link.joint) * about_x(*link.dh);
    } else {
      // [notes 003; Craig 2005, 3.4] Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d): it moves after it, about or along
      // the same z, so that d may just as well come last and the joint's frame stand where the normal of both axes
      // meets it
      const Transform<S> z = about_z(*link.dh, link.joint);
      result.joint = result.joint * about_x(*link.dh) * Transform<S>{z.R, {}};
      result.link.p = z.p;
    }
    if (link.flip) {
      const Matrix3<S> half_turn = rotation_x(SinCos<S>{S(0.0), S(-1.0)});
      result.joint.R = result.joint.R * half_turn;
      result.link = Transform<S>{half_turn, {}} * result.link;
    }
    return result;
  }

  /// Joints that move by themselves have their numbers in the order of the file; one that follows may come before the
  /// joint it follows.
  void add_coordinate(const described::Link& link) {
    if (link.joint == JointType::fixed || link.mimic) return;
    coordinates_[&link] = {nq_, nv_};
    nq_ += position_count(link.joint);
    nv_ += velocity_count(link.joint);
    model_.friction.resize(nv_, link.friction ? friction(*link.friction, link) : Friction<S>{});
  }

  void add_link(const described::Link& link) {
    const Frame<S> parent = frame(link.parent);
    const Placement placement = place(link);
    const Transform<S> joint = parent.pose * placement.joint;
    if (link.joint == JointType::fixed) {
      const Transform<S> at = joint * placement.link;
      Inertia<S>& lump = model_.bodies[parent.body].inertia;
      lump = lump + to_parent(at, values_.inertia(link.mass));
      add_carried(link, parent.body, at);
      add_frame(link.name, parent.body, at);
      return;
    }
    Body<S> body;
    body.parent = parent.body;
    body.joint = link.joint;
    const Following<S> following = values_.follow(link);
    body.follows = link.mimic.has_value();
    body.following = {turns(link.joint), following.ratio, following.offset};
    std::tie(body.q, body.v) = coordinates_.at(following.leader);
    body.axis = axis_count_;
    axis_count_ += velocity_count(link.joint);
    body.placement = joint;
    body.inertia = to_parent(placement.link, values_.inertia(link.mass));
    if (link.rotor)
      body.rotor = rotor(*link.rotor, following.ratio, parent.pose.R, joint.R, velocity_count(link.joint) == 1);
    if (body.follows && link.friction)
      model_.friction[body.v] = model_.friction[body.v] + felt_through(following.ratio, friction(*link.friction, link));
    model_.joint_names.push_back(link.joint_name);
    body.frame = static_cast<int>(model_.frames.size());
    add_frame(link.name, static_cast<int>(model_.bodies.size()), placement.link);
    model_.bodies.push_back(body);
    const int index = static_cast<int>(model_.bodies.size()) - 1;
    add_carried(link, index, placement.link);
    if (link.spring && velocity_count(link.joint) > 1) add_pose_spring(link, index);
  }

  /// The mass whose weight gravity compensation carries. What stands on the ground needs none.
  void add_carried(const described::Link& link, int body, const Transform<S>& at) {
    if (!link.gravity_compensation || body == 0) return;
    const auto& [part, mass, com] = *link.gravity_compensation;
    const Inertia<S> own = values_.inertia(link.mass);
    const S c = value(part), m = value(mass);
    const Inertia<S> carried{c * own.mass + m, c * own.first_moment + m * vector(com),
                             c * own.second_moment + m * outer(vector(com))};
    if (static_cast<int>(model_.carried.size()) <= body) model_.carried.resize(body + 1);
    model_.carried[body] = model_.carried[body] + to_parent(at, carried);
  }

  /// The rotors of a ball or free joint have no axis: only their reflected inertia is felt, at each of its velocities.
  Rotor<S> rotor(const described::Rotor& written, const S& following, const Matrix3<S>& parent, const Matrix3<S>& joint,
                 bool turns_or_slides) const {
    const S k = following * value(written.ratio);
    const S k_Im = k * value(written.inertia);
    Rotor<S> result;
    result.reflected = k * k_Im;
    const bool geared = known_value(k).value_or(1.0) != 0;  // a joint may follow another at a ratio of 0
    if (description_.rotor_model == RotorModel::reflected || !turns_or_slides || !geared) return result;
    const Matrix3<S> A = written.axis ? parent * align_z(vector(*written.axis)) : joint;
    const Vector3<S> z_m{A.xz, A.yz, A.zz};
    result.gyroscopic = known_value(k_Im).value_or(1.0) != 0;
    result.spin = k_Im * z_m;
    result.direction = S(1.0) / k * z_m;
    return result;
  }

  static Friction<S> directed(const S& viscous_positive, const S& viscous_negative, const S& coulomb_positive,
                              const S& coulomb_negative) {
    const auto mean = [](const S& a, const S& b) { return S(0.5) * (a + b); };
    const auto difference = [](const S& a, const S& b) { return S(0.5) * (a - b); };
    return {.viscous = mean(viscous_positive, viscous_negative),
            .coulomb = mean(coulomb_positive, coulomb_negative),
            .viscous_difference = difference(viscous_positive, viscous_negative),
            .coulomb_difference = difference(coulomb_positive, coulomb_negative)};
  }
  /// Motor-side values act through the gear: k^2 on viscous friction and what is before sliding, |k| on Coulomb's and
  /// Stribeck's, k on the offset; velocities are divided by |k|.
  Friction<S> friction(const described::Friction& written, const described::Link& link) const {
    const S k = written.side == Side::motor && link.rotor ? value(link.rotor->ratio) : S(1.0);
    const S gear = k * sign(k);
    Friction<S> result = directed(gear * gear * value(written.viscous[0]), gear * gear * value(written.viscous[1]),
                                  gear * value(written.coulomb[0]), gear * value(written.coulomb[1]));
    result.offset = k * value(written.offset);
    result.stribeck = gear * value(written.stribeck);
    result.width = value(written.width) / gear;
    result.stribeck_velocity = value(written.stribeck_velocity) / gear;
    result.presliding_stiffness = gear * gear * value(written.presliding_stiffness);
    result.presliding_damping = gear * gear * value(written.presliding_damping);
    result.load = value(written.load);  // torque per torque, on either side
    return result;
  }

  /// Adds coefficient * (ratio * q + offset) to the combination, whose rest position takes up the constant part.
  void add_term(Coupling<S>& coupling, const std::string& joint_name, const S& coefficient) const {
    const Following<S> following = values_.follow(values_.joint(joint_name));
    const auto [q, v] = coordinates_.at(following.leader);
    coupling.terms.push_back({q, v, coefficient * following.ratio});
    coupling.rest -= coefficient * following.offset;
    coupling.phase += coefficient * following.offset;
  }
  void add_spring(const described::Link& link) {
    Coupling<S> coupling;
    coupling.stiffness = value(link.spring->stiffness);
    coupling.rest = value(link.spring->rest);
    add_term(coupling, link.joint_name, S(1.0));
    coupling.friction.viscous = value(link.spring->damping);
    model_.couplings.push_back(coupling);
  }
  void add_pose_spring(const described::Link& link, int body) {
    PoseSpring<S> spring{body, value(link.spring->stiffness), {}};
    for (const described::Quantity& entry : link.spring->pose) spring.rest.push_back(value(entry));
    if (spring.rest.empty()) {
      spring.rest.resize(position_count(link.joint), S(0.0));
      spring.rest[spring.rest.size() - 4] = S(1.0);
    }
    model_.pose_springs.push_back(std::move(spring));
  }
  void add_coupling(const described::Coupling& written) {
    Coupling<S> coupling;
    coupling.stiffness = value(written.stiffness);
    coupling.rest = value(written.rest);
    coupling.sine = value(written.sine), coupling.cosine = value(written.cosine);
    for (const auto& [name, coefficient] : written.joints) add_term(coupling, name, value(coefficient));
    coupling.friction = directed(value(written.viscous[0]), value(written.viscous[1]), value(written.coulomb[0]),
                                 value(written.coulomb[1]));
    coupling.friction.width = value(written.width);
    coupling.friction.presliding_stiffness = value(written.presliding_stiffness);
    coupling.friction.presliding_damping = value(written.presliding_damping);
    coupling.rotor_inertia = value(written.rotor_inertia);
    model_.couplings.push_back(coupling);
  }

  void add_loop(const described::Loop& written) {
    Loop<S> loop;
    loop.name = written.name;
    for (int side = 0; side < 2; ++side) {
      const Frame<S>& at = frame(written.link[side]);
      loop.body[side] = at.body;
      loop.point[side] = at.pose * vector(written.point[side]);
    }
    model_.loops.push_back(loop);
  }

  S value(const described::Quantity& quantity) const { return values_.value(quantity); }
  Vector3<S> vector(const described::Triple& triple) const { return values_.vector(triple); }

  const Description& description_;
  Evaluator<S> values_;
  int nq_ = 0, nv_ = 0, axis_count_ = 0;                                         // of the joints that were added
  std::unordered_map<const described::Link*, std::pair<int, int>> coordinates_;  // where q and v of a joint begin
  std::unordered_map<std::string, int> frame_index_;                             // in model_.frames
  ModelParts<S> model_;
};

/// The model of a robot, on any scalar. The description must have passed check().
template <Scalar S>
Model<S> build_model(const Description& description) {
  return ModelBuilder<S>(Evaluator<S>(description)).build();
}

/// The same with `bind(name, value)` deciding what stands for each named parameter.
template <Scalar S, class Bind>
Model<S> build_model(const Description& description, const Bind& bind) {
  return ModelBuilder<S>(Evaluator<S>(description, bind)).build();
}

#define TORSOR_MODEL_BUILDER(S) template class ModelBuilder<S>
TORSOR_DECLARE_INSTANCES(TORSOR_MODEL_BUILDER)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_MODEL_BUILDER
#endif

}  // namespace torsor
