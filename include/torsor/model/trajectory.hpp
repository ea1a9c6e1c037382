#pragma once

#include <vector>

namespace torsor {

/// States of a motion, one a row.
struct Trajectory {
  std::vector<double> time;                     // s; empty where it is not known
  std::vector<std::vector<double>> q, qd, qdd;  // by row, in the order of every vector of the model
};

}  // namespace torsor
