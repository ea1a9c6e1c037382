#pragma once

#include <vector>

#include "simulation/holding_row.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/kinematics/loop_closure.hpp"
#include "torsor/model/deflections.hpp"
#include "torsor/simulation/box_program.hpp"
#include "torsor/simulation/simulation_options.hpp"
#include "torsor/simulation/simulator.hpp"
#include "torsor/simulation/surroundings.hpp"

namespace torsor::simulation {

/// What forward dynamics gives at a state.
struct Rates {
  std::vector<double> qdd, zd;
  std::vector<double> tau;    // of the motors
  std::vector<double> force;  // by row: what holds, or slides, in its direction
  std::vector<double> load;   // by velocity: the torque that the links ask; empty where no friction grows with it

  Rates(const Model<double>& model, std::size_t bending, std::size_t rows)
      : qdd(model.nv, 0.0), zd(bending, 0.0), tau(model.nv, 0.0), force(rows, 0.0),
        load(model.load_friction ? model.nv : 0, 0.0) {}
  double load_of(const HoldingRow& row) const {
    return row.kind == HoldingRow::Kind::joint && !load.empty() ? load[row.index] : 0.0;
  }
};

/// The right-hand side of the equations of motion, with what jumps kept apart: friction that can hold, stops and loops
/// are rows, of which it is known while a step is made whether they hold, and in which direction they slide.
class Plant {
 public:
  Plant(const Model<double>& model, const SimulationOptions& options, const Surroundings& surroundings);

  /// Accelerations with the rows as they are. False where a pivot of B is lost or a number is not finite: see `fault`.
  bool evaluate(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates);
  /// Decides all rows that are at rest together, and then evaluates: one box-constrained quadratic programme in the
  /// accelerations. False where it has no answer.
  bool decide(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates);
  /// Stops that are hit push the velocities apart in no time; loops stay closed. [Newton's law of restitution]
  bool hit(Input<double> q, Output<double> qd);
  /// Joints that a hit has lifted off a stop, but not as far as positions can tell before they are back, are brought to
  /// rest on it: what such a hop does in the mean. After decide; true where velocities have changed.
  bool settle(Output<double> q, Output<double> qd, const Rates& rates);
  /// The velocity of a row that slides becomes 0: of a joint exactly, of a combination by the least change in energy.
  void bring_to_rest(HoldingRow& row, Input<double> q, Output<double> qd);
  /// Moves q and qd back onto closed loops, by the least change in kinetic energy.
  void close(Output<double> q, Output<double> qd);

  /// Derivatives of qdd and zd: by u (the local coordinates at u = 0), qd and z; after evaluate at the same state.
  void slopes(double t, Input<double> q, Input<double> qd, Input<double> z, const Rates& rates, MatrixView<double> dq,
              MatrixView<double> dqd, MatrixView<double> dqdd_dz, MatrixView<double> dzd_dqd, Output<double> dzd_dz);
  /// prepare_held at a position, then x becomes the velocity that a momentum x has where the rows hold: B^-1 x without.
  bool prepare_held(Input<double> q);
  bool solve_prepared(Output<double> x);
  /// Forces at a state but those of rows that hold, less Coriolis': for the momentum p = B qd, dp/dt = f + (C + C^T)
  /// qd.
  bool forces(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates, Output<double> f);
  void momentum(Input<double> q, Input<double> qd, Output<double> p);

  /// Power of all that acts, in the order of SimulationWork; after evaluate at the same state.
  SimulationWork power(double t, Input<double> q, Input<double> qd, Input<double> z, const Rates& rates);
  double kinetic_energy(double t, Input<double> q, Input<double> qd);
  double potential_energy(Input<double> q);

  double velocity(const HoldingRow& row, Input<double> qd) const;
  static double velocity(const BendingContact<double>& contact, Input<double> qd) {
    return contact.on.combine(&Coupling<double>::Term::v, qd);
  }
  /// How far a stop that yields would be pressed in if it could pull: its force over its stiffness.
  double pressed_in(const HoldingRow& row, Input<double> q, Input<double> qd) const {
    return -row.distance(q) - options_.stops.damping / options_.stops.stiffness * velocity(row, qd);
  }
  void add_row(const HoldingRow& row, double factor, Output<double> x) const;
  /// The torque that friction asks of each motor; what holds included.
  void friction_torque(Input<double> qd, Input<double> z, const Rates& rates, Output<double> tau) const;

  const Model<double>& model() const { return model_; }
  /// Whether anything may change with time alone.
  bool is_driven() const { return surroundings_.torque || surroundings_.world; }
  bool anything_holds() const;
  /// Another model of as many joints; rows keep their state.
  void set_model(const Model<double>& model);

  std::vector<HoldingRow> rows;
  std::vector<BendingContact<double>> bending;
  SimulationEnd::Kind fault = SimulationEnd::Kind::reached;
  int faulty = -1;  // a velocity
  long evaluations = 0;
  double before =
      HUGE_VAL;  // a time at which surroundings jump: until it is reached, they are asked for times before it

