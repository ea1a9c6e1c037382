#include <gtest/gtest.h>

#include <cmath>

#include "torsor/control/adaptive.hpp"
#include "torsor/control/computed_torque.hpp"
#include "torsor/control/external_torque.hpp"
#include "torsor/control/feed_forward.hpp"
#include "torsor/control/impedance.hpp"
#include "torsor/control/momentum_observer.hpp"
#include "torsor/control/operational_space_control.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/change_description.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/simulation/simulator.hpp"

namespace torsor::test::control_laws_test {

Model<double> robot(const char* name) { return build_model<double>(read_builtin_robot(name)); }

/// Sines of several frequencies about a pose.
struct Sines {
  std::vector<double> center, q, qd, qdd;
  double size = 0.3;

  explicit Sines(std::vector<double> pose) : center(std::move(pose)), q(center), qd(center), qdd(center) {}

  Reference<double> at(double t) {
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double w = 1.1 + 0.37 * static_cast<double>(i), u = 2.3 * w, a = size, b = size / 3;
      q[i] = center[i] + a * std::sin(w * t) + b * std::cos(u * t);
      qd[i] = a * w * std::cos(w * t) - b * u * std::sin(u * t);
      qdd[i] = -a * w * w * std::sin(w * t) - b * u * u * std::cos(u * t);
    }
    return {q, qd, qdd};
  }
};

const std::vector<double> panda_pose{0, 0.3, 0, -1.6, 0, 1.9, 0.4};

TEST(ControlLaws, ComputedTorqueWithTheTrueModelTracks) {
  const Model<double> panda = robot("panda");
  Sines motion(panda_pose);
  ComputedTorque<double> law(panda, Gains<double>::with_frequency(panda.nv, 20, 1));
  SimulationOptions options;
  options.tolerance = 1e-12;
  Surroundings surroundings;
  surroundings.torque = [&](double t, Input<double> q, Input<double> qd, Output<double> tau) {
    law(motion.at(t), q, qd, tau);
  };
  Simulator simulator(panda, options, surroundings);
  const Reference<double> start = motion.at(0);
  ASSERT_TRUE(simulator.start(0, start.q, start.qd).reached());
  for (double t = 0.1; t <= 3; t += 0.1) {
    ASSERT_TRUE(simulator.run(t).reached());
    const Reference<double> now = motion.at(t);
    for (int v = 0; v < panda.nv; ++v) EXPECT_NEAR(simulator.q()[v], now.q[v], 1e-9) << t;
  }
}

TEST(ControlLaws, OnTheReferenceItselfLawsAskForFrictionUnderLoad) {
  const Model<double> model = changed(without_rotors(robot("puma560")), [](ModelParts<double>& parts) {
    for (Friction<double>& friction : parts.friction) friction.load = 0.2;
  });
  Sines sines(std::vector<double>(6, 0.4));
  const Reference<double> now = sines.at(0.7);
  const std::vector<double> expected = inverse_dynamics<double>(model, now.q, now.qd, now.qdd);
  ASSERT_GT(std::abs(expected[1] - inverse_dynamics<double>(without_friction(model), now.q, now.qd, now.qdd)[1]), 1);
  std::vector<double> tau(6);
  ComputedTorque<double> computed(model, Gains<double>::with_frequency(6, 10, 1));
  computed(now, now.q, now.qd, tau);
  for (std::size_t v = 0; v < 6; ++v) EXPECT_NEAR(tau[v], expected[v], 1e-10);
  AdaptiveControl adaptive(model, {.bandwidth = 10, .damping = std::vector<double>(6, 1.0), .thickness = 0});
  adaptive(now, now.q, now.qd, tau);
  for (std::size_t v = 0; v < 6; ++v) EXPECT_NEAR(tau[v], expected[v], 1e-9 * (1 + std::abs(expected[v])));
}

TEST(ControlLaws, TheObserverRefusesFrictionThatGrowsWithTheLoad) {
  const Model<double> model =
      changed(robot("puma560"), [](ModelParts<double>& parts) { parts.friction[2].load = 0.2; });
  try {
    ExternalTorqueObserver(model, 100, 1000);
    FAIL();
  } catch (const ComputationError& error) {
    EXPECT_STREQ(error.what(),
                 "the observer of torques from outside, which knows no accelerations: expected friction that does not "
                 "grow with the load, found `load` in the friction of elbow of puma560");
  }
}

