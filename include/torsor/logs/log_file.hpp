#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "torsor/core/finding.hpp"
#include "torsor/logs/log_mapping.hpp"
#include "torsor/logs/log_source.hpp"
#include "torsor/logs/row_selection.hpp"

namespace torsor {

/// A log in a file: CSV, NPY or MATLAB level 5. Rows that are no rows of numbers are left out and told in `findings`.
class LogFile : public LogSource {
 public:
  /// What was met while reading, and what was assumed about the columns.
  virtual const std::vector<Finding>& findings() const = 0;
  virtual const std::string& name() const = 0;
  /// Rows in the file, those left out among them.
  virtual long file_row_count() const = 0;
  /// Where a row stands: its line in a text file, its number from 1 on in others.
  virtual long line(long row) const = 0;
  /// "position: q1 .. q6 (rad)": one text for each quantity.
  virtual const std::vector<std::string>& columns_in_words() const = 0;
  /// What gravity the mapping wants, if it says so.
  virtual const std::optional<Vector3<double>>& gravity() const = 0;
  /// "tau1 .. tau6": the columns of the torque.
  virtual const std::string& torque_name() const = 0;
};

/// Opens a log: one pass finds the rows, after that it is read in pieces. `joints` is how many the robot has; 0: as
/// many as there are columns of positions. Throws FileError where columns are missing or no valid row remains,
/// UsageError where the file cannot be read.
std::unique_ptr<LogFile> open_log(const std::filesystem::path& path, const LogMapping& mapping = {}, int joints = 0);

}  // namespace torsor
