#include "torsor/dynamics/load_friction.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/dual_derivatives.hpp"
#include "support/loaded_robot.hpp"
#include "torsor/dynamics/batch.hpp"
#include "torsor/dynamics/consistency.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/newton_euler_base_frame.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/dynamics/state_space.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/robot_files/robot_file.hpp"

namespace torsor::test::load_friction_test {

/// A point of 2 kg at 0.5 m that turns about y, so that its weight asks for -m g l cos(q); its rotor has k^2 I = 0.3.
const std::string pendulum = R"(
name: pendulum
links:
  - name: arm
    joint: {name: shoulder, type: revolute}
    axis: [0, 1, 0]
    shape: {point: true, mass: 2, at: [0.5, 0, 0]}
    rotor: {inertia: 3e-3, ratio: 10}
    friction: {viscous: 0.7, coulomb: 1.5, load: 0.2}
)";
constexpr double inertia = 2 * 0.25, weight = 2 * 9.81 * 0.5, rotor = 0.3;

TEST(LoadFriction, OfAPendulumIsAPartOfWhatItsLinkAsks) {
  const Model<double> model = build_model<double>(read_robot(pendulum, "pendulum.yaml"));
  for (const double qd : {-2.0, 0.0, 0.4})
    for (const double qdd : {-60.0, 0.0, 3.0, 60.0}) {
      const double q = 0.3, links = inertia * qdd - weight * std::cos(q), u = qd > 0 ? 1 : qd < 0 ? -1 : 0;
      const double expected = links + rotor * qdd + 0.7 * qd + 1.5 * u + 0.2 * std::abs(links) * u;
      EXPECT_NEAR(inverse_dynamics<double>(model, {q}, {qd}, {qdd})[0], expected, 1e-13);
      EXPECT_NEAR(load_friction_torque<double>(model, {q}, {qd}, {qdd}, default_conditions(model))[0],
                  0.2 * std::abs(links) * u, 1e-14);
    }
}

TEST(LoadFriction, LeavesAPendulumTheAccelerationOfTheClosedForm) {
  // tau - F(qd) = x + 0.3 qdd + 0.2 |x| u with x = 0.5 qdd + b: for u = 1 and x > 0 that is 0.9 qdd + 1.2 b, ...
  const Model<double> model = build_model<double>(read_robot(pendulum, "pendulum.yaml"));
  const double q = 0.3, b = -weight * std::cos(q);
  for (const double qd : {-2.0, 0.4})
    for (const double tau : {-30.0, -8.0, 4.0, 40.0}) {
      const double u = qd > 0 ? 1 : -1, given = tau - 0.7 * qd - 1.5 * u;
      int found = 0;
      for (const double s : {-1.0, 1.0}) {
        const double part = 1 + 0.2 * u * s, qdd = (given - part * b) / (part * inertia + rotor);
        if ((inertia * qdd + b) * s < 0) continue;
        ++found;
        EXPECT_NEAR(forward_dynamics<double>(model, {q}, {qd}, {tau})[0], qdd, 1e-12) << qd << " " << tau;
      }
      EXPECT_EQ(found, 1);  // just one sign agrees with itself
    }
}

TEST(LoadFriction, HasTheLoadOfTheRobotWithoutTheRotorOfThatJoint) {
  for (int seed = 0; seed < 200; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model =
        with_load_friction(random, build_model<double>(random_robot_of_every_kind(random, seed)), 0.5);
    const RandomState state(random, model);
    const std::vector<double> links = links_torques<double>(model, state.q, state.qd, state.qdd, state.conditions);
    const auto terms_of = terms<double>(model, state.q, state.qd, state.qdd, state.conditions);
    for_loaded_joints(model, [&](int v, int i) {
      const Model<double> bare = changed(model, [&](ModelParts<double>& parts) {
        parts.bodies[i].rotor = {};
        for (auto& coupling : parts.couplings) coupling.rotor_inertia = 0;
      });
      NewtonEulerBaseFrameWorkspace<double> workspace(bare);
      std::vector<double> tau(model.nv);
      newton_euler_base_frame<double>(bare, state.q, state.qd, state.qdd, state.conditions, workspace, tau);
      EXPECT_NEAR(links[v], tau[v], 1e-10 * (1 + std::abs(tau[v]) + norm(terms_of.inertia))) << seed;
    });
  }
}

