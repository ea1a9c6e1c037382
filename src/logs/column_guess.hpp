#pragma once

#include "logs/number_table.hpp"

namespace torsor::logs {

/// Whether blocks of columns can be positions, velocities and accelerations: whether each is the derivative of the one
/// before, over windows of some rows.
struct BlockCheck {
  bool moves = false;       // some joint moves enough to tell
  double velocity = 0;      // median correlation, over the joints, of velocity with the change of position
  double acceleration = 0;  // the same of acceleration with the change of velocity
  double period = 0;        // s between rows, from both: where there is no clock; 0 where the joints disagree
};

/// Reads the beginning of a table of its own. `first` is the column of the first position; `time` -1 where there is
/// none.
BlockCheck check_blocks(NumberTable& table, int first, int joints, int blocks, int time);

}  // namespace torsor::logs
