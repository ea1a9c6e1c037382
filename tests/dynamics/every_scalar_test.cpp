#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/center_of_mass.hpp"
#include "torsor/dynamics/centroidal_momentum.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/effective_inertia.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/energy_regressor.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/inverse_inertia_matrix.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/momentum.hpp"
#include "torsor/dynamics/momentum_rate.hpp"
#include "torsor/dynamics/newton_euler_base_frame.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/scalar/count.hpp"
#include "torsor/scalar/dual.hpp"
#include "torsor/scalar/expr.hpp"

// Every algorithm on every scalar gives the numbers that it gives on double; that those are right, other tests show.
namespace torsor::test::every_scalar_test {

/// The state of a robot on a scalar, and the numbers that come out.
template <class S>
struct Values {
  S of(double x) { return S(x); }
  std::vector<double> read(const std::vector<S>& list) const {
    std::vector<double> result;
    for (const S& entry : list) result.push_back(*known_value(entry));
    return result;
  }
};
/// A state of symbols, which get their numbers only when the equations are there.
template <>
struct Values<Expr> {
  ExpressionGraph graph;
  ExpressionGraph::Use use{graph};
  std::unordered_map<std::string, double> numbers;

  Expr of(double x) {
    const std::string name = "x" + std::to_string(numbers.size());
    numbers.emplace(name, x);
    return Expr::symbol(name);
  }
  std::vector<double> read(const std::vector<Expr>& list) const { return graph.evaluate(list, numbers); }
};

template <class S>
void append(std::vector<S>& list, const Vector3<S>& v) {
  list.insert(list.end(), {v.x, v.y, v.z});
}

/// The results of every algorithm, one list each.
template <class S>
std::vector<std::pair<std::string, std::vector<double>>> everything(const Description& robot, std::uint64_t seed) {
  Values<S> values;
  const Model<S> model = build_model<S>(robot);
  Random random(seed);
  const auto convert = [&](const std::vector<double>& x) {
    std::vector<S> result;
    for (const double entry : x) result.push_back(values.of(entry));
    return result;
  };
  const auto vector = [&](double size) {
    const Vector3<double> v = random.vector(size);
    return Vector3<S>{values.of(v.x), values.of(v.y), values.of(v.z)};
  };
  const std::vector<S> q = convert(random.list(model.nq, 0.1, 3)), qd = convert(random.list(model.nv, 0.1, 3));
  const std::vector<S> qdd = convert(random.list(model.nv, 0.1, 3));
  const std::vector<Transform<S>> poses = forward_kinematics(model, q);
  const Wrench<S> wrench = wrench_in_base_axes<S>(model, poses, model.tip, {vector(1), vector(1)});
  Conditions<S> conditions = default_conditions(model);
  conditions.wrenches = {&wrench, 1};
  conditions.base = {vector(1), vector(1), vector(1), vector(1)};

  std::vector<std::pair<std::string, std::vector<double>>> results;
  const auto add = [&](const std::string& name, const std::vector<S>& list) {
    results.emplace_back(name, values.read(list));
  };
  const std::vector<S> tau = inverse_dynamics(model, q, qd, qdd, conditions);
  add("inverse dynamics", tau);
  std::vector<S> other(model.nv, S(0.0));
  NewtonEulerBaseFrameWorkspace<S> base_frame(model);
  newton_euler_base_frame<S>(model, q, qd, qdd, conditions, base_frame, other);
  add("base frame", other);
  add("inertia matrix", inertia_matrix(model, q).data);
  add("inertia matrix by columns", inertia_matrix_by_columns(model, q).data);
  add("free inertia", effective_inertia(model, q).free);
  add("actuator inertia", actuator_inertia(model));
  add("gravity", gravity_torque(model, q));
  add("coriolis", coriolis_torque(model, q, qd));
  add("friction", friction_torque(model, qd));
  add("spring", spring_torque(model, q));
  add("momentum", generalized_momentum(model, q, qd));
  add("coriolis matrix", coriolis_matrix(model, q, qd).data);
  add("momentum rate", momentum_rate(model, q, qd).rate);
  add("coriolis product", coriolis_product(model, q, qd, qdd));
  add("lagrange-euler", lagrange_euler_torque(model, q, qd, qdd, conditions));
  add("lagrange-euler energy", {lagrange_euler_kinetic_energy<S>(model, lagrange_euler(model, q, model.gravity), qd)});
  const ParameterLayout layout = parameter_layout(model, all_of(model));
  add("parameters", parameters(with_parameters<S>(model, layout, parameters(model, layout)), layout));
  add("regressor", regressor(model, layout, q, qd, qdd, conditions).data);
  add("slotine-li regressor", slotine_li_regressor(model, layout, q, qd, qdd, qd, conditions).data);
  add("momentum regressor", momentum_regressor(model, layout, q, qd).data);
  add("energy regressor", energy_regressor(model, layout, q, qd, model.gravity).data);
  add("wrench term", terms(model, q, qd, qdd, conditions).wrench);
  add("forward dynamics", forward_dynamics(model, q, qd, tau, conditions));
  ForwardDynamicsWorkspace<S> workspace(model);
  forward_dynamics_through_inertia<S>(model, q, qd, tau, conditions, workspace, other);
  add("through inertia", other);
  const InverseDynamicsDerivatives<S> slopes = inverse_dynamics_derivatives(model, q, qd, qdd, conditions);
  add("dtau/dq", slopes.dtau_dq.data);
  add("dtau/dqd", slopes.dtau_dqd.data);
  add("dtau/dqdd", slopes.dtau_dqdd.data);
  const ForwardDynamicsDerivatives<S> rates = forward_dynamics_derivatives(model, q, qd, tau, conditions);
  add("dqdd/dq", rates.dqdd_dq.data);
  add("dqdd/dqd", rates.dqdd_dqd.data);
  add("dqdd/dtau", rates.dqdd_dtau.data);
  add("energies", {kinetic_energy(model, q, qd, conditions.base), potential_energy(model, q),
                   dissipation_function<S>(model, qd), power<S>(tau, qd)});
  add("jacobian", jacobian(model, q, model.tip).data);
  add("jacobian dot", jacobian_dot(model, q, qd, model.tip).data);
  add("inverse inertia matrix", inverse_inertia_matrix(model, q).data);
  add("center of mass jacobian", center_of_mass_jacobian(model, q).data);
  add("centroidal momentum matrix", centroidal_momentum_matrix(model, q).data);
  const Motion<S> bias = jacobian_dot_velocity(model, q, qd, model.tip);
  std::vector<S> list;
  append(list, bias.linear), append(list, bias.angular);
  add("jacobian dot velocity", list);
  const auto [center, center_velocity, center_acceleration] = center_of_mass(model, q, qd, qdd).center[0];
  list.clear();
  append(list, center), append(list, center_velocity), append(list, center_acceleration);
  add("center of mass", list);
  const auto [h, h_dot] = centroidal_momentum(model, q, qd, qdd, conditions.base);
  list.clear();
  append(list, h.force), append(list, h.moment), append(list, h_dot.force), append(list, h_dot.moment);
  add("centroidal momentum", list);
  const PointMotion<S> point = point_motion(link_motion(model, q, qd, qdd), 1, vector(1));
  list.clear();
  append(list, point.position), append(list, point.velocity), append(list, point.acceleration);
  add("point motion", list);
  return results;
}

template <class S>
class EveryScalar : public testing::Test {};
using Scalars = testing::Types<float, Count, Dual, Expr>;
TYPED_TEST_SUITE(EveryScalar, Scalars);

TYPED_TEST(EveryScalar, GivesTheNumbersOfDoubleInEveryAlgorithm) {
  const double tolerance = std::is_same_v<TypeParam, float> ? 2e-3 : 1e-12;
  std::vector<Description> robots;
  for (const char* name : {"puma560", "stanford", "panda", "tx40"}) robots.push_back(read_builtin_robot(name));
  Random random(11);
  robots.push_back(random_robot(random, 5));
  for (const Description& robot : robots) {
    const auto expected = everything<double>(robot, 5), actual = everything<TypeParam>(robot, 5);
    ASSERT_EQ(expected.size(), actual.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const auto& [name, list] = expected[k];
      EXPECT_LE(norm(difference(list, actual[k].second)), tolerance * (norm(list) + 1e-3))
          << robot.name << ": " << name;
    }
  }
}

TEST(Counting, NewtonEulerStaysWellBelowTheNotesFigures) {  // 000: 792 multiplications and 662 additions for six joints
  const Description robot = read_builtin_robot("puma560");
  const Model<Count> model = without_rotors(build_model<Count>(robot));
  const auto state = [](double x) { return std::vector<Count>(6, Count::variable(x)); };
  std::vector<Count> tau(6);
  NewtonEulerWorkspace<Count> workspace(model);
  Count::tally() = {};
  newton_euler<Count>(model, state(0.3), state(0.4), state(0.5), default_conditions(model), workspace, tau);
  const Operations cost = Count::tally();
  std::printf("puma560: %ld multiplications, %ld additions, %ld sines and cosines\n", long(cost.multiplications),
              long(cost.additions), long(cost.trigonometric));
  EXPECT_EQ(cost.trigonometric, 12);
  EXPECT_EQ(cost.divisions, 0);
  EXPECT_LT(cost.multiplications, 792);
  EXPECT_LT(cost.additions, 662);
  EXPECT_GT(cost.multiplications, 100);
}

}  // namespace torsor::test::every_scalar_test
