#include "torsor/dynamics/centroidal_momentum.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/dual_state.hpp"
#include "torsor/dynamics/bearing_loads.hpp"
#include "torsor/dynamics/center_of_mass.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::centroidal_momentum_test {

void expect_near(const Vector3<double>& a, const Vector3<double>& b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}
void expect_near(const Force<double>& a, const Force<double>& b, double tolerance) {
  expect_near(a.force, b.force, tolerance);
  expect_near(a.moment, b.moment, tolerance);
}
Force<double> product(const Matrix<double>& A, const std::vector<double>& x) {
  Force<double> sum;
  for (int j = 0; j < A.columns; ++j)
    sum += x[j] * Force<double>{{A(3, j), A(4, j), A(5, j)}, {A(0, j), A(1, j), A(2, j)}};
  return sum;
}
Force<double> rate(const Force<Dual>& f) { return {test::rate(f.moment), test::rate(f.force)}; }

TEST(CentroidalMomentum, OfARodThatTurnsAboutItsEnd) {  // m l^2 / 12 about its middle; and a second rod beyond it
  const Model<double> model = build_model<double>(read_builtin_robot("two-rods"));
  const Force<double> h = centroidal_momentum(model, {0, 0}, {1, 0}).momentum;  // as one rod of 2 m and 2 kg
  expect_near(h, {{0, 0, 2 * 4.0 / 12}, {0, 2, 0}}, 1e-15);
}

TEST(CentroidalMomentum, IsTheMatrixTimesTheVelocity) {
  for (int seed = 0; seed < 90; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(any_robot(random, seed));
    const RandomState state(random, model);
    const Force<double> h = centroidal_momentum(model, state.q, state.qd).momentum;
    expect_near(product(centroidal_momentum_matrix(model, state.q), state.qd), h, 1e-10);
    const CenterOfMass<double> center = center_of_mass(model, state.q, state.qd, state.qdd);
    expect_near(h.force, center.mass[0] * center.center[0].velocity, 1e-10);
  }
}

TEST(CentroidalMomentum, ChangesAsItsDerivativeSays) {
  for (int seed = 0; seed < 90; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Description robot = any_robot(random, seed);
    const Model<double> model = build_model<double>(robot);
    const RandomState state(random, model);
    const DualState dual(robot, state.q, state.qd, state.qdd);
    expect_near(centroidal_momentum(model, state.q, state.qd, state.qdd).rate,
                rate(centroidal_momentum(dual.model, dual.q, dual.qd).momentum), 1e-8);
    Matrix<double> A_dot(6, model.nv);
    A_dot.data = test::rate(centroidal_momentum_matrix(dual.model, dual.q).data);
    expect_near(centroidal_momentum(model, state.q, state.qd).rate, product(A_dot, state.qd), 1e-8);
  }
}

/// The ground gives the robot all the momentum that it gains; the bearing load comes from Newton-Euler in link frames.
TEST(CentroidalMomentum, ChangesAsTheGroundPushesTheBase) {
  for (int seed = 0; seed < 90; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(any_robot(random, seed));
    const RandomState state(random, model);
    const auto [mu, f] = bearing_loads(model, state.q, state.qd, state.qdd, {})[0];
    const Vector3<double> c = center_of_mass(model, state.q).center[0].position;
    expect_near(centroidal_momentum(model, state.q, state.qd, state.qdd).rate, {mu - cross(c, f), f}, 1e-9);
  }
}

/// Rotors on a moving base included: the rows of B of a free joint are the momentum in its link's frame. [Wensing, Orin
/// 2016]
TEST(CentroidalMomentumMatrix, FollowsFromTheRowsOfAFreeBase) {
  int free_bases = 0;
  for (int seed = 1; seed < 200; seed += 3) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = changed(build_model<double>(any_robot(random, seed)), [](ModelParts<double>& parts) {
      parts.bodies[1].rotor = {};  // one between the world and the robot would push it
    });
    const auto stands_on_the_ground = [](const Body<double>& body) { return body.parent == 0; };
    const bool floats = model.bodies[1].joint == JointType::free &&
                        std::none_of(model.bodies.begin() + 2, model.bodies.end(), stands_on_the_ground);
    if (!floats) continue;
    ++free_bases;
    const RandomState state(random, model);
    const Matrix<double> B = inertia_matrix(model, state.q), A = centroidal_momentum_matrix(model, state.q);
    const Transform<double> base = forward_kinematics(model, state.q)[1];
    const Vector3<double> c = center_of_mass(model, state.q).center[0].position;
    for (int j = 0; j < model.nv; ++j) {
      const Vector3<double> p = base.R * Vector3<double>{B(0, j), B(1, j), B(2, j)};
      const Vector3<double> l = base.R * Vector3<double>{B(3, j), B(4, j), B(5, j)} + cross(base.p - c, p);
      expect_near({{A(3, j), A(4, j), A(5, j)}, {A(0, j), A(1, j), A(2, j)}}, {l, p}, 1e-10);
    }
    const std::vector<double> tau(static_cast<std::size_t>(model.nv), 0.0);
    const Model<double> plain = changed(without_friction(model), [](ModelParts<double>& parts) {
      parts.carried.clear(), parts.pose_springs.clear(), parts.couplings.clear();
    });
    const std::vector<double> qdd = forward_dynamics(plain, state.q, state.qd, tau, Conditions<double>{});
    expect_near(centroidal_momentum(plain, state.q, state.qd, qdd).rate, {}, 1e-8);  // nothing touches it
  }
  EXPECT_GT(free_bases, 5);
}

TEST(CentroidalMomentumMatrix, KeepsItsDigitsFarFromTheOrigin) {
  Random random(1);
  Description robot = random_robot(random, 6);
  const Model<double> near = build_model<double>(robot);
  robot.base.xyz = {1e5, -2e5, 3e5};
  const Model<double> far = build_model<double>(robot);
  const std::vector<double> q = random.list(near.nq, 0.1, 2);
  const Matrix<double> a = centroidal_momentum_matrix(near, q), b = centroidal_momentum_matrix(far, q);
  for (std::size_t k = 0; k < a.data.size(); ++k) EXPECT_NEAR(a.data[k], b.data[k], 1e-8);
}

}  // namespace torsor::test::centroidal_momentum_test
