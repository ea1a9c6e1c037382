#include "torsor/logs/trajectory_file.hpp"

#include "torsor/core/parallel.hpp"
#include "torsor/core/text.hpp"
#include "torsor/logs/state_file.hpp"

namespace torsor {
namespace {

void append_rows(const std::vector<double>& numbers, std::size_t count, std::vector<std::vector<double>>& rows) {
  const std::size_t width = count == 0 ? 0 : numbers.size() / count;
  for (std::size_t r = 0; r < count; ++r) {
    const double* row = numbers.data() + r * width;
    rows.emplace_back(row, row + width);
  }
}

[[noreturn]] void fail_in_row(const std::filesystem::path& path, const StateFile& file, std::size_t row,
                              const std::string& message) {
  throw FileError(path.string(), {static_cast<int>(file.line_of(row)), 1},
                  "row " + std::to_string(row + 1) + ": " + message, "log-file");
}

void require_rising(const std::filesystem::path& path, const StateFile& file, const std::vector<double>& time) {
  for (std::size_t k = 1; k < time.size(); ++k)
    if (!(time[k] > time[k - 1]))
      fail_in_row(path, file, k,
                  "expected a time above " + number_text(time[k - 1]) + ", that of the row before, found " +
                      number_text(time[k]));
}

}  // namespace

Trajectory read_trajectory(const std::filesystem::path& path, int joints, TimeOrder order) {
  StateFileOptions options;
  options.positions = options.velocities = joints;
  const StateFile file(path, options);
  Trajectory result;
  const auto read = [&](long piece) {
    StateRows rows;
    file.read(piece, rows);
    return rows;
  };
  in_order(file.piece_count(), thread_count(0), read, [&](long, const StateRows& rows) {
    result.time.insert(result.time.end(), rows.time.begin(), rows.time.end());
    append_rows(rows.of(StateVector::q), rows.count, result.q);
    append_rows(rows.of(StateVector::qd), rows.count, result.qd);
    append_rows(rows.of(StateVector::qdd), rows.count, result.qdd);
  });
  if (result.q.empty()) file.fail_without_rows();
  if (order == TimeOrder::rising) require_rising(path, file, result.time);
  return result;
}

Trajectory read_positions(const std::filesystem::path& path, int joints) {
  StateFileOptions options;
  options.positions = options.velocities = joints;
  options.wanted = {StateVector::q};
  const StateFile file(path, options);
  Trajectory result;
  StateRows rows;
  for (long piece = 0; piece < file.piece_count(); ++piece) {
    file.read(piece, rows);
    result.time.insert(result.time.end(), rows.time.begin(), rows.time.end());
    append_rows(rows.of(StateVector::q), rows.count, result.q);
  }
  if (result.q.empty()) file.fail_without_rows();
  if (result.q.size() < 2) fail_in_row(path, file, 0, "expected another row of positions behind it, found none");
  require_rising(path, file, result.time);
  return result;
}

}  // namespace torsor
