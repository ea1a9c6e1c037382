#pragma once

#include <gtest/gtest.h>

#include "torsor/model/position.hpp"

namespace torsor::test {

/// By velocity: how many times larger its number is in a unit of length of which a metre has `per_metre`.
inline std::vector<double> velocity_units(const Model<double>& model, double per_metre) {
  std::vector<double> units(model.nv, 1.0);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[i];
    for (int k = 0; k < velocity_count(body.joint) && !body.follows; ++k)
      if (!joint_axes(body.joint)[static_cast<std::size_t>(k)].turns) units[body.v + k] = per_metre;
  }
  return units;
}

/// The numbers of q in the other unit.
inline std::vector<double> positions_in_unit(const Model<double>& model, std::vector<double> q, double per_metre) {
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[i];
    const int lengths = body.follows                         ? 0
                        : body.joint == JointType::prismatic ? 1
                        : body.joint == JointType::free      ? 3
                                                             : 0;
    for (int k = 0; k < lengths; ++k) q[body.q + k] *= per_metre;
  }
  return q;
}

/// The same robot, measured in another unit of length (and kilograms and seconds). With u for velocity_units, torques
/// become per_metre^2 / u times as large, as power does with per_metre^2.
inline Model<double> in_unit(const Model<double>& model, double per_metre) {
  const std::vector<double> u = velocity_units(model, per_metre);
  const double square = per_metre * per_metre;
  return changed(model, [&](ModelParts<double>& parts) {
    parts.gravity = per_metre * parts.gravity;
    for (Frame<double>& frame : parts.frames) frame.pose.p = per_metre * frame.pose.p;
    for (std::size_t i = 0; i < parts.bodies.size(); ++i) {
      Body<double>& body = parts.bodies[i];
      const double leader = i == 0 ? 1 : u[body.v];
      body.placement.p = per_metre * body.placement.p;
      body.inertia.first_moment = per_metre * body.inertia.first_moment;
      body.inertia.second_moment = square * body.inertia.second_moment;
      body.rotor.reflected *= square / (leader * leader);
      body.rotor.spin = square / leader * body.rotor.spin;
      body.rotor.direction = leader * body.rotor.direction;
      const double own = body.joint == JointType::prismatic ? per_metre : 1;
      body.following.ratio *= own / leader;
      body.following.offset *= own;
    }
    for (std::size_t v = 0; v < parts.friction.size(); ++v) {
      Friction<double>& f = parts.friction[v];
      for (double* slope : {&f.viscous, &f.viscous_difference, &f.presliding_stiffness, &f.presliding_damping})
        *slope *= square / (u[v] * u[v]);
      for (double* torque : {&f.coulomb, &f.coulomb_difference, &f.stribeck, &f.offset}) *torque *= square / u[v];
      for (double* velocity : {&f.width, &f.stribeck_velocity}) *velocity *= u[v];
    }
    for (Inertia<double>& carried : parts.carried) carried.first_moment = per_metre * carried.first_moment;
    for (PoseSpring<double>& spring : parts.pose_springs) {
      EXPECT_EQ(parts.bodies[spring.body].joint, JointType::ball);  // of a free joint, N/m and Nm/rad are one number
      spring.stiffness *= square;
    }
    for (Coupling<double>& c : parts.couplings) {  // the combination stays an angle
      for (Coupling<double>::Term& term : c.terms) term.coefficient /= u[term.v];
      Friction<double>& f = c.friction;
      for (double* torque : {&c.stiffness, &c.rotor_inertia, &f.viscous, &f.viscous_difference, &f.coulomb,
                             &f.coulomb_difference, &f.stribeck, &f.offset, &c.sine, &c.cosine})
        *torque *= square;
    }
  });
}

}  // namespace torsor::test
