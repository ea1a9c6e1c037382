#include "torsor/model/regrouping.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/newton_euler.hpp"

namespace torsor::test::regrouping_test {

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0, size = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    difference = std::max(difference, std::abs(a[k] - b[k])), size = std::max(size, std::abs(a[k]));
  return difference / size;
}

TEST(Regrouping, LeavesTorquesAndInertiaAsTheyAre) {
  double worst = 0;
  for (int seed = 0; seed < 300; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const int joints = 1 + seed % 7;
    const Model<double> model =
        build_model<double>(seed % 3 == 0   ? random_robot_with_followers(random, 1 + joints)
                            : seed % 3 == 1 ? random_robot_with_ball_and_free_joints(random, joints)
                                            : random_robot(random, joints));
    const Model<double> moved = regrouped(model, seed % 2 == 0 ? Gauge::second_moment : Gauge::moment_of_inertia);
    const RandomState state(random, model);
    NewtonEulerWorkspace<double> workspace(model);
    std::vector<double> tau(model.nv), same(model.nv);
    newton_euler<double>(model, state.q, state.qd, state.qdd, state.conditions, workspace, tau);
    newton_euler<double>(moved, state.q, state.qd, state.qdd, state.conditions, workspace, same);
    worst = std::max(worst, largest_difference(tau, same));
    worst =
        std::max(worst, largest_difference(inertia_matrix(model, state.q).data, inertia_matrix(moved, state.q).data));
  }
  EXPECT_LT(worst, 1e-11);
}

TEST(Regrouping, LeavesSevenNumbersOnATurningLinkAndFourOnASlidingOne) {
  Random random(5);
  for (const Body<double>& body : regrouped(build_model<double>(random_robot(random, 8))).bodies) {
    if (body.joint == JointType::revolute && body.frame > 0) {
      EXPECT_EQ(body.inertia.mass, 0);
      EXPECT_EQ(body.inertia.first_moment.z, 0);
      EXPECT_EQ(body.inertia.second_moment.zz, 0);
      EXPECT_NE(body.inertia.second_moment.xx, 0);
    }
    if (body.joint == JointType::prismatic) {
      EXPECT_NE(body.inertia.mass, 0);
      EXPECT_EQ(body.inertia.second_moment.xx, 0);
    }
  }
}

}  // namespace torsor::test::regrouping_test
