#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "torsor/model/model.hpp"

namespace torsor::simulation {

/// A direction in which something may hold the robot: a combination a . qd of its velocities.
struct HoldingRow {
  enum class Kind {
    joint,       // Coulomb friction of a joint
    coupling,    // the same on a combination of joints
    lower_stop,  // a limit of a position; the row counts positive away from it
    upper_stop,
    lock,  // both limits are one position
    loop,  // one of the three rows of a closed loop
  };
  Kind kind;
  int index;                    // of the velocity, the coupling, or the row of all loops
  int q = -1;                   // stops and locks: the position
  double limit = 0;             // stops and locks
  Friction<double> friction{};  // joint and coupling
  int direction = 0;            // of friction that slides: 1 or -1; 0: it holds
  bool resting = false;         // of a coupling: its velocity is 0 but for rounding
  bool yields = false;          // stops: a spring, which does not hold
  bool touching = false;        // stops: in contact
  bool settling = false;        // stops: brought to rest on it, see Plant::settle
  int decided = 0;              // what was decided the last time, see Plant::decide
  double rounding = 0;          // stops: a pull that is one of rounding, and does not lift a joint off

  bool rubs() const { return kind == Kind::joint || kind == Kind::coupling; }
  bool is_fixed() const { return kind == Kind::lock || kind == Kind::loop; }
  bool is_stop() const { return kind == Kind::lower_stop || kind == Kind::upper_stop; }
  bool is_unit() const { return kind != Kind::coupling && kind != Kind::loop; }
  bool holds() const { return rubs() ? direction == 0 : is_stop() ? touching && !yields : true; }

  /// Distance to a stop, negative beyond it.
  double distance(Input<double> positions) const {
    return kind == Kind::lower_stop ? positions[q] - limit : limit - positions[q];
  }
  /// How near to a stop positions are told apart.
  double resolution() const { return 4 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(limit)); }
  /// The forces that it can exert: friction whatever lies between break-away in both directions, a stop pushes. `load`
  /// is the torque that the links ask, where friction grows with it.
  double lowest_force(double load) const {
    return rubs() ? -friction.under_load(load).torque(0.0, 1.0) : is_stop() ? 0.0 : -HUGE_VAL;
  }
  double highest_force(double load) const { return rubs() ? -friction.under_load(load).torque(0.0, -1.0) : HUGE_VAL; }
};

/// Whether friction jumps at rest, so that it can hold.
inline bool jumps(const Friction<double>& friction) {
  return friction.width == 0 && friction.presliding_stiffness == 0 &&
         (friction.coulomb != 0 || friction.coulomb_difference != 0 || friction.stribeck != 0 || friction.load != 0);
}

/// Whether the velocity alone says what friction does.
inline bool is_smooth(const Friction<double>& friction) {
  return !jumps(friction) && friction.presliding_stiffness == 0;
}

}  // namespace torsor::simulation