/// With the right model an error at the start fades as exp(-w t) (1 + w t), joint by joint.
TEST(ControlLaws, ComputedTorqueErrorsFadeAsTheirGainsSay) {
  const Model<double> puma = without_friction(robot("puma560"));
  const double w = 8;
  ComputedTorque<double> law(puma, Gains<double>::with_frequency(puma.nv, w, 1));
  const std::vector<double> still(6, 0.0), target(6, 0.2);
  SimulationOptions options;
  options.tolerance = 1e-11;
  Surroundings surroundings;
  surroundings.torque = [&](double, Input<double> q, Input<double> qd, Output<double> tau) {
    law({target, still, still}, q, qd, tau);
  };
  Simulator simulator(puma, options, surroundings);
  std::vector<double> q = target;
  for (std::size_t i = 0; i < 6; ++i) q[i] += 0.1 * static_cast<double>(i) - 0.2;
  ASSERT_TRUE(simulator.start(0, q, still).reached());
  ASSERT_TRUE(simulator.run(0.35).reached());
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(simulator.q()[i] - target[i], (q[i] - target[i]) * std::exp(-w * 0.35) * (1 + w * 0.35), 1e-8);
}

TEST(ControlLaws, PdWithGravityComesToRestWhereItShould) {
  const Model<double> rods = robot("two-rods");
  PdWithGravity<double> law(rods, {{40, 25}, {9, 6}});
  const std::vector<double> still(2, 0.0), target{0.7, -0.4};
  Surroundings surroundings;
  surroundings.torque = [&](double, Input<double> q, Input<double> qd, Output<double> tau) {
    law({target, still, still}, q, qd, tau);
  };
  Simulator simulator(rods, {}, surroundings);
  ASSERT_TRUE(simulator.start(0, {0, 0}, {0, 0}).reached());
  ASSERT_TRUE(simulator.run(12).reached());
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(simulator.q()[i], target[i], 1e-6);
}

TEST(ControlLaws, FeedForwardNeedsNoGainsOnTheReferenceItself) {
  const Model<double> panda = robot("panda");
  Sines motion(panda_pose);
  FeedForward<double> law(panda, {std::vector<double>(7, 0.0), std::vector<double>(7, 0.0)});
  const Reference<double> now = motion.at(0.7);
  std::vector<double> tau(7);
  law(now, now.q, now.qd, tau);
  const std::vector<double> needed = inverse_dynamics(panda, now.q, now.qd, now.qdd);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(tau[i], needed[i], 1e-12);
}

/// 5 N at the tip of an arm that moves, found from q, qd and tau at 1 kHz.
TEST(ControlLaws, TheObserverFeelsAPush) {
  const Model<double> panda = robot("panda");
  Sines motion(panda_pose);
  ComputedTorque<double> law(panda, Gains<double>::with_frequency(panda.nv, 20, 1));
  std::vector<double> held(7, 0.0);
  bool pushed = false;
  const int body = panda.frames[panda.tip].body;
  const std::vector<Wrench<double>> push{{body, {}}};
  std::vector<Wrench<double>> wrenches = push;
  Surroundings surroundings;
  surroundings.torque = [&](double, Input<double>, Input<double>, Output<double> tau) {
    std::copy(held.begin(), held.end(), tau.begin());
  };
  surroundings.world = [&](double, Input<double> q, Input<double>, Conditions<double>& conditions) {
    if (!pushed) return;
    const std::vector<Transform<double>> poses = forward_kinematics(panda, q);
    // exerted on the surroundings: -5 N along x of the base is 5 N on the robot
    const Vector3<double> f = transpose(poses[body].R) * Vector3<double>{-5, 0, 0};
    const Vector3<double> p = panda.frames[panda.tip].pose.p;
    wrenches[0].exerted = {cross(p, f), f};
    conditions.wrenches = wrenches;
  };
  SimulationOptions options;
  options.tolerance = 1e-9;
  Simulator simulator(panda, options, surroundings);
  const Reference<double> start = motion.at(0);
  ASSERT_TRUE(simulator.start(0, start.q, start.qd).reached());
  MomentumObserver<double> observer(panda, std::vector<double>(7, 100.0));
  observer.start(simulator.q(), simulator.qd());
  const double dt = 1e-3;
  const auto expected = [&] {
    const Matrix<double> J = jacobian(panda, simulator.q(), panda.tip);
    std::vector<double> tau(7);
    for (int v = 0; v < 7; ++v) tau[static_cast<std::size_t>(v)] = 5 * J(0, v);
    return tau;
  };
  for (int k = 0; k < 550; ++k) {
    const std::vector<double> q(simulator.q().begin(), simulator.q().end()),
        qd(simulator.qd().begin(), simulator.qd().end());
    law(motion.at(simulator.time()), q, qd, held);
    pushed = k >= 500;
    ASSERT_TRUE(simulator.run((k + 1) * dt).reached());
    observer.step(simulator.q(), simulator.qd(), held, dt);
    for (int v = 0; k == 499 && v < 7; ++v) EXPECT_NEAR(observer.torque()[v], 0, 0.02);
  }
  const std::vector<double> true_torque = expected();
  double error = 0, size = 0;
  for (std::size_t i = 0; i < 7; ++i)
    error += std::pow(observer.torque()[i] - true_torque[i], 2), size += std::pow(true_torque[i], 2);
  EXPECT_LT(std::sqrt(error / size), 0.05);
}