 private:
  void add_rows();
  /// Combinations that a hit has set in motion.
  void forget_rest(Input<double> qd);
  void set_conditions(double t, Input<double> q, Input<double> qd) {
    if (surroundings_.world) ask_world(t, q, qd);
  }
  void ask_world(double t, Input<double> q, Input<double> qd);
  /// All torques at the joints that do not follow from the smooth model and do not hold; and how contacts bend.
  Input<double> active_torque(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates) {
    if (surroundings_.torque) ask_motors(t, q, qd, rates);
    if (only_motors_act_) return rates.tau;
    add_others(q, qd, z, rates);
    return active_;
  }
  void ask_motors(double t, Input<double> q, Input<double> qd, Rates& rates);
  void add_others(Input<double> q, Input<double> qd, Input<double> z, Rates& rates);
  /// evaluate and decide under the loads that `rates` has.
  bool evaluate_under_load(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates);
  bool decide_under_load(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates);
  void find_loads(Input<double> q, Input<double> qd, const Rates& rates);
  bool settle_loads(int turn, Input<double> qd, Rates& rates);
  void learn_from_step(const Rates& rates);
  double slope_under_load(int v, Input<double> qd, const Rates& rates) const;
  bool same_decision();
  void slopes_by_differences(double t, Input<double> q, Input<double> qd, Input<double> z, const Rates& rates,
                             MatrixView<double> dq, MatrixView<double> dqd, MatrixView<double> dqdd_dz,
                             MatrixView<double> dzd_dqd, Output<double> dzd_dz);
  bool set_free_acceleration(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates);
  bool factor(Input<double> q);
  void gather(Input<double> q, Input<double> qd);
  void set_compliance();
  void find_fault(Input<double> q, Input<double> qd, Input<double> active, const Rates& rates);
  template <class Wanted>
  void choose(Input<double> q, Input<double> qd, const Wanted& wanted);
  template <class Extra>
  bool push(bool bounded, const Extra& extra, Output<double> x, const Rates* rates = nullptr);
  bool hold(Input<double> q, Input<double> qd, Rates& rates);
  double bias(const HoldingRow& row) const;
  void rest(Output<double> x) const;
  void add_surrounding_slopes(double t, Input<double> q, Input<double> qd, const Rates& rates);
  double asked(double t) const { return t < before ? t : std::nextafter(before, -HUGE_VAL); }
  bool stops_yield() const { return std::isfinite(options_.stops.stiffness); }

  Model<double> model_;   // as it is
  Model<double> smooth_;  // without the friction of rows and bending joints, and what grows with a load
  const SimulationOptions& options_;
  const Surroundings& surroundings_;
  bool only_motors_act_ = false;
  RobotKernels::OneState code_ = nullptr;  // forward dynamics of smooth_, made for it
  Conditions<double> conditions_;

  ForwardDynamicsWorkspace<double> forward_;
  InertiaMatrixWorkspace<double> composite_;
  NewtonEulerWorkspace<double> newton_euler_;
  DerivativeWorkspace<double> derivatives_;
  LinkMotion<double> motion_;
  LoopWorkspace<double> loop_workspace_;
  LoopClosure<double> loops_;
  Matrix<double> B_, dtau_dq_, dtau_dqd_, dtau_dqdd_;
  CoriolisMatrixWorkspace<double> coriolis_;
  Matrix<double> C_;
  std::vector<double> active_, still_, scratch_, column_, shift_, moved_q_, moved_qd_;
  std::vector<Transform<double>> poses_;

  // Of the rows that are decided or hold now:
  BoxProgram program_;
  std::vector<int> chosen_;
  Matrix<double> A_, Y_, W_;  // rows, B^-1 A^T by row, A B^-1 A^T
  std::vector<double> b_, lower_, upper_, force_;
  std::vector<double> links_, missing_, last_missing_, last_load_, slope_;  // by velocity, see settle_loads
  Matrix<double> newton_;
  std::vector<Rates> moved_;  // one, at a state that was moved a little
  std::vector<double> moved_z_;
  double rounding_ = 0;  // accelerations below it are none
  double mass_ = 0;      // of all links
};

/// Accelerations as if nothing held.
inline bool Plant::set_free_acceleration(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates) {
  ++evaluations;
  set_conditions(t, q, qd);
  const Input<double> active = active_torque(t, q, qd, z, rates);
  if (code_ != nullptr)
    code_(q.data(), qd.data(), active.data(), rates.qdd.data());
  else
    forward_dynamics<double>(smooth_, q, qd, active, conditions_, forward_, rates.qdd);
  bool sound = true;
  const double *qdd = rates.qdd.data(), *pivot = forward_.pivots.data();
  for (int v = 0; v < model_.nv; ++v) sound &= (qdd[v] - qdd[v] == 0) & (pivot[v] > 0);
  if (!sound) find_fault(q, qd, active, rates);
  return sound;
}

}  // namespace torsor::simulation
