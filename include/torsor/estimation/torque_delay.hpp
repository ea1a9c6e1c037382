#pragma once

namespace torsor {

/// By how much the recorded torque is older than the position beside it.
struct TorqueDelay {
  double seconds = 0;    // what fits best; negative where the torque is ahead
  double deviation = 0;  // s, standard deviation, from parts of the logs that were left out in turn
  double gain = 0;       // share of the residual's square, on parts that were left out, that removing it saves
  bool found = false;    // that is more than chance
  bool removed = false;  // as was asked for
};

}  // namespace torsor
