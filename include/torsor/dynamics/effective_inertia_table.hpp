#pragma once

#include <vector>

#include "torsor/model/model.hpp"

namespace torsor {

/// Joint i of two joints i and j, with a load at the tip, at one position of joint j. [notes 004, Table 4.1; Paul 1981,
/// 6]
struct EffectiveInertiaTableRow {
  double load = 0;      // kg
  double position = 0;  // of joint j, rad
  double cosine = 1;    // of it, exact
  double D_ii = 0, D_ij = 0, D_jj = 0;
  double locked = 0, free = 0;  // what joint i feels with joint j locked or free, all others locked
};

/// For every load, a point mass at the origin of `frame`, the four quarter turns of the revolute joint j. The other
/// joints stand as in q. `free` is not a number where joint j moves no inertia.
std::vector<EffectiveInertiaTableRow> effective_inertia_table(const Model<double>& model, int frame, int i, int j,
                                                              const std::vector<double>& loads,
                                                              const std::vector<double>& q);

}  // namespace torsor
