#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/core/error.hpp"
#include "torsor/model/description.hpp"
#include "torsor/spatial/vector3.hpp"

namespace torsor {

/// A stretch of a log by its own clock, in seconds; without an end it goes on to the log's.
struct LogWindow {
  std::optional<double> from{}, to{};
  bool open() const { return !from && !to; }
};
/// Reads "12s:40s", "12s:", ":40s", "500ms:2min"; nothing where the text is not a window.
std::optional<LogWindow> read_log_window(std::string_view text);

/// What the columns of one quantity mean. A number x of the file becomes x * unit * scale, which is on the motor's side
/// where there is a ratio or a matrix; then it is carried to the joints, and the offset is added.
///   position, velocity, acceleration, reference:  motor = matrix * joint, so joint = inverse(matrix) * motor
///   torque:                                       joint = matrix * motor
/// A ratio is a diagonal matrix: turns of the motor for one of the joint, negative where they turn against each other.
struct LogChannel {
  enum class Presence { automatic, given, absent };
  Presence presence = Presence::automatic;   // automatic: found by the usual names
  std::string file;                          // the file that has it, beside the log; empty for the log itself
  std::vector<std::string> columns;          // names; or numbers from 1 on, or 2-7, where no column is called so
  std::string pattern;                       // "q{}": {} is 1, 2, ... or 0, 1, ... (in place of `columns`)
  bool current = false;                      // its unit is one of current, or counts of it
  std::optional<double> unit;                // SI units in one unit of the file; by name where it is not given
  std::vector<double> scale, ratio, offset;  // one by joint, or none
  Eigen::MatrixXd matrix;                    // joints x joints, or empty
  Location where{};                          // in the mapping file
};

/// A further column of the log itself, and what it is called from then on.
struct OtherColumn {
  std::string name, column;
  Location where{};  // in the mapping file
};

/// How a log file is to be read: which column is what, and how its numbers become SI units on the side of the joints.
struct LogMapping {
  std::string file;  // where the mapping was read from, for messages; empty for the default
  std::string time_column;
  std::optional<double> time_unit;  // s; by name where it is not given
  double time_scale = 1;            // true seconds in one of the clock, whatever its unit
  double period = 0;                // s between rows, in place of a time column; 0: there is a column
  LogChannel position, velocity, acceleration, torque, reference;
  std::vector<OtherColumn> other;          // what formulas may use besides, as it is in the file
  std::optional<Vector3<double>> gravity;  // free-fall acceleration in base axes, in place of the robot's
  long first_row = 1, last_row = 0;        // rows of the file that count, from 1 on; last_row 0: to the end
  LogWindow window{};                      // rows of this time count, both ends included
  int row_length = 0;                      // numbers in a row, of a file with one in a line; 0: a line is a row
  char delimiter = 0;                      // 0: found out
  std::vector<std::string> joint_names;    // of the robot: columns may be named by them; or none
  std::string variable;                    // .mat: the struct or matrix that holds the log; empty: all of them
};

/// Whether it is t, q1.., qd1.. or qdd1.., which formulas of a log have for themselves.
bool names_motion(std::string_view name);

/// Reads a mapping in YAML; docs/log.md has its keys. Throws FileError with line and column.
LogMapping read_log_mapping(std::string_view text, const std::string& file_name);
/// The same from a file; throws UsageError where there is none.
LogMapping read_log_mapping_file(const std::filesystem::path& path);

}  // namespace torsor
