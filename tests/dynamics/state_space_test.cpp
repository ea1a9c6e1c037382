#include "torsor/dynamics/state_space.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::state_space_test {

/// q after a small turn along the velocities: the rates of q, to second order and at unit length.
std::vector<double> moved(const Model<double>& model, std::vector<double> q, const std::vector<double>& way) {
  const std::vector<double> rate = position_rate(model, q, way);
  std::vector<double> half(q);
  for (std::size_t k = 0; k < q.size(); ++k) half[k] += rate[k] / 2;
  normalize_position<double>(model, half);
  const std::vector<double> middle = position_rate(model, half, way);
  for (std::size_t k = 0; k < q.size(); ++k) q[k] += middle[k];
  normalize_position<double>(model, q);
  return q;
}

/// The small way along the velocities that leads from one position to another.
std::vector<double> way_between(const Model<double>& model, const std::vector<double>& from,
                                const std::vector<double>& to) {
  std::vector<double> way(model.nv);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[i];
    const int turn = body.joint == JointType::free ? 3 : 0;
    if (velocity_count(body.joint) == 1) {
      way[body.v] = to[body.q] - from[body.q];
      continue;
    }
    const double* a = &from[body.q];
    if (turn == 3) {
      const Vector3<double> p = transpose(rotation_of_quaternion(a[3], a[4], a[5], a[6])) *
                                Vector3<double>{to[body.q] - a[0], to[body.q + 1] - a[1], to[body.q + 2] - a[2]};
      way[body.v] = p.x, way[body.v + 1] = p.y, way[body.v + 2] = p.z;
    }
    const Vector3<double> phi = rotation_vector(quaternion_between(a + turn, &to[body.q + turn]));
    way[body.v + turn] = phi.x, way[body.v + turn + 1] = phi.y, way[body.v + turn + 2] = phi.z;
  }
  return way;
}

TEST(StateSpace, SaysHowDeviationsOfMovingRobotsGrow) {  // against the rates of two motions beside each other
  double worst = 0;
  for (int seed = 0; seed < 100; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model =
        without_rotors(build_model<double>(random_robot_with_ball_and_free_joints(random, 1 + seed % 5)));
    const RandomState state(random, model);
    const auto& [q, qd, tau, wrench, conditions] = state;
    const LinearisedRobot robot = linearised(model, q, qd, tau, conditions);
    ASSERT_FALSE(robot.singular);
    const int n = model.nv;
    const std::vector<double> x = random.list(2 * n, 0.1, 1), u = random.list(n, 0.1, 1);
    std::vector<double> expected(2 * n), rate(2 * n), motion = forward_dynamics<double>(model, q, qd, tau, conditions);
    constexpr double step = 1e-4;
    for (const double side : {1.0, -1.0}) {  // central differences, in the deviation and in time
      std::vector<double> dq(x.begin(), x.begin() + n), velocity(qd), torque(tau);
      for (int k = 0; k < n; ++k)
        dq[k] *= side * step, velocity[k] += side * step * x[n + k], torque[k] += side * step * u[k];
      const std::vector<double> beside = moved(model, q, dq);
      const std::vector<double> qdd = forward_dynamics<double>(model, beside, velocity, torque, conditions);
      for (const double time : {step, -step}) {
        std::vector<double> on(qd), on_beside(velocity);
        for (int k = 0; k < n; ++k) on[k] *= time, on_beside[k] *= time;
        const std::vector<double> way = way_between(model, moved(model, q, on), moved(model, beside, on_beside));
        for (int k = 0; k < n; ++k) rate[k] += way[k] * side / (4 * step * time);
      }
      for (int k = 0; k < n; ++k) rate[n + k] += side * qdd[k] / (2 * step);
    }
    for (int i = 0; i < 2 * n; ++i) {
      for (int j = 0; j < 2 * n; ++j) expected[i] += robot.continuous.A(i, j) * x[j];
      for (int j = 0; j < n; ++j) expected[i] += robot.continuous.B(i, j) * u[j];
    }
    EXPECT_LT(norm(difference(robot.qdd, motion)), 1e-9 * norm(motion)) << seed;
    const double difference_found = norm(difference(rate, expected)) / norm(expected);
    EXPECT_LT(difference_found, 1e-5) << seed;
    worst = std::max(worst, difference_found);
  }
  std::printf("largest disagreement: %.1e\n", worst);
}

TEST(StateSpace, FromSampleToSampleOfAMassIsThatOfItsClosedForm) {  // x'' = u / m
  const double m = 2, T = 0.3;
  StateSpace mass{{2, 2}, {2, 1}};
  mass.A(0, 1) = 1, mass.B(1, 0) = 1 / m;
  const StateSpace sampled = discretised(mass, T);
  const double A[] = {1, T, 0, 1}, B[] = {T * T / (2 * m), T / m};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(sampled.A.data[k], A[k], 1e-15) << k;
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(sampled.B.data[k], B[k], 1e-15) << k;
}

TEST(StateSpace, FromSampleToSampleOfAnOscillatorIsThatOfItsClosedForm) {  // x'' = -4 x - 2 x' + u
  const double T = 0.7, decay = std::exp(-T), w = std::sqrt(3.0), s = std::sin(w * T), c = std::cos(w * T);
  StateSpace oscillator{{2, 2}, {2, 1}};
  oscillator.A(0, 1) = 1, oscillator.A(1, 0) = -4, oscillator.A(1, 1) = -2, oscillator.B(1, 0) = 1;
  const StateSpace sampled = discretised(oscillator, T);
  EXPECT_NEAR(sampled.A(0, 0), decay * (c + s / w), 1e-14);
  EXPECT_NEAR(sampled.A(0, 1), decay * s / w, 1e-14);
  EXPECT_NEAR(sampled.A(1, 0), -4 * decay * s / w, 1e-14);
  EXPECT_NEAR(sampled.A(1, 1), decay * (c - s / w), 1e-14);
  EXPECT_NEAR(sampled.B(0, 0), (1 - decay * (c + s / w)) / 4, 1e-14);
  EXPECT_NEAR(sampled.B(1, 0), decay * s / w, 1e-14);
}

}  // namespace torsor::test::state_space_test
