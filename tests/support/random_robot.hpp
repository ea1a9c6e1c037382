#pragma once

#include <random>

#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"

namespace torsor::test {

/// Numbers that are never zero by accident.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  /// Between low and high in magnitude, either sign.
  double signed_uniform(double low, double high) { return (flip() ? -1 : 1) * uniform(low, high); }
  bool flip() { return integer(0, 1) == 1; }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  Vector3<double> vector(double size) {
    return {signed_uniform(0.05, 1) * size, signed_uniform(0.05, 1) * size, signed_uniform(0.05, 1) * size};
  }
  std::vector<double> list(int n, double low, double high) {
    std::vector<double> result;
    for (int k = 0; k < n; ++k) result.push_back(signed_uniform(low, high));
    return result;
  }

 private:
  std::mt19937_64 engine_;
};

inline described::Triple triple(const Vector3<double>& v) { return {v.x, v.y, v.z}; }

/// A body that can exist: some point masses, none on a common plane.
inline described::MassProperties random_mass(Random& random, bool about_origin) {
  Inertia<double> sum;
  for (int k = 0; k < 6; ++k) {
    const double m = random.uniform(0.1, 1.5);
    const Vector3<double> r = random.vector(0.4);
    sum = sum + Inertia<double>{m, m * r, m * outer(r)};
  }
  const Vector3<double> c = 1 / sum.mass * sum.first_moment;
  const Inertia<double> body = about_origin ? sum : to_parent(translation(-c), sum);
  const Symmetric3<double> I = body.rotational();
  described::MassProperties mass;
  mass.mass = sum.mass;
  mass.com = triple(c);
  mass.inertia = {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
  mass.about = about_origin ? ReferencePoint::origin : ReferencePoint::center_of_mass;
  return mass;
}

inline described::Pose random_pose(Random& random) { return {triple(random.vector(0.5)), triple(random.vector(3))}; }

inline described::Link random_link(Random& random, const Description& robot) {
  const std::size_t index = robot.links.size();
  described::Link link;
  link.name = "link" + std::to_string(index + 1);
  link.joint_name = "joint" + std::to_string(index + 1);
  link.parent = index == 0 ? "base" : robot.links.back().name;
  if (index > 0 && random.integer(0, 3) == 0) {  // a branch
    const int at = random.integer(-1, static_cast<int>(index) - 1);
    link.parent = at < 0 ? "base" : robot.links[at].name;
    link.origin = random_pose(random);
  }
  link.joint = random.integer(0, 2) == 0 ? JointType::prismatic : JointType::revolute;
  link.flip = random.integer(0, 4) == 0;
  if (random.integer(0, 5) == 0) {  // no DH row: an oblique axis
    link.origin = random_pose(random);
    link.axis = triple(random.vector(2));
  } else {
    link.dh =
        described::DhRow{random.signed_uniform(0.1, 3), random.signed_uniform(0.1, 0.6),
                         random.signed_uniform(0.1, 0.6), random.signed_uniform(0.1, 3), random.signed_uniform(0.1, 1)};
  }
  link.mass = random_mass(random, random.flip());
  // geared rotors; now and then a heavy direct drive, which may outweigh its links and leave B indefinite
  link.rotor = described::Rotor{random.uniform(1e-4, 2e-3), random.signed_uniform(5, 40), {}};
  if (random.integer(0, 19) == 0)
    link.rotor = described::Rotor{random.uniform(0.1, 1), random.signed_uniform(0.3, 2), {}};
  if (random.flip()) link.rotor->axis = triple(random.vector(1));
  link.friction = described::Friction{{random.uniform(0.1, 2), random.uniform(0.1, 2)},
                                      {random.uniform(0.1, 2), random.uniform(0.1, 2)},
                                      random.signed_uniform(0.1, 1),
                                      Side::link};
  if (random.flip()) {
    link.friction->side = Side::motor;
    for (auto* pair : {&link.friction->viscous, &link.friction->coulomb})
      for (auto& entry : *pair) entry = random.uniform(1e-4, 1e-2);
    link.friction->offset = random.signed_uniform(1e-3, 1e-2);
  }
  if (random.integer(0, 2) == 0) {  // friction with a shape, for a third of the joints
    link.friction->width = random.uniform(0.01, 1);
    link.friction->stribeck = random.uniform(0.1, 1);
    link.friction->stribeck_velocity = random.uniform(1, 5);
  } else if (link.friction->side == Side::link) {  // no number is drawn, so that the robots stay what they were
    link.friction->presliding_stiffness = 1e4, link.friction->presliding_damping = 3.0;
  }
  if (random.flip())
    link.spring = described::Spring{random.uniform(1, 20), random.signed_uniform(0.1, 2), random.uniform(0.1, 1)};
  return link;
}

/// 1 to 9 joints with everything a robot can have: both DH kinds, revolute and prismatic, branches, fixed links,
/// rotors, friction of both directions, springs, couplings, a tool and a payload.
inline Description random_robot(Random& random, int joints) {
  Description robot;
  robot.name = "random";
  robot.dh = random.flip() ? DhConvention::standard : DhConvention::modified;
  robot.rotor_model = random.integer(0, 3) == 0 ? RotorModel::reflected : RotorModel::gyroscopic;
  robot.gravity = triple(random.vector(9.81));
  robot.base = random_pose(random);
  for (int k = 0; k < joints; ++k) {
    robot.links.push_back(random_link(random, robot));
    if (random.integer(0, 5) != 0) continue;
    described::Link fixed = random_link(random, robot);
    fixed.joint = JointType::fixed;
    fixed.rotor.reset(), fixed.friction.reset(), fixed.spring.reset();
    robot.links.push_back(fixed);
  }
  robot.tool = described::Tool{robot.links.back().name, random_pose(random)};
  robot.payload = described::Payload{random_mass(random, random.flip()), "tool"};
  if (joints > 1) {
    described::Coupling coupling;
    for (const described::Link& link : robot.links)
      if (link.joint != JointType::fixed)
        coupling.joints.emplace_back(link.joint_name, random.signed_uniform(0.2, 1.5));
    coupling.stiffness = random.uniform(1, 10);
    coupling.rest = random.signed_uniform(0.1, 1);
    if (random.flip()) coupling.sine = random.signed_uniform(0.5, 5), coupling.cosine = random.signed_uniform(0.5, 5);
    coupling.viscous = {random.uniform(0.1, 1), random.uniform(0.1, 1)};
    coupling.coulomb = {random.uniform(0.1, 1), random.uniform(0.1, 1)};
    if (random.integer(0, 2) == 0) coupling.rotor_inertia = random.uniform(0.05, 0.5);
    if (random.flip()) coupling.width = random.uniform(0.01, 1);
    robot.couplings.push_back(coupling);
  }
  return robot;
}

/// A number that is mostly round: 0, or one of few.
inline double round_number(Random& random, std::initializer_list<double> others) {
  const int at = random.integer(-static_cast<int>(others.size()), static_cast<int>(others.size()) - 1);
  return at < 0 ? 0.0 : others.begin()[at];
}

/// A robot as they are built: right angles, zeros, centres of mass on an axis, links without a mass of their own,
/// axes that run along each other; little of friction, springs and rotors.
inline Description random_tidy_robot(Random& random, int joints) {
  constexpr double right = 1.5707963267948966;
  Description robot = random_robot(random, joints);
  robot.gravity = {0.0, 0.0, -9.81};
  robot.base = {};
  for (described::Link& link : robot.links) {
    if (link.origin)
      link.origin = described::Pose{{round_number(random, {0.5, -0.3}), 0.0, round_number(random, {0.2, 1})},
                                    {round_number(random, {right, -right}), 0.0, round_number(random, {right})}};
    if (link.dh)
      link.dh = described::DhRow{0.0, round_number(random, {0.1, 0.4}), round_number(random, {0.3, 1, -0.2}),
                                 round_number(random, {right, -right, 2 * right}), round_number(random, {right})};
    if (link.origin && !link.dh) link.axis = {0.0, round_number(random, {1}), 1.0};
    if (link.origin && !link.dh && random.flip()) link.axis = {-1.0, 0.0, 0.0};
    link.mass.com = {round_number(random, {-0.2, 0.1}), 0.0, round_number(random, {0.15})};
    link.mass.inertia = {random.uniform(0.1, 0.3), 0.0, 0.0, random.uniform(0.2, 0.3), 0.0, random.uniform(0.2, 0.3)};
    if (random.integer(0, 5) == 0) link.mass = {};
    if (random.integer(0, 2) > 0) link.rotor.reset();
    if (!link.rotor || random.integer(0, 2) > 0) link.friction.reset();  // which may be on the side of the motor
    if (random.integer(0, 3) > 0) link.spring.reset();
  }
  if (random.integer(0, 2) > 0) robot.couplings.clear();
  if (random.flip()) robot.payload.reset();
  return robot;
}

/// The same with gravity compensation, more or less of it, of most links, some of it beside the centre of mass. Takes
/// its numbers from a copy, so that what is drawn after it stays what it was.
inline Description with_gravity_compensation(Random random, Description robot) {
  for (described::Link& link : robot.links) {
    if (random.integer(0, 3) == 0) continue;
    described::GravityCompensation& compensation = link.gravity_compensation.emplace();
    compensation.part = random.uniform(-0.3, 1.3);
    if (random.integer(0, 3) > 0) continue;
    compensation.mass = random.uniform(0.1, 2);
    compensation.com = triple(random.vector(0.4));
  }
  return robot;
}

/// A spring of a ball or free joint, which rests somewhere; from a copy as well.
inline described::Spring random_pose_spring(Random random, JointType joint) {
  described::Spring spring{random.uniform(1, 20), 0.0, 0.0};
  std::vector<double> rest = random.list(position_count(joint), 0.1, 1);
  joint_position::normalize_quaternion(&rest[rest.size() - 4]);
  spring.pose.assign(rest.begin(), rest.end());
  return spring;
}

/// The same, with a free or a ball joint in place of every third one, mostly a free base, and shoulders and hips; with
/// gravity compensation.
inline Description random_robot_with_ball_and_free_joints(Random& random, int joints) {
  Description robot = random_robot(random, joints);
  robot.couplings.clear();
  int k = 0;
  for (described::Link& link : robot.links) {
    if (link.joint == JointType::fixed || k++ % 3 != 0) continue;
    link.joint = random.flip() ? JointType::free : JointType::ball;
    if (!link.origin) link.origin = random_pose(random);
    link.dh.reset();
    if (link.spring) link.spring = random_pose_spring(random, link.joint);
    link.flip = false;
    link.axis = {0.0, 0.0, 1.0};
  }
  return with_gravity_compensation(random, std::move(robot));
}

/// The same with joints that follow others, one of them through a third; leaders may come before or after them. With
/// gravity compensation.
inline Description random_robot_with_followers(Random& random, int joints) {
  Description robot = random_robot(random, joints);
  std::vector<described::Link*> moving;
  for (described::Link& link : robot.links) {
    if (link.joint == JointType::fixed) continue;
    moving.push_back(&link);
    link.friction->width = link.friction->stribeck = 0.0;  // which no joint has that follows or leads
    link.friction->presliding_stiffness = link.friction->presliding_damping = 0.0;
  }
  const int leader = random.integer(0, static_cast<int>(moving.size()) - 1);
  for (int k = 0; k < static_cast<int>(moving.size()); ++k) {
    if (k == leader || random.integer(0, 2) == 0) continue;
    const bool through = k > 0 && k - 1 != leader && moving[k - 1]->mimic;
    moving[k]->mimic = described::Mimic{moving[through ? k - 1 : leader]->joint_name, random.signed_uniform(0.3, 2),
                                        random.signed_uniform(0.1, 1)};
  }
  return with_gravity_compensation(random, std::move(robot));
}

/// A state in which nothing rests, and a world in which everything acts.
struct RandomState {
  std::vector<double> q, qd, qdd;
  Wrench<double> wrench;
  Conditions<double> conditions;

  RandomState(Random& random, const Model<double>& model, bool moving_base = true)
      : q(random.list(model.nq, 0.1, 3)), qd(random.list(model.nv, 0.1, 3)), qdd(random.list(model.nv, 0.1, 5)) {
    normalize_position<double>(model, q);
    const std::vector<Transform<double>> poses = forward_kinematics(model, q);
    wrench = wrench_in_base_axes<double>(model, poses, model.tip, {random.vector(5), random.vector(20)});
    conditions.gravity = model.gravity;
    conditions.wrenches = {&wrench, 1};
    if (moving_base) conditions.base = {random.vector(1), random.vector(1), random.vector(3), random.vector(3)};
  }
  RandomState(const RandomState&) = delete;
  RandomState& operator=(const RandomState&) = delete;
};

inline double norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double entry : x) sum += entry * entry;
  return std::sqrt(sum);
}
inline std::vector<double> difference(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> result(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) result[k] = x[k] - y[k];
  return result;
}

}  // namespace torsor::test
