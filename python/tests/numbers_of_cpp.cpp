// numbers_of_cpp ROBOT STATES: reads q, qd and a third vector of so many states, as doubles, from standard input, and
// writes what the functions of C++ make of them: for each one a line with its name and how many numbers follow, and
// these as doubles. Functions of one state come first; those of the class Batch begin with "batch ".
#include <cstdio>
#include <string>
#include <vector>

#include "torsor/dynamics/batch.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/effective_inertia.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/kinematics/link_motion.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace {

using namespace torsor;
using Numbers = std::vector<double>;
using Vectors = Input<double>;

void tell(const std::string& name, const Numbers& numbers) {
  std::printf("%s %zu\n", name.c_str(), numbers.size());
  std::fwrite(numbers.data(), sizeof(double), numbers.size(), stdout);
}

void add(Numbers& to, const Transform<double>& T) {
  const auto& [R, p] = T;
  to.insert(to.end(), {R.xx, R.xy, R.xz, p.x, R.yx, R.yy, R.yz, p.y, R.zx, R.zy, R.zz, p.z, 0, 0, 0, 1});
}

struct States {
  const Model<double>& model;
  std::size_t count;
  Numbers q, qd, third;

  States(const Model<double>& of, std::size_t states)
      : model(of), count(states), q(read(of.nq)), qd(read(of.nv)), third(read(of.nv)) {}

  Numbers read(int width) const {
    Numbers numbers(count * static_cast<std::size_t>(width));
    if (std::fread(numbers.data(), sizeof(double), numbers.size(), stdin) != numbers.size()) std::exit(1);
    return numbers;
  }

  /// `function(q, qd, third)` gives the numbers of one state.
  template <class Function>
  void each(const std::string& name, const Function& function) const {
    Numbers all;
    const auto nq = static_cast<std::size_t>(model.nq), nv = static_cast<std::size_t>(model.nv);
    for (std::size_t k = 0; k < count; ++k) {
      const Numbers one =
          function(Vectors(q.data() + k * nq, nq), Vectors(qd.data() + k * nv, nv), Vectors(third.data() + k * nv, nv));
      all.insert(all.end(), one.begin(), one.end());
    }
    tell(name, all);
  }

  /// `fill(numbers)` is a call of the class Batch, `width` the numbers of one state.
  template <class Fill>
  void batch(const std::string& name, int width, const Fill& fill) const {
    Numbers all(count * static_cast<std::size_t>(width));
    fill(Output<double>(all));
    tell("batch " + name, all);
  }
};

