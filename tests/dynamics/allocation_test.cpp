#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "support/counted_allocations.hpp"
#include "support/random_robot.hpp"
#include "torsor/codegen/compile.hpp"
#include "torsor/dynamics/batch.hpp"
#include "torsor/dynamics/center_of_mass.hpp"
#include "torsor/dynamics/centroidal_momentum.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/effective_inertia_range.hpp"
#include "torsor/dynamics/energy_regressor.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/inverse_inertia_matrix.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/newton_euler_base_frame.hpp"
#include "torsor/dynamics/operational_space.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::allocation_test {

TEST(Kernels, AllocateNothing) {
  for (const char* name : {"puma560", "panda", "stanford", "tx40"}) {
    const Model<double> model = build_model<double>(read_builtin_robot(name));
    Random random(3);
    const RandomState state(random, model);
    const auto& [q, qd, qdd, wrench, conditions] = state;
    std::vector<double> tau(model.nv), result(model.nv);
    NewtonEulerWorkspace<double> link_frames(model);
    NewtonEulerBaseFrameWorkspace<double> base_frame(model);
    ForwardDynamicsWorkspace<double> forward(model);
    InertiaMatrixWorkspace<double> composite(model);
    Matrix<double> B(model.nv, model.nv), J(6, model.nv);
    std::vector<Transform<double>> poses(model.bodies.size());
    LinkMotion<double> motion(model);
    JacobianWorkspace<double> branch(model);
    CenterOfMass<double> centers(model);
    CenterOfMassJacobianWorkspace<double> masses(model);
    CentroidalMomentumMatrixWorkspace<double> momenta(model);
    InverseInertiaMatrixWorkspace<double> inverse(model);
    Matrix<double> of_center(3, model.nv);
    CentroidalMomentum<double> momentum;
    Terms<double> all(model);
    EffectiveInertia<double> inertia(model);
    EffectiveInertiaRange range(model);
    OperationalSpaceWorkspace operational(model);
    OperationalSpace space(6);
    LagrangeEuler<double> L(model);
    CoriolisMatrixWorkspace<double> factors(model);
    SlotineLiWorkspace<double> slotine_li(model);
    RegressorWorkspace<double> columns(model);
    DerivativeWorkspace<double> sweep(model);
    ForwardDynamicsDerivativesWorkspace<double> forward_sweep(model);
    Matrix<double> dq(B), dqd(B);
    const ParameterLayout layout = parameter_layout(model, all_of(model));
    Matrix<double> Y(model.nv, layout.size()), energies(2, layout.size());

    const long before = allocations;
    newton_euler<double>(model, q, qd, qdd, conditions, link_frames, tau);
    inverse_dynamics<double>(model, q, qd, qdd, conditions, link_frames, tau);
    newton_euler_base_frame<double>(model, q, qd, qdd, conditions, base_frame, result);
    inertia_matrix<double>(model, q, composite, B.view());
    forward_dynamics<double>(model, q, qd, tau, conditions, forward, result);
    forward_dynamics_through_inertia<double>(model, q, qd, tau, conditions, forward, result);
    forward_kinematics<double>(model, q, poses);
    jacobian<double>(model, poses, model.tip, J.view());
    jacobian<double>(model, q, model.tip, branch, J.view());
    jacobian_dot<double>(model, q, qd, model.tip, branch, J.view());
    link_motion<double>(model, q, qd, qdd, conditions.base, motion);
    center_of_mass<double>(model, motion, BaseMass::left_out, centers);
    center_of_mass_jacobian<double>(model, q, BaseMass::left_out, masses, of_center.view());
    centroidal_momentum_matrix<double>(model, q, momenta, J.view());
    momentum = centroidal_momentum<double>(model, motion, qd, qdd);
    inverse_inertia_matrix<double>(model, q, inverse, B.view());
    terms<double>(model, q, qd, qdd, conditions, link_frames, all);
    effective_inertia<double>(model, q, composite, inertia);
    range.include(inertia, q);
    operational_space(model, q, qd, conditions.gravity, model.tip, all_rows, operational, space);
    lagrange_euler<double>(model, q, conditions.gravity, L);
    lagrange_euler_torque<double>(model, L, qd, qdd, conditions.wrenches, result);
    coriolis_matrix<double>(model, q, qd, factors, B.view());
    slotine_li_torque<double>(model, q, qd, qdd, qdd, conditions, slotine_li, result);
    regressor<double>(model, layout, q, qd, qdd, conditions, columns, Y.view());
    slotine_li_regressor<double>(model, layout, q, qd, qdd, qdd, conditions, columns, Y.view());
    momentum_regressor<double>(model, layout, q, qd, columns, Y.view());
    energy_regressor<double>(model, layout, q, qd, conditions.gravity, motion, energies.view());
    inverse_dynamics_derivatives<double>(model, q, qd, qdd, conditions, sweep, dq.view(), dqd.view(), B.view());
    forward_dynamics_derivatives<double>(model, q, qd, tau, conditions, forward_sweep, dq.view(), dqd.view(), B.view());
    const long during = allocations - before;
    EXPECT_EQ(during, 0) << name;
  }
  const long before = allocations;
  ::operator delete(::operator new(8));  // a call, which no compiler may leave out
  EXPECT_EQ(allocations - before, 1) << "the counter counts";
}

/// All calls of a robot and of batches on one thread; the first ones size what they work in.
long allocations_of(CompiledRobot& robot, BatchOptions options) {
  const Model<double>& model = robot.model();
  options.threads = 1, options.kernels = robot.kernels();
  Batch batch(model, options);
  constexpr std::size_t states = 19;
  const auto n = static_cast<std::size_t>(model.nv);
  const std::vector<double> q(n, 0.3), x(states * n, 0.4);
  std::vector<double> tau(n), many(states * n), pose(12);
  Matrix<double> B(model.nv, model.nv), slopes(3 * model.nv, model.nv);
  long during = 0;
  for (int round = 0; round < 2; ++round) {
    const long before = allocations;
    robot.inverse_dynamics(q, q, q, tau);
    robot.forward_dynamics(q, q, q, tau);
    robot.inertia_matrix(q, B.view());
    robot.forward_kinematics(q, pose);
    robot.inverse_dynamics_derivatives(q, q, q, slopes.view());
    robot.forward_dynamics_derivatives(q, q, q, slopes.view());
    batch.inverse_dynamics(x, x, x, many);
    batch.forward_dynamics(x, x, x, many);
    during = allocations - before;
  }
  return during;
}

TEST(CompiledRobots, AllocateNothing) {
  const Model<double> model = build_model<double>(read_builtin_robot("two-rods"));
  CompileOptions options;
  options.cache.clear();
  CompiledRobot compiled = compile(model, {"inverse-dynamics", "forward-dynamics", "inertia-matrix"}, options),
                plain = compile(model, {}, options);
  for (const BatchLayout layout : {BatchLayout::states, BatchLayout::components}) {
    EXPECT_EQ(allocations_of(compiled, {layout, 1, {}}), 0);
    EXPECT_EQ(allocations_of(plain, {layout, 1, {}}), 0);
  }
}

}  // namespace torsor::test::allocation_test