/// A push at the tip of an arm under a tip law, until it is at rest: where the tip is.
template <class Law>
Transform<double> pushed(const Model<double>& model, Law& law, const TipReference<double>& reference,
                         const Vector3<double>& force, const std::vector<double>& start) {
  const int body = model.frames[model.tip].body;
  std::vector<Wrench<double>> wrenches(1);
  wrenches[0].body = body;
  Surroundings surroundings;
  surroundings.torque = [&](double, Input<double> q, Input<double> qd, Output<double> tau) {
    law(reference, q, qd, tau);
  };
  surroundings.world = [&](double, Input<double> q, Input<double>, Conditions<double>& conditions) {
    const Vector3<double> f = transpose(forward_kinematics(model, q)[body].R) * (-1.0 * force);
    wrenches[0].exerted = {cross(model.frames[model.tip].pose.p, f), f};
    conditions.wrenches = wrenches;
  };
  Simulator simulator(model, {}, surroundings);
  EXPECT_TRUE(simulator.start(0, start, std::vector<double>(model.nv, 0.0)).reached());
  EXPECT_TRUE(simulator.run(12).reached());
  for (const double v : simulator.qd()) EXPECT_NEAR(v, 0, 1e-3);
  return frame_pose<double>(model, forward_kinematics(model, simulator.q()), model.tip);
}

TEST(ControlLaws, ImpedanceYieldsAsItsSpringSays) {
  const Model<double> panda = robot("panda");
  const TipReference<double> reference{frame_pose<double>(panda, forward_kinematics(panda, panda_pose), panda.tip)};
  const TipImpedance<double> impedance{{400, 600, 800, 30, 30, 30}, {60, 70, 80, 4, 4, 4}, 3};
  ImpedanceControl<double> law(panda, panda.tip, impedance);
  const Vector3<double> force{8, -6, 4};
  const Transform<double> found = pushed(panda, law, reference, force, panda_pose);
  EXPECT_NEAR(found.p.x - reference.pose.p.x, 8. / 400, 0.01 * 8 / 400);
  EXPECT_NEAR(found.p.y - reference.pose.p.y, -6. / 600, 0.01 * 6 / 600);
  EXPECT_NEAR(found.p.z - reference.pose.p.z, 4. / 800, 0.01 * 4 / 800);
}

