#include "torsor/batches/time_series_file.hpp"

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/logs/state_file.hpp"
#include "torsor/model/deflections.hpp"

namespace torsor {
namespace {

/// The one vector that is wanted, which has names.
TimeSeries series_of(const std::filesystem::path& path, const StateFileOptions& options, TimeSeries::Between between) {
  const StateFile file(path, options);
  std::vector<double> time, values;
  StateRows rows;
  for (long piece = 0; piece < file.piece_count(); ++piece) {
    file.read(piece, rows);
    time.insert(time.end(), rows.time.begin(), rows.time.end());
    values.insert(values.end(), rows.of(StateVector::tau).begin(), rows.of(StateVector::tau).end());
  }
  if (values.empty()) file.fail_without_rows();
  if (!file.has_time())
    throw FileError(path.string(), {1, 1},
                    "expected a column of time, t, before " + enumerated(options.names) + "; found none", "log-file");
  auto series = TimeSeries::from_rows(std::move(time), std::move(values), options.names.size(), between);
  if (const auto* problem = std::get_if<TimeSeriesProblem>(&series))
    throw FileError(path.string(), {static_cast<int>(file.line_of(problem->row)), 1},
                    "row " + std::to_string(problem->row + 1) + ": " + problem->message, "log-file");
  return std::get<TimeSeries>(std::move(series));
}

}  // namespace

std::vector<std::string> numbered_names(const std::string& stem, int count) {
  std::vector<std::string> names;
  for (int k = 1; k <= count; ++k) names.push_back(stem + std::to_string(k));
  return names;
}

TimeSeries read_time_series(const std::filesystem::path& path, const std::vector<std::string>& names,
                            TimeSeries::Between between) {
  StateFileOptions options;
  options.velocities = static_cast<int>(names.size());
  options.wanted = {StateVector::tau};
  options.names = names;
  return series_of(path, options, between);
}

TimeSeries read_torques(const std::filesystem::path& path, const Model<double>& model, TimeSeries::Between between) {
  StateFileOptions options;
  options.positions = model.nq, options.velocities = model.nv;
  options.wanted = {StateVector::tau};
  options.names = numbered_names("tau", model.nv);
  options.deflections = deflection_names(model);
  return series_of(path, options, between);
}

}  // namespace torsor
