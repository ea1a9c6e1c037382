#include "bindings.hpp"
#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/dynamics/singular_inertia.hpp"
#include "torsor/dynamics/spring.hpp"
#include "torsor/model/require_load_free.hpp"

namespace torsor::python {
namespace {

/// Runs work(batch) in the robot's own world, or in other conditions.
template <class Work>
void in_batch(Robot& robot, nb::handle conditions, const Conditions<double>& world, const Work& work) {
  if (conditions.is_none()) return robot.with_batch(work);
  Batch batch(robot.model(), world);
  work(batch);
}

/// Whether it is worth while to ask if B is singular: some pivot is far below the largest, or none at all.
bool doubtful(const std::vector<double>& pivots) {
  double most = 0;
  for (const double pivot : pivots) most = std::max(most, pivot);
  return std::any_of(pivots.begin(), pivots.end(), [most](double pivot) { return !(pivot > 1e-9 * most); });
}

Shape vector(const Robot& robot) { return {robot.model().nv}; }
Shape square(const Robot& robot) { return {robot.model().nv, robot.model().nv}; }

nb::object inverse_dynamics(Robot& robot, nb::handle q, nb::handle qd, nb::handle qdd, nb::handle conditions,
                            nb::handle out) {
  const Conditions<double> world = conditions_of(robot, conditions);
  return evaluate(
      robot, std::array{robot.positions(q), robot.velocities("qd", qd, true), robot.velocities("qdd", qdd, true)},
      vector(robot), out,
      [&](const Rows& x, Output<double> tau) {
        torsor::inverse_dynamics<double>(robot.model(), x[0], x[1], x[2], world, robot.workspaces().newton_euler, tau);
      },
      [&](const Rows& x, Output<double> tau) {
        in_batch(robot, conditions, world, [&](Batch& batch) { batch.inverse_dynamics(x[0], x[1], x[2], tau); });
      });
}

nb::object forward_dynamics(Robot& robot, nb::handle q, nb::handle qd, nb::handle tau, nb::handle conditions,
                            nb::handle out) {
  const Conditions<double> world = conditions_of(robot, conditions);
  return evaluate(
      robot, std::array{robot.positions(q), robot.velocities("qd", qd, true), robot.velocities("tau", tau, true)},
      vector(robot), out,
      [&](const Rows& x, Output<double> qdd) {
        torsor::forward_dynamics<double>(robot.model(), x[0], x[1], x[2], world, robot.workspaces().forward, qdd);
        const std::vector<double>& pivots = robot.workspaces().forward.pivots;
        if (doubtful(pivots)) require_acceleration(robot.model(), {x[0].begin(), x[0].end()}, pivots);
      },
      [&](const Rows& x, Output<double> qdd) {
        in_batch(robot, conditions, world, [&](Batch& batch) { batch.forward_dynamics(x[0], x[1], x[2], qdd); });
      });
}

nb::object inertia_matrix(Robot& robot, nb::handle q, nb::handle out) {
  const int nv = robot.model().nv;
  return evaluate(
      robot, std::array{robot.positions(q)}, square(robot), out,
      [&](const Rows& x, Output<double> B) {
        torsor::inertia_matrix<double>(robot.model(), x[0], robot.workspaces().forward.composite, {B.data(), nv, nv});
      },
      [&](const Rows& x, Output<double> B) { robot.with_batch([&](Batch& batch) { batch.inertia_matrix(x[0], B); }); });
}

nb::object coriolis_matrix(Robot& robot, nb::handle q, nb::handle qd, nb::handle out) {
  const int nv = robot.model().nv;
  return evaluate(
      robot, std::array{robot.positions(q), robot.velocities("qd", qd)}, square(robot), out,
      [&](const Rows& x, Output<double> C) {
        torsor::coriolis_matrix<double>(robot.model(), x[0], x[1], robot.workspaces().coriolis, {C.data(), nv, nv});
      },
      [&](const Rows& x, Output<double> C) {
        robot.with_batch([&](Batch& batch) { batch.coriolis_matrix(x[0], x[1], C); });
      });
}

nb::object gravity_torque(Robot& robot, nb::handle q, nb::handle out) {
  auto& [newton_euler_space, forward, coriolis, regressor, jacobian, still] = robot.workspaces();
  return evaluate(
      robot, std::array{robot.positions(q)}, vector(robot), out,
      [&](const Rows& x, Output<double> tau) {
        newton_euler<double>(robot.model(), x[0], still, still, {robot.model().gravity, {}, {}}, newton_euler_space,
                             tau);
      },
      [&](const Rows& x, Output<double> tau) {
        robot.with_batch([&](Batch& batch) { batch.gravity_torque(x[0], tau); });
      });
}

nb::object coriolis_torque(Robot& robot, nb::handle q, nb::handle qd, nb::handle out) {
  Workspaces& space = robot.workspaces();
  return evaluate(
      robot, std::array{robot.positions(q), robot.velocities("qd", qd)}, vector(robot), out,
      [&](const Rows& x, Output<double> tau) {
        newton_euler<double>(robot.model(), x[0], x[1], space.still, {}, space.newton_euler, tau);
      },
      [&](const Rows& x, Output<double> tau) {
        robot.with_batch([&](Batch& batch) { batch.coriolis_torque(x[0], x[1], tau); });
      });
}

nb::object bias_torque(Robot& robot, nb::handle q, nb::handle qd, nb::handle conditions, nb::handle out) {
  Workspaces& space = robot.workspaces();
  const Conditions<double> world = conditions_of(robot, conditions);
  return evaluate(
      robot, std::array{robot.positions(q), robot.velocities("qd", qd, true)}, vector(robot), out,
      [&](const Rows& x, Output<double> tau) {
        torsor::inverse_dynamics<double>(robot.model(), x[0], x[1], space.still, world, space.newton_euler, tau);
      },
      [&](const Rows& x, Output<double> tau) {
        in_batch(robot, conditions, world, [&](Batch& batch) { batch.bias_torque(x[0], x[1], tau); });
      });
}

nb::object friction_torque(Robot& robot, nb::handle qd, nb::handle out) {
  require_load_free(robot.model(), "friction_torque, a function of qd");
  return evaluate(
      robot, std::array{robot.velocities("qd", qd)}, vector(robot), out,
      [&](const Rows& x, Output<double> tau) {
        std::fill(tau.begin(), tau.end(), 0.0);
        add_friction_torque<double>(robot.model(), x[0], tau);
      },
      [&](const Rows& x, Output<double> tau) {
        robot.with_batch([&](Batch& batch) { batch.friction_torque(x[0], tau); });
      });
}

nb::object spring_torque(Robot& robot, nb::handle q, nb::handle out) {
  return evaluate(
      robot, std::array{robot.positions(q)}, vector(robot), out,
      [&](const Rows& x, Output<double> tau) {
        std::fill(tau.begin(), tau.end(), 0.0);
        add_spring_torque<double>(robot.model(), x[0], tau);
      },
      [&](const Rows& x, Output<double> tau) {
        robot.with_batch([&](Batch& batch) { batch.spring_torque(x[0], tau); });
      });
}

}  // namespace

#define ARRAY "numpy.typing.ArrayLike"
#define RESULT "numpy.typing.NDArray[numpy.floating]"
#define OUT "out: numpy.typing.NDArray[numpy.floating] | None = None"

void bind_dynamics(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("inverse_dynamics", &inverse_dynamics, "q"_a.none(), "qd"_a = nb::none(), "qdd"_a = nb::none(),
            nb::kw_only(), "conditions"_a = nb::none(), "out"_a = nb::none(),
            nb::sig("def inverse_dynamics(self, q: " ARRAY ", qd: " ARRAY " | None = None, qdd: " ARRAY
                    " | None = None, *, conditions: Conditions | None = None, " OUT ") -> " RESULT),
            R"(The torque that a motion needs: tau = B qdd + C qd + g + friction + spring + J^T wrench.

q (..., nq): positions, rad or m. qd, qdd (..., nv): velocities and accelerations; 0 where they are left out.
Leading axes are those of a batch and are broadcast. Returns tau (..., nv), Nm or N.

>>> import torsor
>>> robot = torsor.load("two-rods")
>>> robot.inverse_dynamics([0, 0])
array([19.62 ,  4.905])
>>> robot.inverse_dynamics([[0, 0], [0, 0]], qdd=[1, 0]).shape
(2, 2)
)");
  robot.def("forward_dynamics", &forward_dynamics, "q"_a.none(), "qd"_a = nb::none(), "tau"_a = nb::none(),
            nb::kw_only(), "conditions"_a = nb::none(), "out"_a = nb::none(),
            nb::sig("def forward_dynamics(self, q: " ARRAY ", qd: " ARRAY " | None = None, tau: " ARRAY
                    " | None = None, *, conditions: Conditions | None = None, " OUT ") -> " RESULT),
            R"(The acceleration that torques give: qdd = B^-1 (tau - C qd - g - friction - spring - J^T wrench).

q (..., nq): rad or m. qd, tau (..., nv): rad/s or m/s, Nm or N; 0 where they are left out. Returns qdd (..., nv),
rad/s^2 or m/s^2. Where the inertia matrix is singular a single state is a ComputationError that names the joint, and in
a batch the rows of such states are not finite.

>>> import torsor
>>> robot = torsor.load("two-rods")
>>> tau = robot.inverse_dynamics([0.3, 0.2], [1, 2], [3, 4])
>>> robot.forward_dynamics([0.3, 0.2], [1, 2], tau).round(9)
array([3., 4.])
)");
  robot.def("inertia_matrix", &inertia_matrix, "q"_a.none(), nb::kw_only(), "out"_a = nb::none(),
            nb::sig("def inertia_matrix(self, q: " ARRAY ", *, " OUT ") -> " RESULT),
            R"(The inertia matrix B(q), rotors included.

q (..., nq): rad or m. Returns B (..., nv, nv), kg m^2, kg m or kg.

>>> import torsor
>>> torsor.load("two-rods").inertia_matrix([0, 0]).round(4)
array([[2.6667, 0.8333],
       [0.8333, 0.3333]])
)");
  robot.def("coriolis_matrix", &coriolis_matrix, "q"_a.none(), "qd"_a.none(), nb::kw_only(), "out"_a = nb::none(),
            nb::sig("def coriolis_matrix(self, q: " ARRAY ", qd: " ARRAY ", *, " OUT ") -> " RESULT),
            R"(The matrix C(q, qd) of Coriolis and centrifugal terms, that of the Christoffel symbols.

q (..., nq): rad or m; qd (..., nv): rad/s or m/s. Returns C (..., nv, nv), so that C qd is a torque.

>>> import numpy, torsor
>>> robot = torsor.load("two-rods")
>>> q, qd = [0.1, 1.2], [1.0, -2.0]
>>> bool(numpy.allclose(robot.coriolis_matrix(q, qd) @ qd, robot.coriolis_torque(q, qd)))
True
)");
  robot.def("coriolis_torque", &coriolis_torque, "q"_a.none(), "qd"_a.none(), nb::kw_only(), "out"_a = nb::none(),
            nb::sig("def coriolis_torque(self, q: " ARRAY ", qd: " ARRAY ", *, " OUT ") -> " RESULT),
            R"(C(q, qd) qd, rotors included, friction never. q (..., nq), qd (..., nv); returns (..., nv), Nm or N.

>>> import torsor
>>> torsor.load("two-rods").coriolis_torque([0, 0], [1, 1])
array([0., 0.])
)");
  for (const char* name : {"gravity_torque", "gravity"})
    robot.def(name, &gravity_torque, "q"_a.none(), nb::kw_only(), "out"_a = nb::none(),
              nb::sig(std::string(name) == "gravity" ? "def gravity(self, q: " ARRAY ", *, " OUT ") -> " RESULT
                                                     : "def gravity_torque(self, q: " ARRAY ", *, " OUT ") -> " RESULT),
              R"(g(q), the torque that holds the arm still in the robot's own gravity.

q (..., nq): rad or m. Returns (..., nv), Nm or N. `gravity` and `gravity_torque` are the same.

>>> import torsor
>>> torsor.load("two-rods").gravity([0, 0])
array([19.62 ,  4.905])
)");
  robot.def("bias_torque", &bias_torque, "q"_a.none(), "qd"_a = nb::none(), nb::kw_only(), "conditions"_a = nb::none(),
            "out"_a = nb::none(),
            nb::sig("def bias_torque(self, q: " ARRAY ", qd: " ARRAY
                    " | None = None, *, conditions: Conditions | None = None, " OUT ") -> " RESULT),
            R"(All of the torque that does not depend on qdd. q (..., nq), qd (..., nv); returns (..., nv), Nm or N.

>>> import torsor
>>> torsor.load("two-rods").bias_torque([0, 0])
array([19.62 ,  4.905])
)");
  robot.def("friction_torque", &friction_torque, "qd"_a.none(), nb::kw_only(), "out"_a = nb::none(),
            nb::sig("def friction_torque(self, qd: " ARRAY ", *, " OUT ") -> " RESULT),
            R"(The torque that friction takes. qd (..., nv): rad/s or m/s; returns (..., nv), Nm or N.

>>> import torsor
>>> torsor.load("two-rods").friction_torque([1, 1])
array([0., 0.])
)");
  robot.def("spring_torque", &spring_torque, "q"_a.none(), nb::kw_only(), "out"_a = nb::none(),
            nb::sig("def spring_torque(self, q: " ARRAY ", *, " OUT ") -> " RESULT),
            R"(The torque that springs take. q (..., nq): rad or m; returns (..., nv), Nm or N.

>>> import torsor
>>> torsor.load("two-rods").spring_torque([1, 1])
array([0., 0.])
)");
}

}  // namespace torsor::python
