#pragma once

#include <optional>
#include <vector>

#include "torsor/simulation/signal.hpp"
#include "torsor/simulation/surroundings.hpp"

namespace torsor {

/// What a frame exerts on the world over time: force x y z, then moment x y z about the frame's origin.
struct WrenchSignal {
  int frame = 0;
  bool in_base_axes = true;  // else in those of the frame
  Signal exerted;            // 6 numbers
};

/// The world over time. What is left out is as the model has it.
struct WorldSignals {
  Signal torque{};                    // one for each velocity; of no numbers: none
  std::optional<Signal> gravity{};    // 3 numbers: free-fall acceleration, in the axes of a base that does not turn
  std::optional<Signal> base_pose{};  // x, y, z and then, where it has 6 numbers, roll, pitch, yaw; of time only. Where
                                      // it or its rate jumps (first_jump) the impulse of that is not in the simulation
  std::vector<WrenchSignal> wrenches{};
};

/// How a base moves whose frame is at x, y, z, turned by roll, pitch, yaw (about fixed x, then y, then z). All of it is
/// in base axes, and velocity and acceleration are those of one motion. `turn` takes base axes to fixed ones.
struct BasePoseMotion {
  Matrix3<double> turn{};
  BaseMotion<double> motion{};
};
/// From the numbers of a pose, their rates and their second rates, 3 or 6 of each.
BasePoseMotion base_pose_motion(Input<double> pose, Input<double> rate, Input<double> second_rate);

/// Surroundings that give these signals, with all breaks between `from` and `to`. A copy of them serves one simulation
/// at a time.
Surroundings surroundings_of(const Model<double>& model, const WorldSignals& signals, double from, double to);

}  // namespace torsor
