#include "torsor/dynamics/batch.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_robot.hpp"
#include "torsor/core/error.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/formulation.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::batch_test {

using Vector = std::vector<double>;

/// Random states, one behind the other.
struct States {
  std::size_t count;
  Vector q, qd, qdd, tau;

  States(const Model<double>& model, std::size_t states, std::uint64_t seed) : count(states) {
    Random random(seed);
    const auto append = [](Vector& all, const Vector& one) { all.insert(all.end(), one.begin(), one.end()); };
    for (std::size_t k = 0; k < count; ++k) {
      const RandomState state(random, model);
      append(q, state.q), append(qd, state.qd), append(qdd, state.qdd), append(tau, random.list(model.nv, 0.1, 9));
    }
  }
};

Vector one(const Vector& all, std::size_t count, std::size_t state) {
  const auto width = static_cast<std::ptrdiff_t>(all.size() / count),
             start = width * static_cast<std::ptrdiff_t>(state);
  return {all.begin() + start, all.begin() + start + width};
}

/// N x n as n x N.
Vector transposed(const Vector& all, std::size_t count) {
  Vector result(all.size());
  const std::size_t width = all.size() / count;
  for (std::size_t s = 0; s < count; ++s)
    for (std::size_t k = 0; k < width; ++k) result[k * count + s] = all[s * width + k];
  return result;
}

void expect_close(const Vector& found, const Vector& expected, const char* what, std::size_t state) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  double size = 1;
  for (const double value : expected) size = std::max(size, std::abs(value));
  for (std::size_t k = 0; k < found.size(); ++k)
    EXPECT_NEAR(found[k], expected[k], 1e-11 * size) << what << ", state " << state << ", entry " << k;
}

/// All that a batch computes, by name, in the layout that was asked for.
std::vector<std::pair<const char*, Vector>> everything(const Model<double>& model, const Conditions<double>& conditions,
                                                       const States& states, BatchOptions options) {
  Batch batch(model, conditions, options);
  const auto n = static_cast<std::size_t>(model.nv), N = states.count;
  const std::size_t parameters = static_cast<std::size_t>(parameter_layout(model, all_of(model)).size());
  const auto laid = [&](const Vector& x) { return options.layout == BatchLayout::states ? x : transposed(x, N); };
  const Vector q = laid(states.q), qd = laid(states.qd), qdd = laid(states.qdd), tau = laid(states.tau);
  std::vector<std::pair<const char*, Vector>> results;
  const auto out = [&](const char* name, std::size_t width) -> Vector& {
    return results.emplace_back(name, Vector(N * width, -1.0)).second;
  };
  batch.inverse_dynamics(q, qd, qdd, out("inverse dynamics", n));
  batch.forward_dynamics(q, qd, tau, out("forward dynamics", n));
  batch.inertia_matrix(q, out("inertia matrix", n * n));
  batch.coriolis_matrix(q, qd, out("Coriolis matrix", n * n));
  batch.bias_torque(q, qd, out("bias", n));
  batch.inertia_torque(q, qdd, out("inertia", n));
  batch.coriolis_torque(q, qd, out("Coriolis", n));
  batch.gravity_torque(q, out("gravity", n));
  batch.friction_torque(qd, out("friction", n));
  batch.spring_torque(q, out("spring", n));
  batch.base_motion_torque(q, qd, out("base motion", n));
  batch.forward_kinematics(q, model.tip, out("pose", 12));
  batch.jacobian(q, model.tip, out("Jacobian", 6 * n));
  batch.regressor(q, qd, qdd, out("regressor", n * parameters));
  batch.energy(q, qd, out("energy", 2));
  for (auto& [name, numbers] : results)
    if (options.layout == BatchLayout::components) {
      Vector back(numbers.size());
      const std::size_t width = numbers.size() / N;
      for (std::size_t s = 0; s < N; ++s)
        for (std::size_t k = 0; k < width; ++k) back[s * width + k] = numbers[k * N + s];
      numbers = back;
    }
  return results;
}

/// One state with the scalar functions; inverse dynamics by the formulation in base axes, which shares no recursion.
std::vector<Vector> one_by_one(const Model<double>& model, const Conditions<double>& conditions, const States& states,
                               std::size_t s) {
  const Vector q = one(states.q, states.count, s), qd = one(states.qd, states.count, s),
               qdd = one(states.qdd, states.count, s), tau = one(states.tau, states.count, s),
               still(static_cast<std::size_t>(model.nv), 0.0);
  const Terms<double> parts = terms<double>(model, q, qd, qdd, conditions);
  const auto torque = [&](const Vector& acceleration) {
    return inverse_dynamics_by(Formulation::newton_euler_base_frame, model, q, qd, acceleration, conditions);
  };
  const auto [R, p] = frame_pose<double>(model, forward_kinematics<double>(model, q), model.tip);
  return {
      torque(qdd),
      forward_dynamics<double>(model, q, qd, tau, conditions),
      inertia_matrix_by_columns<double>(model, q).data,
      coriolis_matrix<double>(model, q, qd).data,
      torque(still),
      parts.inertia,
      parts.coriolis,
      parts.gravity,
      parts.friction,
      parts.spring,
      parts.base_motion,
      {p.x, p.y, p.z, R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz},
      jacobian<double>(model, q, model.tip).data,
      regressor<double>(model, parameter_layout(model, all_of(model)), q, qd, qdd, conditions).data,
      {kinetic_energy<double>(model, q, qd, conditions.base), potential_energy<double>(model, q, conditions.gravity)}};
}