TEST(LoadFriction, InverseDynamicsUndoesForwardDynamics) {
  double worst = 0;
  int tried = 0, of_many = 0, gyroscopic = 0, coupled = 0;
  for (int seed = 0; seed < 4000; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = with_load_friction(
        random, build_model<double>(random_robot_of_every_kind(random, seed)), seed % 3 == 0 ? 0.9 : 0.3);
    const RandomState state(random, model);
    const std::vector<double> given = random.list(model.nv, 1, 30);
    ForwardDynamicsWorkspace<double> workspace(model);
    std::vector<double> qdd(model.nv);
    forward_dynamics<double>(model, state.q, state.qd, given, state.conditions, workspace, qdd);
    const Matrix<double> B = inertia_matrix(model, state.q);
    bool sound = true;
    for (int v = 0; v < model.nv; ++v) sound &= workspace.pivots[v] > 1e-4 * B(v, v);
    if (!sound) continue;  // a rotor that is too heavy for its link
    ++tried, of_many += model.nv > 8, coupled += model.coupled_rotors;
    for (const Body<double>& body : model.bodies) gyroscopic += body.rotor.gyroscopic;
    const std::vector<double> tau = inverse_dynamics<double>(model, state.q, state.qd, qdd, state.conditions);
    const auto parts = terms<double>(model, state.q, state.qd, qdd, state.conditions);
    const double size = norm(parts.inertia) + norm(parts.coriolis) + norm(parts.gravity) + norm(parts.friction) +
                        norm(parts.spring) + norm(parts.wrench) + norm(parts.base_motion) + norm(given);
    const double off = norm(difference(tau, given)) / size;
    EXPECT_LT(off, 1e-10) << "robot " << seed;
    worst = std::max(worst, off);
  }
  std::printf("%d robots (%d with more than 8 velocities, %d with coupled rotors): %.1e\n", tried, of_many, coupled,
              worst);
  EXPECT_GT(tried, 2000);
  EXPECT_GT(of_many, 100);
  EXPECT_GT(gyroscopic, 1000);
  EXPECT_GT(coupled, 100);
}

TEST(LoadFriction, TakesPowerAndNeverGives) {
  for (int seed = 0; seed < 500; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model =
        with_load_friction(random, build_model<double>(random_robot_of_every_kind(random, seed)), 0.9);
    const RandomState state(random, model);
    const std::vector<double> tau = load_friction_torque<double>(model, state.q, state.qd, state.qdd, state.conditions);
    for (int v = 0; v < model.nv; ++v) EXPECT_GE(tau[v] * state.qd[v], 0) << seed;
    if (model.load_friction) {
      EXPECT_GT(power<double>(tau, state.qd), 0) << seed;
    }
    const std::vector<double> rest(model.nv, 0.0);
    for (const double x : load_friction_torque<double>(model, state.q, rest, state.qdd, state.conditions))
      EXPECT_EQ(x, 0);
  }
}

TEST(LoadFriction, AllIdentitiesHoldWithIt) {
  int checked = 0;
  for (int seed = 0; seed < 200; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model =
        with_load_friction(random, build_model<double>(random_robot_of_every_kind(random, seed)), 0.5);
    const Consistency result = check_consistency(model, {1, static_cast<std::uint64_t>(seed)});
    if (result.singular_states + result.indefinite_states > 0) continue;
    ++checked;
    for (const Identity& identity : result.identities) EXPECT_LT(identity.disagreement, 1e-9) << identity.name << seed;
  }
  EXPECT_GT(checked, 100);
}

TEST(LoadFriction, DerivativesOfInverseDynamicsAreThoseOfForwardMode) {
  for (int seed = 0; seed < 800; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model =
        with_load_friction(random, build_model<double>(random_robot_of_every_kind(random, seed)), 0.9);
    const RandomState state(random, model);
    const Model<Dual> dual_model = ModelCast<Dual>::cast(model);
    const DualConditions dual(state.conditions);
    const DualDerivatives expected(model, state.q, state.qd, state.qdd,
                                   [&](const Duals& q, const Duals& qd, const Duals& qdd) {
                                     return inverse_dynamics<Dual>(dual_model, q, qd, qdd, dual.conditions);
                                   });
    const auto [dq, dqd, dqdd] =
        inverse_dynamics_derivatives<double>(model, state.q, state.qd, state.qdd, state.conditions);
    EXPECT_LT(disagreement(dq, expected.by_q), 1e-10) << seed;
    EXPECT_LT(disagreement(dqd, expected.by_qd), 1e-10) << seed;
    EXPECT_LT(disagreement(dqdd, expected.by_x), 1e-10) << seed;
  }
}

