#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/kinematics/jacobian.hpp"

// Physics is never stored and ignored: each effect against a truth that does not come from the recursions.
namespace torsor::test::effects_test {

constexpr double right = 1.5707963267948966;

/// A chain of revolute links about the given axes, each placed 0.5 m from the one before.
Description chain(const std::vector<described::Triple>& axes) {
  Description robot;
  robot.name = "chain";
  for (std::size_t k = 0; k < axes.size(); ++k) {
    described::Link link;
    link.name = "link" + std::to_string(k + 1);
    link.joint_name = "joint" + std::to_string(k + 1);
    link.parent = k == 0 ? "base" : robot.links.back().name;
    link.origin = described::Pose{{k == 0 ? 0.0 : 0.5, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    link.axis = axes[k];
    link.mass.mass = 2.0;
    link.mass.com = {0.25, 0.0, 0.0};
    link.mass.inertia = {0.02, 0.0, 0.0, 0.05, 0.0, 0.06};
    robot.links.push_back(link);
  }
  return robot;
}

TEST(Rotor, ReflectedAddsRatioSquaredTimesInertiaToTheDiagonalOnly) {
  Description robot = chain({{0.0, 0.0, 1.0}, {0.0, 0.0, 1.0}});
  const Matrix<double> without = inertia_matrix(build_model<double>(robot), {0.3, 0.7});
  robot.rotor_model = RotorModel::reflected;
  robot.links[1].rotor = described::Rotor{1e-3, -50.0, {}};
  const Matrix<double> with = inertia_matrix(build_model<double>(robot), {0.3, 0.7});
  EXPECT_NEAR(with(1, 1) - without(1, 1), 2.5, 1e-12);
  EXPECT_NEAR(with(0, 0), without(0, 0), 1e-15);
  EXPECT_NEAR(with(0, 1), without(0, 1), 1e-15);
}

TEST(Rotor, GyroscopicAddsTheKineticEnergyOfTheNotes) {
  // rotor 2 sits on link 1 and turns about its y; link 1 turns about y too, so that they add: k I_m qd1 qd2
  Description robot = chain({{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}});
  const std::vector<double> q{0.3, 0.7}, qd{1.1, -0.8};
  const double without = kinetic_energy(build_model<double>(robot), q, qd);
  robot.links[1].rotor = described::Rotor{1e-3, 50.0, described::Triple{0.0, 1.0, 0.0}};
  const Model<double> model = build_model<double>(robot);
  const double k = 50, I_m = 1e-3;
  EXPECT_NEAR(kinetic_energy(model, q, qd) - without, k * I_m * qd[1] * qd[0] + 0.5 * k * k * I_m * qd[1] * qd[1],
              1e-13);
  EXPECT_NEAR(inertia_matrix(model, q)(0, 1) - inertia_matrix(without_rotors(model), q)(0, 1), k * I_m, 1e-14);
}

TEST(Rotor, SpinningFastPushesLikeAGyroscope) {
  // a rotor about x on link 1, which turns about z: torque to hold the wrist is omega x spin = qd1 * k I_m qd2 along y
  Description robot = chain({{0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}});
  robot.links[2].rotor = described::Rotor{1e-3, 50.0, described::Triple{1.0, 0.0, 0.0}};
  const Model<double> model = build_model<double>(robot);
  const std::vector<double> q{0.0, 0.0, 0.0}, qd{2.0, 0.0, 3.0};
  const double spin = 50 * 1e-3 * 3.0;
  const double with = coriolis_torque(model, q, qd)[1], without = coriolis_torque(without_rotors(model), q, qd)[1];
  EXPECT_NEAR(with - without, 2.0 * spin, 1e-13);  // z x x = y
}

TEST(Wrench, TorqueIsTheJacobianTransposed) {
  for (int seed = 0; seed < 200; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const std::vector<double> q = random.list(model.nq, 0.1, 3), zero(model.nv, 0.0);
    const Force<double> F{random.vector(3), random.vector(5)};
    const std::vector<Transform<double>> poses = forward_kinematics(model, q);
    const Wrench<double> wrench = wrench_in_base_axes<double>(model, poses, model.tip, F);
    std::vector<double> tau(model.nv);
    NewtonEulerWorkspace<double> workspace(model);
    newton_euler<double>(model, q, zero, zero, {{}, {}, {&wrench, 1}}, workspace, tau);
    const Matrix<double> J = jacobian(model, q, model.tip);
    for (int j = 0; j < model.nv; ++j)
      EXPECT_NEAR(tau[j],
                  J(0, j) * F.force.x + J(1, j) * F.force.y + J(2, j) * F.force.z + J(3, j) * F.moment.x +
                      J(4, j) * F.moment.y + J(5, j) * F.moment.z,
                  1e-11);
  }
}

TEST(Payload, EqualsAPointMassOnTheLastLink) {
  Description robot = chain({{0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}});
  const Model<double> empty = build_model<double>(robot);
  robot.payload = described::Payload{{}, "link2"};
  robot.payload->mass.mass = 3.0;
  robot.payload->mass.com = {0.4, 0.0, 0.0};
  const Model<double> loaded = build_model<double>(robot);
  const std::vector<double> q{0.2, 0.5};
  // the load hangs 0.5 m plus 0.4 m out, joint 2 lowers it by turning about y
  EXPECT_NEAR(gravity_torque(loaded, q)[1] - gravity_torque(empty, q)[1], -3 * 9.81 * 0.4 * std::cos(0.5), 1e-12);
  EXPECT_NEAR(inertia_matrix(loaded, q)(1, 1) - inertia_matrix(empty, q)(1, 1), 3 * 0.4 * 0.4, 1e-12);
  const double arm = 0.5 + 0.4 * std::cos(0.5);
  EXPECT_NEAR(inertia_matrix(loaded, q)(0, 0) - inertia_matrix(empty, q)(0, 0), 3 * arm * arm, 1e-12);
}

TEST(BaseMotion, AcceleratingUpwardsIsMoreGravity) {
  Random random(7);
  const Model<double> model = build_model<double>(random_robot(random, 6));
  const std::vector<double> q = random.list(6, 0.1, 3), zero(6, 0.0);
  Conditions<double> lifted;
  lifted.base.linear_acceleration = -model.gravity;
  const std::vector<double> tau = inverse_dynamics(without_friction(model), q, zero, zero, lifted);
  const std::vector<double> held = gravity_torque(model, q), spring = spring_torque(model, q);
  for (int j = 0; j < 6; ++j) EXPECT_NEAR(tau[j], held[j] + spring[j], 1e-11);
}

TEST(BaseMotion, TurntableGivesCentrifugalForceToASlider) {
  Description robot;
  robot.name = "slider";
  described::Link link;
  link.name = "link1", link.joint_name = "joint1", link.parent = "base";
  link.joint = JointType::prismatic;
  link.axis = {1.0, 0.0, 0.0};
  link.mass.mass = 2.0;
  robot.links.push_back(link);
  const Model<double> model = build_model<double>(robot);
  Conditions<double> turning = default_conditions(model);
  turning.base.angular_velocity = {0, 0, 3};
  EXPECT_NEAR(inverse_dynamics(model, {0.7}, {0.4}, {0.0}, turning)[0], -2.0 * 9 * 0.7, 1e-12);
}

TEST(Coupling, SpringDamperFrictionAndRotorActOnTheSumOfJoints) {
  Description robot = chain({{0.0, 0.0, 1.0}, {0.0, 0.0, 1.0}});
  const Model<double> bare = build_model<double>(robot);
  described::Coupling coupling;
  coupling.joints = {{"joint1", 2.0}, {"joint2", -1.0}};
  coupling.stiffness = 10.0;
  coupling.rest = 0.1;
  coupling.viscous = {0.5, 0.7};
  coupling.coulomb = {0.2, 0.3};
  coupling.rotor_inertia = 0.4;
  coupling.sine = 3.0, coupling.cosine = -4.0;
  robot.couplings.push_back(coupling);
  const Model<double> model = build_model<double>(robot);
  const std::vector<double> q{0.3, 0.2}, qd{-1.0, 0.5}, qdd{2.0, 1.0};
  const double x = 2 * 0.3 - 0.2, rate = -2.5, acceleration = 3;
  const double force = 10 * (x - 0.1) + 3 * std::sin(x) - 4 * std::cos(x) + 0.7 * rate - 0.3 + 0.4 * acceleration;
  const std::vector<double> with = inverse_dynamics(model, q, qd, qdd), without = inverse_dynamics(bare, q, qd, qdd);
  EXPECT_NEAR(with[0] - without[0], 2 * force, 1e-12);
  EXPECT_NEAR(with[1] - without[1], -force, 1e-12);
  const std::vector<double> back = forward_dynamics(model, q, qd, with);
  EXPECT_NEAR(back[0], 2, 1e-11);
  EXPECT_NEAR(back[1], 1, 1e-11);
  EXPECT_NEAR(spring_energy<double>(model, q), 0.5 * 10 * (x - 0.1) * (x - 0.1) - 3 * std::cos(x) - 4 * std::sin(x),
              1e-14);
}

/// A mass of 5 kg, 0.4 m behind the axis of an arm that swings in a vertical plane, does what its weight does.
TEST(Coupling, CosineIsACounterweight) {
  Description bare = chain({{0.0, 1.0, 0.0}}), weighted = bare, coupled = bare;
  weighted.payload = described::Payload{{}, weighted.links[0].name};
  weighted.payload->mass.mass = 5.0, weighted.payload->mass.com = {-0.4, 0.0, 0.0};
  described::Coupling coupling;
  coupling.joints = {{"joint1", 1.0}};
  coupling.cosine = 5 * 9.81 * 0.4;
  coupled.couplings.push_back(coupling);
  for (const double q : {-1.0, 0.3, 2.5}) {
    const auto holding = [&](const Description& robot) {
      return inverse_dynamics(build_model<double>(robot), {q}, {0.0}, {0.0})[0];
    };
    EXPECT_NEAR(holding(coupled), holding(weighted), 1e-12) << q;
  }
}

/// The joint that follows brings its offset along: x is the sum of the positions as the file has them.
TEST(Coupling, SineSeesThePositionOfAJointThatFollows) {
  Description robot = chain({{0.0, 0.0, 1.0}, {0.0, 0.0, 1.0}});
  robot.links[1].mimic = described::Mimic{"joint1", 2.0, 0.5};
  described::Coupling coupling;
  coupling.joints = {{"joint2", 1.0}};
  coupling.sine = 3.0, coupling.cosine = -4.0;
  robot.couplings.push_back(coupling);
  const double x = 2 * 0.3 + 0.5;
  EXPECT_NEAR(spring_torque<double>(build_model<double>(robot), std::vector{0.3})[0],
              2 * (3 * std::sin(x) - 4 * std::cos(x)), 1e-13);
}

TEST(BearingLoads, TheGroundCarriesTheWholeWeight) {
  const Model<double> model = build_model<double>(chain({{0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}, {0.0, 1.0, 0.0}}));
  const std::vector<double> q{0.4, -0.3, 0.9}, zero(3, 0.0);
  NewtonEulerWorkspace<double> workspace(model);
  std::vector<double> tau(3);
  newton_euler<double>(model, q, zero, zero, default_conditions(model), workspace, tau);
  EXPECT_NEAR(base_load(model, workspace).force.x, 0, 1e-12);
  EXPECT_NEAR(base_load(model, workspace).force.y, 0, 1e-12);
  EXPECT_NEAR(base_load(model, workspace).force.z, 3 * 2.0 * 9.81, 1e-11);
  // without rotors the torque is the moment that the bearing passes about its axis
  for (int i = 1; i <= 3; ++i) EXPECT_NEAR(workspace.link[i].mu.z, tau[i - 1], 1e-12);
  // and the whole arm balances about the base: moment = sum of r x m g
  const std::vector<Transform<double>> poses = forward_kinematics(model, q);
  Vector3<double> moment{};
  for (int i = 1; i <= 3; ++i) {
    const Inertia<double>& inertia = model.bodies[i].inertia;
    moment += cross(inertia.mass * poses[i].p + poses[i].R * inertia.first_moment, Vector3<double>{0, 0, 9.81});
  }
  EXPECT_NEAR(base_load(model, workspace).moment.x, moment.x, 1e-12);
  EXPECT_NEAR(base_load(model, workspace).moment.y, moment.y, 1e-12);
}

TEST(Friction, PushesAgainstEachDirectionWithItsOwnValues) {
  Description robot = chain({{0.0, 0.0, 1.0}});
  robot.links[0].friction = described::Friction{{2.0, 3.0}, {0.5, 0.25}, 0.0, Side::link};
  const Model<double> model = build_model<double>(robot);
  EXPECT_DOUBLE_EQ(friction_torque(model, {1.5})[0], 3.5);
  EXPECT_DOUBLE_EQ(friction_torque(model, {-1.5})[0], -4.75);
  EXPECT_DOUBLE_EQ(friction_torque(model, {0.0})[0], 0.0);
  const std::vector<double> slowed = forward_dynamics(model, {0.0}, {1.5}, {3.5});
  EXPECT_NEAR(slowed[0], 0, 1e-13) << "a torque that balances friction accelerates nothing";
}

TEST(ForwardDynamics, SaysByItsPivotsThatAMasslessTailIsSingular) {
  Description robot = chain({{0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}});
  robot.links[1].mass = {};
  const Model<double> model = build_model<double>(robot);
  ForwardDynamicsWorkspace<double> workspace(model);
  std::vector<double> qdd(2);
  const std::vector<double> q{0.1, right}, qd{0.0, 0.0}, tau{1.0, 1.0};
  forward_dynamics<double>(model, q, qd, tau, default_conditions(model), workspace, qdd);
  EXPECT_EQ(workspace.pivots[1], 0);
  forward_dynamics_through_inertia<double>(model, q, qd, tau, default_conditions(model), workspace, qdd);
  EXPECT_EQ(workspace.pivots[1], 0);
}

}  // namespace torsor::test::effects_test
