#pragma once

#include "simulation/last_step.hpp"
#include "simulation/row_events.hpp"
#include "simulation/stepper.hpp"

namespace torsor::simulation {

/// What a decision says of a row: the direction in which friction slides, or whether a stop is touched.
inline int state_of(const HoldingRow& row) { return row.is_stop() ? (row.touching ? 1 : 0) : row.direction; }

/// A run as it goes on: points, steps, events. [docs/decisions/0031]
struct Run {
  Run(const Model<double>& model, SimulationOptions&& chosen, Surroundings&& around)
      : options(std::move(chosen)), surroundings(std::move(around)), plant(model, options, surroundings),
        stepper(plant, options), now(plant), next(plant), inner(plant), last(plant), events(plant.rows.size()) {
    torque.assign(model.nv, 0.0), held.assign(model.nv, 0.0);
    noted.assign(plant.rows.size(), 0), in_last_step = noted;
  }

  double largest_step() const { return options.step > 0 ? options.step : stepper.is_adaptive() ? 0.1 : 1e-3; }

  SimulationEnd ended(SimulationEnd::Kind kind, int velocity = -1) const { return {kind, now.t, velocity}; }
  SimulationEnd failed() const { return {plant.fault, now.t, plant.faulty}; }

  SimulationEnd start(double time, Input<double> q, Input<double> qd, Input<double> z);
  SimulationEnd step(double until);
  SimulationEnd decide();
  bool try_step(double& length, bool& event);
  bool shorten(double& length) const;
  bool locate(double& length);
  bool may_break_away() const { return plant.is_driven() && plant.anything_holds(); }
  bool breaks_away_within(double& length);
  void accept();
  SimulationEnd handle_events();
  void add_work();
  void tell(SimulationEvent::Kind kind, const HoldingRow& row, double value) const;
  void tell_changes();
  void note_states();
  int told_state(const HoldingRow& row) const;
  bool strike();
  void swap_states();

  SimulationOptions options;
  Surroundings surroundings;
  Plant plant;
  Stepper stepper;
  Point now, next, inner;
  LastStep last;
  RowEvents events;
  std::vector<int> noted;         // of rows before a decision: what told_state gave
  std::vector<int> in_last_step;  // the same in the last step
  std::vector<double> torque, held;
  SimulationWork work;
  double h = 0, last_log_error = 0;
  long steps = 0;
  double counted_from = 0;
  int events_at_once = 0, events_counted = 0;
  double events_since = 0;
  int last_event = -1;  // the joint that had it
  bool at_rest = false;
  bool undecided = true;  // what holds has to be decided before the next step
};

}  // namespace torsor::simulation
