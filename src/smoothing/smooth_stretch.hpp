#pragma once

#include "smoothing/stretches.hpp"
#include "torsor/smoothing/smoothing.hpp"

namespace torsor::smoothing {

/// The rows of a stretch that are kept, and where they go in the result.
struct Kept {
  Stretch stretch;
  long first = 0, count = 0;  // in the piece
  long place = 0;             // in the result
};

void smooth_by_kalman(const LogRows& piece, const Kept& part, const SmoothingPlan& plan, SmoothedRows& result);
void smooth_by_butterworth(const LogRows& piece, const Kept& part, const SmoothingPlan& plan, SmoothedRows& result);
void pass_on(const LogRows& piece, const Kept& part, SmoothedRows& result);

}  // namespace torsor::smoothing
