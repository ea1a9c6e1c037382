#pragma once

#include <algorithm>
#include <optional>

#include "fuzz/scratch_folder.hpp"
#include "torsor/logs/state_file.hpp"

namespace torsor::fuzz {

/// All numbers of a file of states in rising order, read in pieces of some size; nothing where it is refused.
inline std::optional<std::vector<double>> states_of(const std::string& path, StateFileOptions options,
                                                    std::size_t piece_bytes) {
  options.piece_bytes = piece_bytes;
  std::vector<double> all;
  try {
    const StateFile file(path, options);
    StateRows rows;
    std::size_t count = 0;
    for (long k = 0; k < file.piece_count(); ++k) {
      file.read(k, rows);
      for (const std::vector<double>& vector : rows.vectors) all.insert(all.end(), vector.begin(), vector.end());
      if (rows.time.size() != (file.has_time() ? rows.count : 0)) std::abort();
      for (const StateVector wanted : options.wanted) {
        const int length = wanted == StateVector::q ? options.positions : options.velocities;
        if (rows.count * static_cast<std::size_t>(length) != rows.of(wanted).size()) std::abort();
      }
      count += rows.count;
    }
    if (count == 0) file.fail_without_rows();
  } catch (const FileError& error) {
    if (error.file() != path || error.findings()[0].where.line < 1) std::abort();
    return {};
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// The same numbers come out, or the file is refused, whatever the size of the pieces.
inline void compare_pieces(const std::string& path, const StateFileOptions& options) {
  if (states_of(path, options, 13) != states_of(path, options, std::size_t{1} << 18u)) std::abort();
}

}  // namespace torsor::fuzz
