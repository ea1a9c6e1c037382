#include "dynamics/kernel_states.hpp"

#include <algorithm>
#include <cstring>

#include "torsor/core/instruction_set.hpp"

namespace torsor {
namespace {

using Four [[gnu::vector_size(32)]] = double;

/// Four rows of four numbers.
inline void transpose_four(const double* from, std::size_t from_row, double* to, std::size_t to_row) {
  Four r[4], column[4];
  for (std::size_t k = 0; k < 4; ++k) std::memcpy(&r[k], from + k * from_row, sizeof(Four));
  const Four a = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6), b = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7);
  const Four c = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6), d = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);
  column[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5), column[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  column[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7), column[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
  for (std::size_t k = 0; k < 4; ++k) std::memcpy(to + k * to_row, &column[k], sizeof(Four));
}

/// Blocks of four by four; the last ones overlap those before them where the size is no multiple of four.
void transpose_blocks(const double* from, std::size_t from_row, double* to, std::size_t to_row, int rows, int columns) {
  for (int i = 0; i < rows; i += 4)
    for (int j = 0; j < columns; j += 4) {
      const auto r = static_cast<std::size_t>(std::min(i, rows - 4)),
                 c = static_cast<std::size_t>(std::min(j, columns - 4));
      transpose_four(from + r * from_row + c, from_row, to + c * to_row + r, to_row);
    }
}

}  // namespace

void transpose_numbers(const double* from, std::size_t from_row, double* to, std::size_t to_row, int rows,
                       int columns) {
  if (rows >= 4 && columns >= 4) return run_widest<transpose_blocks>(from, from_row, to, to_row, rows, columns);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      to[static_cast<std::size_t>(c) * to_row + static_cast<std::size_t>(r)] =
          from[static_cast<std::size_t>(r) * from_row + static_cast<std::size_t>(c)];
}

void KernelStates::run(RobotKernels::SeveralStates code, int width, const StridedVectors<const double>* x,
                       std::size_t first, std::size_t count, const StridedVectors<double>& result) {
  code_ = code, width_ = static_cast<std::size_t>(width);
  const bool side_by_side = x[0].by_state == 1 && result.by_state == 1;
  for (std::size_t done = 0; done < count; done += width_) {
    if (side_by_side && count - done >= width_)
      run_in_place(x, first + done, result);
    else
      run_side_by_side(x, first + done, std::min(width_, count - done), result);
  }
}

void KernelStates::run_in_place(const StridedVectors<const double>* x, std::size_t state,
                                const StridedVectors<double>& result) {
  const auto at = [&](int k) { return x[k].data == nullptr ? nullptr : x[k].data + state; };
  code_(at(0), at(1), at(2), x[0].by_entry, result.data + state, result.by_entry);
}

void KernelStates::run_side_by_side(const StridedVectors<const double>* x, std::size_t state, std::size_t count,
                                    const StridedVectors<double>& result) {
  for (int k = 0; k < 3; ++k) {
    const auto& [data, by_state, by_entry, width] = x[k];
    if (data == nullptr) continue;
    in_[k].resize(static_cast<std::size_t>(width) * width_);
    if (by_entry == 1 && count == width_) {
      transpose_numbers(data + state * by_state, by_state, in_[k].data(), width_, static_cast<int>(width_), width);
      continue;
    }
    for (std::size_t entry = 0; entry < static_cast<std::size_t>(width); ++entry)
      for (std::size_t lane = 0; lane < width_; ++lane)
        in_[k][entry * width_ + lane] = data[(state + std::min(lane, count - 1)) * by_state + entry * by_entry];
  }
  const auto entries = static_cast<std::size_t>(result.width);
  out_.resize(entries * width_);
  code_(in_[0].data(), in_[1].data(), in_[2].data(), width_, out_.data(), width_);
  if (result.by_entry == 1 && count == width_)
    return transpose_numbers(out_.data(), width_, result.data + state * result.by_state, result.by_state, result.width,
                             static_cast<int>(width_));
  for (std::size_t entry = 0; entry < entries; ++entry)
    for (std::size_t lane = 0; lane < count; ++lane)
      result.data[(state + lane) * result.by_state + entry * result.by_entry] = out_[entry * width_ + lane];
}

}  // namespace torsor
