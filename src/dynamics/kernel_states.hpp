#pragma once

#include <vector>

#include "dynamics/pack_worker.hpp"
#include "torsor/dynamics/robot_kernels.hpp"

namespace torsor {

/// to(c, r) = from(r, c): rows of numbers become columns. `from_row` and `to_row` are the distances of rows.
void transpose_numbers(const double* from, std::size_t from_row, double* to, std::size_t to_row, int rows, int columns);

/// Machine code of one robot on states that lie in any way, for one thread.
class KernelStates {
 public:
  /// `code` takes `width` states at once. At the states first .. first + count - 1; x are the vectors it takes, three
  /// at most. Where states are fewer than the code takes at once, the last one stands in for those that lack.
  void run(RobotKernels::SeveralStates code, int width, const StridedVectors<const double>* x, std::size_t first,
           std::size_t count, const StridedVectors<double>& result);

 private:
  void run_in_place(const StridedVectors<const double>* x, std::size_t state, const StridedVectors<double>& result);
  void run_side_by_side(const StridedVectors<const double>* x, std::size_t state, std::size_t count,
                        const StridedVectors<double>& result);

  RobotKernels::SeveralStates code_ = nullptr;
  std::size_t width_ = 0;
  std::vector<double> in_[3], out_;  // states side by side
};

}  // namespace torsor