void one_by_one(const States& states, const Model<double>& model) {
  const Numbers still(static_cast<std::size_t>(model.nv), 0.0);
  const auto energy = [](double value) { return Numbers{value}; };
  states.each("inverse_dynamics", [&](Vectors q, Vectors qd, Vectors x) { return inverse_dynamics(model, q, qd, x); });
  states.each("forward_dynamics", [&](Vectors q, Vectors qd, Vectors x) { return forward_dynamics(model, q, qd, x); });
  states.each("bias_torque",
              [&](Vectors q, Vectors qd, Vectors) { return inverse_dynamics(model, q, qd, Vectors(still)); });
  states.each("inertia_matrix", [&](Vectors q, Vectors, Vectors) { return inertia_matrix(model, q).data; });
  states.each("coriolis_matrix", [&](Vectors q, Vectors qd, Vectors) { return coriolis_matrix(model, q, qd).data; });
  states.each("coriolis_torque", [&](Vectors q, Vectors qd, Vectors) { return coriolis_torque(model, q, qd); });
  states.each("gravity", [&](Vectors q, Vectors, Vectors) { return gravity_torque(model, q); });
  states.each("friction_torque", [&](Vectors, Vectors qd, Vectors) { return friction_torque(model, qd); });
  states.each("spring_torque", [&](Vectors q, Vectors, Vectors) { return spring_torque(model, q); });
  states.each("kinetic_energy", [&](Vectors q, Vectors qd, Vectors) { return energy(kinetic_energy(model, q, qd)); });
  states.each("potential_energy", [&](Vectors q, Vectors, Vectors) { return energy(potential_energy(model, q)); });
  states.each("jacobian", [&](Vectors q, Vectors, Vectors) { return jacobian(model, q, model.tip).data; });
  states.each("jacobian_dot",
              [&](Vectors q, Vectors qd, Vectors) { return jacobian_dot(model, q, qd, model.tip).data; });
  states.each("forward_kinematics", [&](Vectors q, Vectors, Vectors) {
    Numbers pose;
    add(pose, frame_pose<double>(model, forward_kinematics(model, q), model.tip));
    return pose;
  });
  states.each("frame_poses", [&](Vectors q, Vectors qd, Vectors x) {
    Numbers poses;
    const LinkMotion<double> motion = link_motion(model, q, qd, x, {});
    for (int f = 0; f < static_cast<int>(model.frames.size()); ++f)
      add(poses, frame_pose<double>(model, motion.pose, f));
    return poses;
  });
  const ParameterLayout layout = parameter_layout(model, all_of(model));
  states.each("regressor", [&](Vectors q, Vectors qd, Vectors x) {
    return regressor(model, layout, q, qd, x, default_conditions(model)).data;
  });
  const auto after = [](const auto&... matrices) {
    Numbers all;
    (all.insert(all.end(), matrices.data.begin(), matrices.data.end()), ...);
    return all;
  };
  states.each("inverse_dynamics_derivatives", [&](Vectors q, Vectors qd, Vectors x) {
    const auto found = inverse_dynamics_derivatives(model, q, qd, x);
    return after(found.dtau_dq, found.dtau_dqd, found.dtau_dqdd);
  });
  states.each("forward_dynamics_derivatives", [&](Vectors q, Vectors qd, Vectors x) {
    const auto found = forward_dynamics_derivatives(model, q, qd, x);
    return after(found.dqdd_dq, found.dqdd_dqd, found.dqdd_dtau);
  });
  states.each("effective_inertia", [&](Vectors q, Vectors, Vectors) {
    const EffectiveInertia<double> found = effective_inertia(model, q);
    Numbers all = found.B.data;
    all.insert(all.end(), found.locked.begin(), found.locked.end());
    all.insert(all.end(), found.free.begin(), found.free.end());
    return all;
  });
}

void at_once(const States& states, const Model<double>& model) {
  Batch batch(model);
  const auto& [of, count, q, qd, x] = states;
  const int nv = model.nv, columns = parameter_layout(model, all_of(model)).size();
  states.batch("inverse_dynamics", nv, [&](auto out) { batch.inverse_dynamics(q, qd, x, out); });
  states.batch("forward_dynamics", nv, [&](auto out) { batch.forward_dynamics(q, qd, x, out); });
  states.batch("bias_torque", nv, [&](auto out) { batch.bias_torque(q, qd, out); });
  states.batch("inertia_matrix", nv * nv, [&](auto out) { batch.inertia_matrix(q, out); });
  states.batch("coriolis_matrix", nv * nv, [&](auto out) { batch.coriolis_matrix(q, qd, out); });
  states.batch("coriolis_torque", nv, [&](auto out) { batch.coriolis_torque(q, qd, out); });
  states.batch("gravity", nv, [&](auto out) { batch.gravity_torque(q, out); });
  states.batch("friction_torque", nv, [&](auto out) { batch.friction_torque(qd, out); });
  states.batch("spring_torque", nv, [&](auto out) { batch.spring_torque(q, out); });
  states.batch("jacobian", 6 * nv, [&](auto out) { batch.jacobian(q, model.tip, out); });
  states.batch("regressor", nv * columns, [&](auto out) { batch.regressor(q, qd, x, out); });
  states.batch("energy", 2, [&](auto out) { batch.energy(q, qd, out); });
}

}  // namespace

int main(int, char** words) {
  const Model<double> model = build_model<double>(load_robot(words[1]));
  const States states(model, std::stoul(words[2]));
  one_by_one(states, model);
  at_once(states, model);
}
