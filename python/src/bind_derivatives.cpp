#include "bindings.hpp"
#include "for_states.hpp"
#include "python_types.hpp"
#include "torsor/core/error.hpp"
#include "torsor/dynamics/effective_inertia.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/singular_inertia.hpp"

namespace torsor::python {
namespace {

/// The three matrices of each state: by q, by qd, and by the third vector.
template <class Workspace, class Differentiate>
Arrays three_matrices(Robot& robot, const Arguments& arguments, const Differentiate& differentiate) {
  const Model<double>& model = robot.model();
  const Shape square{model.nv, model.nv};
  const nb::none fresh;
  Result by_q(arguments, square, fresh), by_qd(arguments, square, fresh), by_third(arguments, square, fresh);
  in_pieces(robot, arguments, [&](const Rows& x, std::size_t begin) {
    const Output<double> rows[] = {by_q.rows(begin, x.states()), by_qd.rows(begin, x.states()),
                                   by_third.rows(begin, x.states())};
    for_states(
        x.states(), [&] { return Workspace(model); },
        [&](Workspace& workspace, std::size_t k) {
          const auto vector = [&](std::size_t which, int width) {
            return Input<double>(x[which].data() + k * width, static_cast<std::size_t>(width));
          };
          const auto matrix = [&](std::size_t which) {
            return MatrixView<double>{rows[which].data() + k * model.nv * model.nv, model.nv, model.nv};
          };
          differentiate(vector(0, model.nq), vector(1, model.nv), vector(2, model.nv), workspace, matrix(0), matrix(1),
                        matrix(2));
        });
  });
  return nb::make_tuple(by_q.give(), by_qd.give(), by_third.give());
}

Arrays of_inverse_dynamics(Robot& robot, nb::handle q, nb::handle qd, nb::handle qdd, nb::handle conditions) {
  const Conditions<double> world = conditions_of(robot, conditions);
  const Arguments given(
      std::array{robot.positions(q), robot.velocities("qd", qd, true), robot.velocities("qdd", qdd, true)});
  return three_matrices<DerivativeWorkspace<double>>(
      robot, given,
      [&](Input<double> q_k, Input<double> qd_k, Input<double> qdd_k, auto& workspace, const auto&... matrices) {
        inverse_dynamics_derivatives<double>(robot.model(), q_k, qd_k, qdd_k, world, workspace, matrices...);
      });
}

Arrays of_forward_dynamics(Robot& robot, nb::handle q, nb::handle qd, nb::handle tau, nb::handle conditions) {
  const Conditions<double> world = conditions_of(robot, conditions);
  const Arguments given(
      std::array{robot.positions(q), robot.velocities("qd", qd, true), robot.velocities("tau", tau, true)});
  if (given.single()) {
    const std::vector<double> at(given.rows()[0].begin(), given.rows()[0].end());
    const EffectiveInertia<double> inertia = effective_inertia<double>(robot.model(), at);
    if (lost_pivot(inertia.B, inertia.pivots) >= 0)
      throw ComputationError(singular_inertia(robot.model(), at) + ": the acceleration has no derivatives");
  }
  return three_matrices<ForwardDynamicsDerivativesWorkspace<double>>(
      robot, given,
      [&](Input<double> q_k, Input<double> qd_k, Input<double> tau_k, auto& workspace, const auto&... matrices) {
        forward_dynamics_derivatives<double>(robot.model(), q_k, qd_k, tau_k, world, workspace, matrices...);
      });
}

}  // namespace

void bind_derivatives(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("_inverse_dynamics_derivatives", &of_inverse_dynamics, "q"_a.none(), "qd"_a.none(), "qdd"_a.none(),
            "conditions"_a.none());
  robot.def("_forward_dynamics_derivatives", &of_forward_dynamics, "q"_a.none(), "qd"_a.none(), "tau"_a.none(),
            "conditions"_a.none());
}

}  // namespace torsor::python