/// A circle of the tip, and back to it from beside.
TEST(ControlLaws, OperationalSpaceControlTracksThePoseOfTheTip) {
  const Model<double> panda = without_friction(robot("panda"));
  const Transform<double> center = frame_pose<double>(panda, forward_kinematics(panda, panda_pose), panda.tip);
  const double w = 3, r = 0.05;
  const auto at = [&](double t) {
    TipReference<double> reference{center};
    reference.pose.p = center.p + Vector3<double>{r * std::sin(w * t), r - r * std::cos(w * t), 0};
    reference.velocity.linear = {r * w * std::cos(w * t), r * w * std::sin(w * t), 0};
    reference.acceleration.linear = {-r * w * w * std::sin(w * t), r * w * w * std::cos(w * t), 0};
    return reference;
  };
  OperationalSpaceControl law(
      panda, panda.tip,
      {.stiffness = {400, 400, 400, 400, 400, 400}, .damping = {40, 40, 40, 40, 40, 40}, .joint_damping = 2});
  Surroundings surroundings;
  surroundings.torque = [&](double t, Input<double> q, Input<double> qd, Output<double> tau) {
    EXPECT_TRUE(law(at(t), q, qd, tau));
  };
  Simulator simulator(panda, {}, surroundings);
  ASSERT_TRUE(simulator.start(0, panda_pose, std::vector<double>(7, 0.0)).reached());
  ASSERT_TRUE(simulator.run(2).reached());  // it began at rest: exp(-20 t) of that is left
  const Transform<double> found = frame_pose<double>(panda, forward_kinematics(panda, simulator.q()), panda.tip);
  for (const double e : pose_error(at(2).pose, found)) EXPECT_NEAR(e, 0, 1e-6);
}

/// The largest error of q between two times, under a law that may change from one millisecond to the next.
template <class Between>
double worst_error(Simulator& simulator, Sines& motion, double from, double to, const Between& between) {
  double worst = 0;
  for (long k = std::lround(from / 1e-3); k < std::lround(to / 1e-3); ++k) {
    between();
    EXPECT_TRUE(simulator.run(static_cast<double>(k + 1) * 1e-3).reached());
    const Reference<double> now = motion.at(simulator.time());
    for (std::size_t i = 0; i < now.q.size(); ++i) worst = std::max(worst, std::abs(simulator.q()[i] - now.q[i]));
  }
  return worst;
}

TEST(ControlLaws, TheAdaptiveOneLearnsALoad) {
  const Model<double> empty = robot("two-rods");
  const Model<double> loaded =
      with_payload(empty, empty.tip, Inertia<double>{3, {0.1, 0, 0}, {0.02, 0, 0, 0.02, 0, 0.02}});
  AdaptiveOptions adapting;
  adapting.damping = {30, 15};
  AdaptiveControl law(empty, adapting);
  Sines motion({0.3, 0.8});
  motion.size = 0.8;
  Surroundings surroundings;
  surroundings.torque = [&](double t, Input<double> q, Input<double> qd, Output<double> tau) {
    law(motion.at(t), q, qd, tau);
  };
  Simulator simulator(loaded, {}, surroundings);
  const Reference<double> start = motion.at(0);
  ASSERT_TRUE(simulator.start(0, start.q, start.qd).reached());
  std::vector<double> tau(2);
  const auto learn = [&] {
    law(motion.at(simulator.time()), simulator.q(), simulator.qd(), tau);
    law.adapt(1e-3);
  };
  const double first = worst_error(simulator, motion, 0, 5, learn);
  worst_error(simulator, motion, 5, 55, learn);
  const double last = worst_error(simulator, motion, 55, 60, learn);
  EXPECT_GT(first, 1e-3);
  EXPECT_LT(last, first / 100);
  const Model<double> learnt = with_parameters(empty, law.layout(), law.theta());
  for (int i = 1; i < learnt.body_count(); ++i) {  // possible bodies: the pseudo-inertia matrix is positive definite
    const auto& [m, h, E] = learnt.bodies[i].inertia;
    Eigen::Matrix4d P;
    P << E.xx, E.xy, E.xz, h.x, E.xy, E.yy, E.yz, h.y, E.xz, E.yz, E.zz, h.z, h.x, h.y, h.z, m;
    EXPECT_GT(linear_algebra::symmetric_eigenvalues(P).minCoeff(), 0) << i;
  }
  PdWithGravity<double> pd(empty, {{300, 150}, {30, 15}});  // the same gains: lambda K and K
  surroundings.torque = [&](double t, Input<double> q, Input<double> qd, Output<double> to) {
    pd(motion.at(t), q, qd, to);
  };
  Simulator other(loaded, {}, surroundings);
  const Reference<double> again = motion.at(0);
  ASSERT_TRUE(other.start(0, again.q, again.qd).reached());
  const double pd_first = worst_error(other, motion, 0, 5, [] {});
  worst_error(other, motion, 5, 55, [] {});
  EXPECT_GT(worst_error(other, motion, 55, 60, [] {}), pd_first / 2);
}

}  // namespace torsor::test::control_laws_test
