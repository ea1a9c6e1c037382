#pragma once

#include <string>
#include <vector>

#include "arguments/command_line.hpp"
#include "torsor/simulation/signal.hpp"

namespace torsor::cli {

/// Where the numbers of a signal come from, and how its messages name it.
struct SignalText {
  std::string flag;                   // "--tau"
  std::string text;                   // FILE, or formulas between commas
  std::vector<std::string> columns;   // of a file; as many formulas are expected
  std::vector<std::string> meanings;  // of the formulas, where these are others than the columns: names of joints
  TimeSeries::Between between = TimeSeries::Between::linear;
  bool of_motors = false;  // torques: a file may be one that a simulation wrote
};

/// Reads a signal from a file, where there is one of that name or the text ends as one (.csv, .npy, .txt), or else as
/// formulas of t, q1.., qd1... Throws UsageError or FileError.
Signal read_signal(const Model<double>& model, const SignalText& signal);

/// Whether a text names a file.
bool names_file(const std::string& text);

}  // namespace torsor::cli
