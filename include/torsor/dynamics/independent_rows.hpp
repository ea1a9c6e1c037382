#pragma once

#include <span>
#include <vector>

#include "torsor/model/model.hpp"

namespace torsor {

/// The first of these rows of a frame's Jacobian (see all_rows) that can move independently of each other, and not just
/// barely: what is left of an operational space where the whole of it is singular. May be none.
std::vector<int> independent_rows(const Model<double>& model, Input<double> q, int frame, std::span<const int> rows);

}  // namespace torsor
