#include "bindings.hpp"
#include "for_states.hpp"
#include "python_types.hpp"
#include "torsor/dynamics/effective_inertia.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/momentum.hpp"

namespace torsor::python {
namespace {

struct EnergyWorker {
  LinkMotion<double> motion;
  std::vector<double> still;
  explicit EnergyWorker(const Model<double>& model) : motion(model), still(static_cast<std::size_t>(model.nv), 0.0) {}
};

nb::object kinetic_energy(Robot& robot, nb::handle q, nb::handle qd, nb::handle out) {
  const Model<double>& model = robot.model();
  const auto all = [&](const Rows& x, Output<double> energy) {
    for_states(
        x.states(), [&] { return EnergyWorker(model); },
        [&](EnergyWorker& worker, std::size_t k) {
          const Input<double> rates(x[1].data() + k * model.nv, static_cast<std::size_t>(model.nv));
          link_motion<double>(model, {x[0].data() + k * model.nq, static_cast<std::size_t>(model.nq)}, rates,
                              worker.still, {}, worker.motion);
          energy[k] = torsor::kinetic_energy<double>(model, worker.motion, rates);
        });
  };
  return evaluate(robot, std::array{robot.positions(q), robot.velocities("qd", qd)}, {}, out, all, all);
}

/// One state has the digits of the function in C++, a batch those of the class Batch, where poses come with the motion.
nb::object potential_energy(Robot& robot, nb::handle q, nb::handle out) {
  const Model<double>& model = robot.model();
  return evaluate(
      robot, std::array{robot.positions(q)}, {}, out,
      [&](const Rows& x, Output<double> energy) { energy[0] = torsor::potential_energy<double>(model, x[0]); },
      [&](const Rows& x, Output<double> energy) {
        for_states(
            x.states(), [&] { return EnergyWorker(model); },
            [&](EnergyWorker& worker, std::size_t k) {
              const auto& still = worker.still;
              const Input<double> at(x[0].data() + k * model.nq, static_cast<std::size_t>(model.nq));
              link_motion<double>(model, at, still, still, {}, worker.motion);
              energy[k] =
                  gravity_energy<double>(model, worker.motion.pose, model.gravity) + spring_energy<double>(model, at);
            });
      });
}

/// B, locked, free and what the rotors add; free is not a number where B is singular.
Arrays effective_inertia(Robot& robot, nb::handle q) {
  const Model<double>& model = robot.model();
  const std::vector<double> at = positions("q", q, model);
  EffectiveInertia<double> inertia = torsor::effective_inertia<double>(model, at);
  if (lost_pivot(inertia.B, inertia.pivots) >= 0) inertia.free.assign(inertia.free.size(), std::nan(""));
  return nb::make_tuple(to_array(inertia.B.data, {model.nv, model.nv}), to_array(inertia.locked),
                        to_array(inertia.free), to_array(actuator_inertia(model)));
}

}  // namespace

#define ARRAY "numpy.typing.ArrayLike"
#define RESULT "numpy.typing.NDArray[numpy.floating]"
#define OUT "out: numpy.typing.NDArray[numpy.floating] | None = None"

void bind_energy(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("kinetic_energy", &kinetic_energy, "q"_a.none(), "qd"_a.none(), nb::kw_only(), "out"_a = nb::none(),
            nb::sig("def kinetic_energy(self, q: " ARRAY ", qd: " ARRAY ", *, " OUT ") -> " RESULT),
            R"(Kinetic energy of links and rotors. q (..., nq), qd (..., nv); returns (...), J.

>>> import torsor
>>> round(float(torsor.load("two-rods").kinetic_energy([0, 0], [1, 0])), 6)
1.333333
)");
  robot.def("potential_energy", &potential_energy, "q"_a.none(), nb::kw_only(), "out"_a = nb::none(),
            nb::sig("def potential_energy(self, q: " ARRAY ", *, " OUT ") -> " RESULT),
            R"(Energy in gravity and springs, 0 where all mass is at the base's origin. q (..., nq); returns (...), J.

>>> import torsor
>>> float(torsor.load("two-rods").potential_energy([0, 0]))
0.0
)");
  robot.def("_effective_inertia", &effective_inertia, "q"_a);
}

}  // namespace torsor::python