void expect_batch_is_the_scalar_calls(const Model<double>& model, std::size_t count, std::uint64_t seed) {
  const States states(model, count, seed);
  Conditions<double> conditions = default_conditions(model);
  conditions.gravity = {1, 2, -9};
  conditions.base = {{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}, {1, 2, 3}, {0.3, 0.2, 0.1}};
  for (const BatchLayout layout : {BatchLayout::states, BatchLayout::components}) {
    const auto found = everything(model, conditions, states, {layout, 2});
    for (std::size_t s = 0; s < count; ++s) {
      const std::vector<Vector> expected = one_by_one(model, conditions, states, s);
      for (std::size_t f = 0; f < found.size(); ++f)
        expect_close(one(found[f].second, count, s), expected[f], found[f].first, s);
    }
  }
}

TEST(Batch, IsTheScalarCallsForArms) {
  for (const char* name : {"panda", "puma560", "stanford", "two-rods", "mass-spring-damper"}) {
    SCOPED_TRACE(name);
    expect_batch_is_the_scalar_calls(build_model<double>(read_builtin_robot(name)), 19, 3);
  }
}

TEST(Batch, IsTheScalarCallsForRobotsWithEverything) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const int joints = random.integer(1, 9);
    expect_batch_is_the_scalar_calls(build_model<double>(random_robot(random, joints)), 5, seed);
    expect_batch_is_the_scalar_calls(build_model<double>(random_robot_with_ball_and_free_joints(random, joints)), 5,
                                     seed);
    expect_batch_is_the_scalar_calls(build_model<double>(random_robot_with_followers(random, joints)), 5, seed);
  }
}

TEST(Batch, HasTheSameDigitsForAnyNumberOfThreadsAndStates) {
  const Model<double> model = build_model<double>(read_builtin_robot("panda"));
  const States states(model, 1000, 7);
  const Conditions<double> conditions = default_conditions(model);
  const auto expected = everything(model, conditions, states, {BatchLayout::states, 1});
  for (const int threads : {2, 3, 0})
    for (const BatchLayout layout : {BatchLayout::states, BatchLayout::components})
      EXPECT_EQ(everything(model, conditions, states, {layout, threads}), expected) << threads;
  for (const std::size_t count : {1u, 2u, 7u, 8u, 9u, 255u, 257u}) {
    States fewer = states;
    fewer.count = count;
    const auto n = static_cast<std::ptrdiff_t>(count) * model.nv;
    for (Vector* vector : {&fewer.q, &fewer.qd, &fewer.qdd, &fewer.tau}) vector->resize(static_cast<std::size_t>(n));
    const auto found = everything(model, conditions, fewer, {BatchLayout::states, 2});
    for (std::size_t f = 0; f < found.size(); ++f)
      EXPECT_TRUE(std::equal(found[f].second.begin(), found[f].second.end(), expected[f].second.begin()))
          << found[f].first << " of " << count << " states";
  }
}

TEST(Batch, InverseDynamicsUndoesForwardDynamics) {
  const Model<double> model = build_model<double>(read_builtin_robot("puma560"));
  const States states(model, 300, 5);
  Batch batch(model);
  Vector qdd(states.tau.size()), tau(states.tau.size());
  batch.forward_dynamics(states.q, states.qd, states.tau, qdd);
  batch.inverse_dynamics(states.q, states.qd, qdd, tau);
  expect_close(tau, states.tau, "tau", 0);
}

TEST(Batch, OfNoStatesIsNothing) {
  const Model<double> model = build_model<double>(read_builtin_robot("panda"));
  Vector none;
  Batch(model).inverse_dynamics(none, none, none, none);
  EXPECT_TRUE(none.empty());
}

TEST(Batch, ChecksLengths) {
  const Model<double> model = build_model<double>(read_builtin_robot("panda"));
  Batch batch(model);
  Vector three(21), two(14), tau(21);
  try {
    batch.inverse_dynamics(three, two, three, tau);
    FAIL() << "qd was too short";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "qd: expected 3 x 7 numbers for as many states of panda, found 14");
  }
  EXPECT_THROW(batch.inverse_dynamics(three, three, three, two), UsageError);
  EXPECT_THROW(batch.gravity_torque(Vector(20), tau), UsageError);
}

}  // namespace torsor::test::batch_test
