#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "torsor/dynamics/robot_kernels.hpp"
#include "torsor/model/limits.hpp"

namespace torsor {

enum class Integrator {
  semi_implicit_euler,  // order 1, fixed step
  runge_kutta_4,        // order 4, fixed step
  dormand_prince,       // order 5, the step follows from the tolerance
  dormand_prince_8,     // order 8, the same: for tolerances below 1e-6 or so
  rosenbrock,           // order 4, for what is stiff; the step follows from the tolerance
  midpoint,             // order 2, fixed step, symplectic: for long runs
};

/// What happens where a joint reaches a limit of its position.
struct StopLaw {
  double restitution = 0;                                      // speed after a stop is hit, over that before it
  double slowest_bounce = 1e-3;                                // rad/s or m/s; what would leave slower stays
  double stiffness = std::numeric_limits<double>::infinity();  // Nm/rad or N/m of a stop that yields; else it is hard
  double damping = 0;                                          // of one that yields; it never pulls
};

/// Something that happened at one instant.
struct SimulationEvent {
  enum class Kind {
    sticks,    // friction holds a joint from now on
    slides,    // it does not any more
    reverses,  // a joint passes through rest without being held
    hits,      // a joint reaches a stop
    leaves,    // it leaves it
    rests,     // every joint is at rest, and what acts on them now does not move them
  };
  Kind kind;
  double time;
  int velocity;  // the joint's place in qd, or -1
  int coupling;  // in Model::couplings, where friction on a combination of joints is meant, or -1
  double value;  // slides and reverses: the direction, 1 or -1; hits: the velocity before it; leaves: 0
};

struct SimulationOptions {
  Integrator method = Integrator::dormand_prince;
  double step = 0;  // s; the largest one of methods that choose their own. 0: 1 ms, or 0.1 s for those
  double tolerance = 1e-8;
  std::vector<JointLimits> limits{};  // as joint_limits gives them; only positions count; empty: none
  StopLaw stops{};
  bool work = false;                                       // add up the work of all that acts: Simulator::work
  long most_steps = std::numeric_limits<long>::max();      // in one call of run
  std::function<void(const SimulationEvent&)> on_event{};  // called as they happen
  /// Code with forward-dynamics that was made for smooth_model(model): compile(..).kernels(). That of another robot is
  /// a UsageError. It is used where the world around the robot stays as it is, until another model is set.
  std::shared_ptr<const RobotKernels> kernels{};
};

/// The robot without the friction that a simulator keeps for itself: that which jumps at rest, has a presliding state
/// or grows with the load.
Model<double> smooth_model(const Model<double>& model);

/// How a run ended.
struct SimulationEnd {
  enum class Kind {
    reached,         // the time that was asked for
    not_finite,      // a torque, a condition or an acceleration is not a finite number
    step_too_small,  // the tolerance cannot be met
    no_solution,     // a step of an implicit method has none, or friction and stops cannot be decided
    singular,        // a link or a combination of links has no inertia
    outside_limits,  // a joint is outside of its limits at the start
    open_loop,       // the points of a closed loop are apart at the start
    too_many_steps,
    stopped,  // by whoever asked for the run
  };
  Kind kind = Kind::reached;
  double time = 0;
  int velocity = -1;  // the joint that is to blame, where one is: its place in qd

  bool reached() const { return kind == Kind::reached; }
};

/// "step_too_small" as a sentence with time and joint.
std::string to_string(const SimulationEnd& end, const std::vector<std::string>& velocity_names);

}  // namespace torsor
