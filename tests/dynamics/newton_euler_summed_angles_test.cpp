#include "torsor/dynamics/newton_euler_summed_angles.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"

namespace torsor::test::newton_euler_summed_angles_test {

/// Links on axes that are parallel to those before them, now and then.
Description with_parallel_axes(Random& random, Description robot) {
  for (described::Link& link : robot.links) {
    if (link.joint != JointType::revolute || !link.dh || random.integer(0, 3) == 0) continue;
    link.dh->alpha = 0.0;
    link.dh->theta = random.flip() ? 0.0 : 0.4;
    link.dh->offset = 0.0;
    link.flip = false;
    link.origin.reset();
  }
  return robot;
}

TEST(NewtonEulerSummedAngles, GivesTheTorquesOfNewtonEuler) {
  double worst = 0;
  int runs = 0;
  for (int seed = 0; seed < 1000; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Description robot =
        seed % 2 == 0 ? random_robot(random, 1 + seed % 8) : random_robot_with_followers(random, 2 + seed % 7);
    const Model<double> model = build_model<double>(with_parallel_axes(random, robot));
    const RandomState state(random, model);
    NewtonEulerWorkspace<double> workspace(model);
    SummedAnglesWorkspace<double> summed(model);
    std::vector<double> expected(model.nv), tau(model.nv);
    newton_euler<double>(model, state.q, state.qd, state.qdd, state.conditions, workspace, expected);
    newton_euler_summed_angles<double>(model, state.q, state.qd, state.qdd, state.conditions, summed, tau);
    double difference = 0, size = 0;
    for (int v = 0; v < model.nv; ++v) difference += std::abs(tau[v] - expected[v]), size += std::abs(expected[v]);
    worst = std::max(worst, difference / size);
    for (int i = 1; i < model.body_count(); ++i) runs += summed.turn[i].o != model.bodies[i].parent;
  }
  EXPECT_LT(worst, 1e-12);
  EXPECT_GT(runs, 250);
}

}  // namespace torsor::test::newton_euler_summed_angles_test
