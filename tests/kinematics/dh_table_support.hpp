#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/dh_table.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/build_model.hpp"

// What the tests of DH tables share.
namespace torsor::test {

inline constexpr double pi = 3.141592653589793, quarter = pi / 2;

inline double number(const described::Quantity& quantity) {
  return evaluate<double>(quantity.expression, [](const std::string&) { return 0.0; });
}
struct Numbers {
  double theta, d, a, alpha;
};
/// A row with the offset where it belongs.
template <class Value>
Numbers numbers(const described::Link& link, const Value& value) {
  const described::DhRow& row = *link.dh;
  const double offset = value(row.offset);
  return {value(row.theta) + (link.joint == JointType::prismatic ? 0 : offset),
          value(row.d) + (link.joint == JointType::prismatic ? offset : 0), value(row.a), value(row.alpha)};
}
inline Numbers numbers(const described::Link& link) { return numbers(link, number); }

inline DhTable table_of(const Description& description, const DhOptions& options = {}) {
  auto result = dh_table(description, options);
  if (const auto* problem = std::get_if<Problem>(&result)) {
    ADD_FAILURE() << problem->message;
    return {};
  }
  return std::get<DhTable>(std::move(result));
}
/// Poses of the tip and torques of two robots with the same joints, at random states.
inline void expect_same_robot(const Description& a, const Description& b, double tolerance = 1e-12) {
  const Model<double> one = build_model<double>(a), other = build_model<double>(b);
  ASSERT_EQ(one.joint_names, other.joint_names);
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-2, 2);
  std::vector<double> q(one.nq), qd(one.nv), qdd(one.nv);
  for (int n = 0; n < 20; ++n) {
    for (auto* x : {&q, &qd, &qdd})
      for (double& entry : *x) entry = uniform(random);
    const Transform<double> T = frame_pose<double>(one, forward_kinematics(one, q), one.tip);
    const Transform<double> U = frame_pose<double>(other, forward_kinematics(other, q), other.tip);
    EXPECT_NEAR(dot(T.p - U.p, T.p - U.p), 0, tolerance * tolerance);
    for (int k = 0; k < 3; ++k) {
      const Vector3<double> difference = axis(T.R, k) - axis(U.R, k);
      EXPECT_NEAR(dot(difference, difference), 0, tolerance * tolerance);
    }
    const std::vector<double> tau = inverse_dynamics(one, q, qd, qdd), mu = inverse_dynamics(other, q, qd, qdd);
    double size = 1;
    for (const double x : tau) size = std::max(size, std::abs(x));
    for (std::size_t j = 0; j < tau.size(); ++j) EXPECT_NEAR(tau[j], mu[j], 10 * tolerance * size) << j;
  }
}

/// A robot of the books with its rows taken apart into plain frames: no sign of DH is left.
inline Description taken_apart(const Description& robot) {
  const Model<double> model = build_model<double>(robot);
  // a link of a modified table stands on its joint's axis, where its row says; one of a standard table at its joint
  std::vector<Transform<double>> on_axis(model.bodies.size());
  for (std::size_t i = 1; i < on_axis.size() && robot.dh == DhConvention::modified; ++i)
    on_axis[i] = translation(model.frames[model.bodies[i].frame].pose.p);
  Description result;
  result.name = robot.name;
  result.gravity = robot.gravity;
  result.rotor_model = robot.rotor_model;
  result.parameters = robot.parameters;
  described::Link pedestal;
  pedestal.name = "pedestal";
  pedestal.parent = "base";
  pedestal.joint = JointType::fixed;
  pedestal.origin = robot.base;
  result.links.push_back(pedestal);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[i];
    described::Link link = robot.links[i - 1];
    const Transform<double> before = i == 1 ? model.frames[0].pose : on_axis[body.parent];
    const Transform<double> place = inverse(before) * body.placement * on_axis[i];
    const Matrix3<double>& R = place.R;
    if (i == 1) link.parent = "pedestal";
    link.dh.reset();
    link.flip = false;
    const double yaw = std::atan2(R.yx, R.xx), pitch = std::atan2(-R.zx, std::hypot(R.xx, R.yx));
    const double roll = std::hypot(R.xx, R.yx) < 1e-9 ? std::atan2(-R.yz, R.yy) : std::atan2(R.zy, R.zz);
    link.origin = {{place.p.x, place.p.y, place.p.z}, {roll, pitch, std::hypot(R.xx, R.yx) < 1e-9 ? 0 : yaw}};
    link.name = robot.links[i - 1].name;
    link.mass = {};
    const Inertia<double> inertia = to_parent(inverse(on_axis[i]), body.inertia);
    link.mass.mass = inertia.mass;
    link.mass.about = ReferencePoint::origin;
    if (inertia.mass != 0)
      link.mass.com = {inertia.first_moment.x / inertia.mass, inertia.first_moment.y / inertia.mass,
                       inertia.first_moment.z / inertia.mass};
    const Symmetric3<double> I = inertia.rotational();
    link.mass.inertia = {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
    result.links.push_back(link);
  }
  const Transform<double> tip = inverse(on_axis.back()) * model.frames[model.bodies.back().frame].pose;
  described::Link end;
  end.name = "flange";
  end.joint_name = "to_flange";
  end.joint = JointType::fixed;
  end.parent = result.links.back().name;
  const Matrix3<double>& R = tip.R;
  end.origin = {{tip.p.x, tip.p.y, tip.p.z},
                {std::atan2(R.zy, R.zz), std::atan2(-R.zx, std::hypot(R.xx, R.yx)), std::atan2(R.yx, R.xx)}};
  result.links.push_back(end);
  return result;
}

/// Takes a robot's rows apart and finds them again, up to the freedom that a table leaves: x of a frame may point the
/// other way, which turns the joints on both its sides by 180 degrees and changes the signs of a and alpha.
inline void expect_table_comes_back(const Description& robot) {
  const DhTable table = table_of(taken_apart(robot), {.convention = robot.dh});
  ASSERT_EQ(table.robot.links.size(), robot.links.size());
  const Evaluator<double> values(robot);
  int before = 1;  // the sign of the x that the row starts from
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    const Numbers ours = numbers(table.robot.links[k]);
    const Numbers theirs = numbers(robot.links[k], [&](const auto& quantity) { return values.value(quantity); });
    const bool turned = std::abs(std::remainder(ours.theta - theirs.theta, 2 * pi)) > quarter;
    const int after = turned ? -before : before, sign = robot.dh == DhConvention::standard ? after : before;
    EXPECT_NEAR(std::remainder(ours.theta - theirs.theta - (turned ? pi : 0), 2 * pi), 0, 1e-12) << k;
    EXPECT_NEAR(ours.d, theirs.d, 1e-12) << k;
    EXPECT_NEAR(ours.a, sign * theirs.a, 1e-12) << k;
    EXPECT_NEAR(std::remainder(ours.alpha - sign * theirs.alpha, 2 * pi), 0, 1e-12) << k;
    before = after;
  }
  expect_same_robot(taken_apart(robot), table.robot);
}

}  // namespace torsor::test
