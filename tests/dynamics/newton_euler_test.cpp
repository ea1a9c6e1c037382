#include "torsor/dynamics/newton_euler.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"

namespace torsor::test::newton_euler_test {

TEST(NewtonEuler, TheGroundCarriesTheWeightOfARobotAtRest) {
  for (int seed = 0; seed < 100; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 8));
    const std::vector<double> q = random.list(model.nq, 0.1, 3), still(model.nv, 0.0);
    NewtonEulerWorkspace<double> workspace(model);
    std::vector<double> tau(model.nv);
    newton_euler(model, q, still, still, default_conditions(model), workspace, tau);
    const std::vector<Transform<double>> poses = forward_kinematics(model, q);
    Vector3<double> force{}, moment{};  // against m g at each centre of mass
    for (int i = 0; i < model.body_count(); ++i) {
      const Inertia<double>& inertia = model.bodies[i].inertia;
      const Vector3<double> first_moment = inertia.mass * poses[i].p + poses[i].R * inertia.first_moment;
      force = force - inertia.mass * model.gravity;
      moment = moment - cross(first_moment, model.gravity);
    }
    EXPECT_LT(length(base_load(model, workspace).force - force), 1e-12 * length(force)) << seed;
    EXPECT_LT(length(base_load(model, workspace).moment - moment), 1e-12 * (length(moment) + length(force))) << seed;
  }
}

TEST(NewtonEuler, ABearingFeelsWhatALinkAloneTakes) {  // m a = m (r omega^2 inwards), no gravity, a wheel on its axis
  Description robot;
  robot.name = "whirl";
  robot.gravity = {0.0, 0.0, 0.0};
  robot.links.resize(1);
  robot.links[0].name = "arm", robot.links[0].joint_name = "axis", robot.links[0].parent = "base";
  robot.links[0].mass.mass = 2.0;
  robot.links[0].mass.com = {0.3, 0.0, 0.0};
  robot.links[0].mass.inertia = {0.01, 0.0, 0.0, 0.02, 0.0, 0.03};
  const Model<double> model = build_model<double>(robot);
  NewtonEulerWorkspace<double> workspace(model);
  std::vector<double> tau(1);
  newton_euler(model, {0.7}, {4}, {5}, default_conditions(model), workspace, tau);
  EXPECT_NEAR(workspace.link[1].f.x, -2 * 0.3 * 16, 1e-14);
  EXPECT_NEAR(workspace.link[1].f.y, 2 * 0.3 * 5, 1e-14);
  EXPECT_NEAR(tau[0], (0.03 + 2 * 0.09) * 5, 1e-14);
}

}  // namespace torsor::test::newton_euler_test
