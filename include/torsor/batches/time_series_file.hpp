#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "torsor/model/model.hpp"
#include "torsor/trajectory/time_series.hpp"

namespace torsor {

/// Reads columns over time from a CSV or NPY, written as logs are (docs/log.md): with a header t (or time) and `names`
/// in any order, others are passed over; without one time and then these. Throws FileError with line and column, or
/// UsageError when the file cannot be read.
TimeSeries read_time_series(const std::filesystem::path& path, const std::vector<std::string>& names,
                            TimeSeries::Between between = TimeSeries::Between::linear);

/// The torques of a robot, tau1.., from such a file. A matrix may have all columns that a simulation writes.
TimeSeries read_torques(const std::filesystem::path& path, const Model<double>& model,
                        TimeSeries::Between between = TimeSeries::Between::linear);

/// tau1.., as many as there are.
std::vector<std::string> numbered_names(const std::string& stem, int count);

}  // namespace torsor
