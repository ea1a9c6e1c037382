#pragma once

#include <memory>

#include "torsor/simulation/simulation_options.hpp"
#include "torsor/simulation/surroundings.hpp"

namespace torsor {

namespace simulation {
struct Run;
}

/// Work of all that acts on the robot since the start, J. What the robot has, T + U, grows by their sum.
struct SimulationWork {
  double motors = 0;
  double friction = 0;  // negative: it takes
  double wrenches = 0;
  double base = 0;   // of the ground, on a base that moves
  double stops = 0;  // of limits: impacts and stops that yield
  double loads = 0;  // of masses that came or went: set_model

  double sum() const { return motors + friction + wrenches + base + stops + loads; }
};

/// A robot that moves by itself: forward dynamics in time, with friction that holds, stops, and closed loops.
/// After it is made, steps allocate nothing; without exceptions it builds as well.
///
///   Simulator simulator(model, options, surroundings);
///   simulator.start(0, q, qd);
///   while (simulator.time() < 1) simulator.step(1);
class Simulator {
 public:
  explicit Simulator(const Model<double>& model, SimulationOptions options = {}, Surroundings surroundings = {});
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  /// Begins at a state. Friction, stops and loops decide what moves; velocities into a stop are an impact.
  SimulationEnd start(double time, Input<double> q, Input<double> qd);
  /// The same with contacts that are bent by z already: a number for each of bending_contacts.
  SimulationEnd start(double time, Input<double> q, Input<double> qd, Input<double> z);
  /// One step, to `until` at the most.
  SimulationEnd step(double until);
  /// Steps to `until`. Between two runs torques may have changed: a run begins with a new decision about what holds.
  SimulationEnd run(double until);
  /// Torques have jumped: what holds is decided anew before the next step.
  void reconsider();
  /// Goes on with another model of as many joints: a load that was gripped or dropped. Velocities stay as they are.
  void set_model(const Model<double>& model);

  double time() const;
  Input<double> q() const;
  Input<double> qd() const;
  Input<double> qdd() const;
  Input<double> tau() const;       // of the motors
  Input<double> z() const;         // deflections of contacts, one for each of bending_contacts
  Input<double> friction() const;  // what the motors have to overcome, as in inverse dynamics; held joints included
  Input<double> held() const;      // by velocity: 1 where friction holds the joint, else 0
  long steps() const;              // that were kept
  long evaluations() const;        // of forward dynamics
  const SimulationWork& work() const;
  double energy() const;  // T + U, of the model's own gravity and springs

  /// q and qd at a time within the last step.
  void at(double time, Output<double> q, Output<double> qd) const;
  /// The same with accelerations and the torques of the motors, of what held and slid in that step.
  void at(double time, Output<double> q, Output<double> qd, Output<double> qdd, Output<double> tau) const;
  /// And with the deflections of contacts.
  void at(double time, Output<double> q, Output<double> qd, Output<double> qdd, Output<double> tau,
          Output<double> z) const;
  double kinetic_energy(double time, Input<double> q, Input<double> qd) const;
  double potential_energy(Input<double> q) const;
  const Model<double>& model() const;
  /// When the last step began.
  double previous_time() const;

 private:
  std::unique_ptr<simulation::Run> run_;
};

}  // namespace torsor
