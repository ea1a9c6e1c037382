#include "torsor/kinematics/jacobian.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::jacobian_test {

/// Position of the tip's origin, and an axis of its frame, along q(t) = q + qd t + qdd t^2 / 2.
struct Path {
  const Model<double>& model;
  std::vector<double> q, qd, qdd;

  Transform<double> at(double t) const {
    std::vector<double> moved(q);
    for (std::size_t k = 0; k < q.size(); ++k) moved[k] += t * qd[k] + 0.5 * t * t * qdd[k];
    const auto poses = forward_kinematics(model, moved);
    return frame_pose<double>(model, poses, model.tip);
  }
};

constexpr double h = 1e-3;
Vector3<double> first(const Vector3<double>& minus2, const Vector3<double>& minus, const Vector3<double>& plus,
                      const Vector3<double>& plus2) {
  return 1 / (12 * h) * (8.0 * (plus - minus) - (plus2 - minus2));
}
Vector3<double> second(const Vector3<double>& minus2, const Vector3<double>& minus, const Vector3<double>& here,
                       const Vector3<double>& plus, const Vector3<double>& plus2) {
  return 1 / (12 * h * h) * (16.0 * (plus + minus) - (plus2 + minus2) - 30.0 * here);
}
void expect_near(const Vector3<double>& a, const Vector3<double>& b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(Jacobian, TimesVelocityIsTheDerivativeOfThePose) {
  for (int seed = 0; seed < 100; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const Path path{model, random.list(model.nq, 0.1, 3), random.list(model.nv, 0.1, 1), random.list(model.nv, 0.1, 1)};
    const Matrix<double> J = jacobian(model, path.q, model.tip);
    Vector3<double> linear{}, angular{};
    for (int j = 0; j < model.nv; ++j) {
      linear += path.qd[j] * Vector3<double>{J(0, j), J(1, j), J(2, j)};
      angular += path.qd[j] * Vector3<double>{J(3, j), J(4, j), J(5, j)};
    }
    const auto position = [&](double t) { return path.at(t).p; };
    const auto axis = [&](double t) { return path.at(t).R * Vector3<double>{0.6, 0.0, 0.8}; };
    expect_near(linear, first(position(-2 * h), position(-h), position(h), position(2 * h)), 1e-7);
    expect_near(cross(angular, axis(0)), first(axis(-2 * h), axis(-h), axis(h), axis(2 * h)), 1e-7);
  }
}

TEST(LinkMotion, AccelerationOfAnyPointIsTheSecondDerivativeOfItsPosition) {
  for (int seed = 0; seed < 100; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const Path path{model, random.list(model.nq, 0.1, 3), random.list(model.nv, 0.1, 1), random.list(model.nv, 0.1, 1)};
    const Vector3<double> r = random.vector(0.5);
    const Frame<double>& tip = model.frames[model.tip];
    const PointMotion<double> point =
        point_motion(link_motion(model, path.q, path.qd, path.qdd), tip.body, tip.pose * r);
    const auto position = [&](double t) { return path.at(t) * r; };
    expect_near(point.position, position(0), 1e-12);
    expect_near(point.velocity, first(position(-2 * h), position(-h), position(h), position(2 * h)), 1e-6);
    expect_near(point.acceleration, second(position(-2 * h), position(-h), position(0), position(h), position(2 * h)),
                1e-5);
  }
}

TEST(Jacobian, DotTimesVelocityIsWhatRemainsOfTheAcceleration) {
  for (int seed = 0; seed < 100; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const std::vector<double> q = random.list(model.nq, 0.1, 3), qd = random.list(model.nv, 0.1, 1),
                              qdd = random.list(model.nv, 0.1, 1);
    const Matrix<double> J = jacobian(model, q, model.tip);
    const Motion<double> bias = jacobian_dot_velocity(model, q, qd, model.tip);
    const LinkMotion<double> motion = link_motion(model, q, qd, qdd);
    const Frame<double>& tip = model.frames[model.tip];
    Vector3<double> linear = bias.linear, angular = bias.angular;
    for (int j = 0; j < model.nv; ++j) {
      linear += qdd[j] * Vector3<double>{J(0, j), J(1, j), J(2, j)};
      angular += qdd[j] * Vector3<double>{J(3, j), J(4, j), J(5, j)};
    }
    expect_near(linear, point_motion(motion, tip.body, tip.pose.p).acceleration, 1e-11);
    expect_near(angular, motion.omega_dot[tip.body], 1e-11);
  }
}

TEST(ForwardKinematics, PandaMatchesTheRoboticsToolbox) {  // rtb-python a9ed8d4, tests/test_DHRobot.py test_fkine_panda
  Description robot = read_builtin_robot("panda");  // its flange; there a hand hangs on it, turned by -45 degrees
  robot.tool->pose = {{0.0, 0.0, 0.107 + 0.103}, {0.0, 0.0, -0.7853981633974483}};
  const Model<double> model = build_model<double>(robot);
  const auto poses = forward_kinematics(model, {1, 2, 3, 4, 5, 6, 7});
  const auto [R, p] = frame_pose<double>(model, poses, model.tip);
  const double actual[] = {R.xx, R.xy, R.xz, p.x, R.yx, R.yy, R.yz, p.y, R.zx, R.zy, R.zz, p.z};
  const double expected[] = {-0.8583, 0.1178, 0.4994,  0.1372, 0.198,   0.9739,
                             0.1106,  0.3246, -0.4734, 0.1938, -0.8593, 0.4436};
  for (int k = 0; k < 12; ++k) EXPECT_NEAR(actual[k], expected[k], 1e-4);
}

}  // namespace torsor::test::jacobian_test