TEST(LoadFriction, DerivativesOfForwardDynamicsAreThoseOfForwardMode) {
  int tried = 0;
  for (int seed = 0; seed < 800; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model =
        with_load_friction(random, build_model<double>(random_robot_of_every_kind(random, seed)), 0.5);
    const RandomState state(random, model);
    const Model<Dual> dual_model = ModelCast<Dual>::cast(model);
    const DualConditions dual(state.conditions);
    ForwardDynamicsDerivativesWorkspace<double> workspace(model);
    Matrix<double> dq(model.nv, model.nv), dqd(dq), dtau(dq);
    forward_dynamics_derivatives<double>(model, state.q, state.qd, state.qdd, state.conditions, workspace, dq.view(),
                                         dqd.view(), dtau.view());
    const Matrix<double> B = inertia_matrix(model, state.q);
    bool sound = true;
    for (int v = 0; v < model.nv; ++v) sound &= workspace.pivots[v] > 1e-4 * B(v, v);
    if (!sound) continue;
    ++tried;
    const DualDerivatives expected(model, state.q, state.qd, state.qdd,
                                   [&](const Duals& q, const Duals& qd, const Duals& tau) {
                                     return forward_dynamics<Dual>(dual_model, q, qd, tau, dual.conditions);
                                   });
    EXPECT_LT(disagreement(dq, expected.by_q), 1e-8) << seed;
    EXPECT_LT(disagreement(dqd, expected.by_qd), 1e-8) << seed;
    EXPECT_LT(disagreement(dtau, expected.by_x), 1e-8) << seed;
  }
  EXPECT_GT(tried, 400);
}

TEST(LoadFriction, ComesOnTopOfRegressorTimesParameters) {
  for (int seed = 0; seed < 200; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = with_load_friction(random, build_model<double>(random_robot(random, 5)), 0.5);
    const RandomState state(random, model);
    const ParameterLayout layout = parameter_layout(model, all_of(model));
    const Matrix<double> Y = regressor<double>(model, layout, state.q, state.qd, state.qdd, state.conditions);
    const std::vector<double> theta = parameters(model, layout),
                              wrench = terms<double>(model, state.q, state.qd, state.qdd, state.conditions).wrench,
                              column =
                                  load_friction_column<double>(model, state.q, state.qd, state.qdd, state.conditions),
                              tau = inverse_dynamics<double>(model, state.q, state.qd, state.qdd, state.conditions);
    for (int v = 0; v < model.nv; ++v) {
      double sum = wrench[v] + model.friction[v].load * column[v], size = std::abs(tau[v]) + norm(tau);
      for (int c = 0; c < Y.columns; ++c) sum += Y(v, c) * theta[c];
      EXPECT_NEAR(sum, tau[v], 1e-11 * size) << seed;
      EXPECT_NE(column[v], 0);
    }
  }
}

TEST(LoadFriction, OfManyStatesAtOnceIsThatOfEach) {
  Random random(3);
  const Model<double> model = with_load_friction(random, build_model<double>(load_robot("puma560")), 0.3);
  std::vector<double> q, qd, qdd, one, many, back;
  for (int state = 0; state < 37; ++state) {
    const std::vector<double> x = random.list(6, 0.1, 2), v = random.list(6, 0.1, 2), a = random.list(6, 0.1, 4);
    q.insert(q.end(), x.begin(), x.end()), qd.insert(qd.end(), v.begin(), v.end());
    qdd.insert(qdd.end(), a.begin(), a.end());
    const std::vector<double> tau = inverse_dynamics<double>(model, x, v, a);
    one.insert(one.end(), tau.begin(), tau.end());
  }
  many.resize(one.size()), back.resize(one.size());
  Batch batch(model);
  batch.inverse_dynamics(q, qd, qdd, many);
  batch.forward_dynamics(q, qd, one, back);
  for (std::size_t k = 0; k < one.size(); ++k) {
    EXPECT_NEAR(many[k], one[k], 1e-12 * (1 + std::abs(one[k])));
    EXPECT_NEAR(back[k], qdd[k], 1e-9);
  }
}

TEST(LoadFriction, IsInTheStateSpace) {
  // where it slides up and x > 0: (1.2 0.5 + 0.3) qdd = tau - 1.2 b(q) - 0.7 qd - ..., b = -weight cos(q)
  const Model<double> model = build_model<double>(read_robot(pendulum, "pendulum.yaml"));
  const double q = 2.5, divisor = 1.2 * inertia + rotor;
  const LinearisedRobot robot = linearised(model, {q}, {0.4}, {20.0}, default_conditions(model));
  EXPECT_NEAR(robot.continuous.A(1, 0), -1.2 * weight * std::sin(q) / divisor, 1e-12);
  EXPECT_NEAR(robot.continuous.A(1, 1), -0.7 / divisor, 1e-12);
  EXPECT_NEAR(robot.continuous.B(1, 0), 1 / divisor, 1e-12);
}

}  // namespace torsor::test::load_friction_test
