#include "logs/number_table.hpp"

#include <cmath>
#include <utility>

#include "logs/input_file.hpp"
#include "logs/log_error.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::logs {

void NumberTable::judge_numbers(const std::vector<int>& wanted, bool first_is_time) {
  constexpr long piece = 4096;
  std::vector<double> values;
  for (long first = 0; first < row_count(); first += piece) {
    const long count = std::min(piece, row_count() - first);
    values.resize(wanted.size() * static_cast<std::size_t>(count));
    read(first, count, values.data());
    for (long r = 0; r < count; ++r)
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        const double value = values[k * static_cast<std::size_t>(count) + static_cast<std::size_t>(r)];
        if (std::abs(value) <= (k == 0 && first_is_time ? largest_time : largest_value)) continue;
        bad_.push_back({first + r, first + r});
        break;
      }
  }
  bad_ = merged(std::move(bad_));
  if (bad_.empty()) return;
  const long count = torsor::row_count(bad_);
  findings_.push_back({"garbage-row",
                       Severity::warning,
                       file_,
                       {static_cast<int>(bad_[0].first + 1), 1},
                       (count == 1 ? "row " : "rows ") + in_words(bad_, 1),
                       "expected finite numbers of a possible size, found others in " + counted(count, "row"),
                       "left out"});
}

namespace {

std::unique_ptr<NumberTable> open_as_written(const std::filesystem::path& path, const LogMapping& mapping) {
  char start[128] = {};
  const std::size_t count = InputFile(path).read(0, start, sizeof start);
  const std::string_view text(start, count);
  if (text.starts_with("\x93NUMPY")) return open_npy(path);
  if (text.starts_with("MATLAB 5.0 MAT-file")) return open_mat(path, mapping.variable);
  if (text.starts_with("MATLAB 7.3") || text.starts_with("\x89HDF"))
    throw log_error(path.string(), {1, 1},
                    "expected a MATLAB file of level 5, found one of level 7.3 (HDF5); in MATLAB, save it with "
                    "save(name, '-v7'), or write CSV with writematrix");
  if (text.starts_with("PK\x03\x04"))
    throw log_error(path.string(), {1, 1},
                    "expected CSV, NPY or MAT, found a zip archive (NPZ or a spreadsheet?); save the matrix with "
                    "numpy.save or as CSV");
  if (text.find('\0') != std::string_view::npos)
    throw log_error(path.string(), {1, 1}, "expected CSV, NPY or MAT, found another binary file");
  return open_csv(path, mapping.delimiter);
}

}  // namespace

std::unique_ptr<NumberTable> open_table(const std::filesystem::path& path, const LogMapping& mapping) {
  std::unique_ptr<NumberTable> table = open_as_written(path, mapping);
  return mapping.row_length > 0 ? reshaped(std::move(table), mapping.row_length) : std::move(table);
}

}  // namespace torsor::logs
