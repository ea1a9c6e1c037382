#pragma once

#include "torsor/lint/lint.hpp"

namespace torsor::lint {

/// Something in a file that was mended.
struct Repair {
  std::string code;  // of the finding
  Location where;    // in the text as it was
  std::string element;
  std::string change;   // what was changed into what
  double distance = 0;  // of the numbers, relative to what was written, in the Frobenius norm
};

/// A file's text with everything mended that can be, and nothing else changed.
struct Repaired {
  std::string text;
  std::vector<Repair> repairs;
  std::vector<Finding> left;  // what inspect() finds in the new text
};

/// Mends what the rules marked `mended` find in a URDF or MJCF file: inertias become the nearest possible ones, axes
/// unit vectors, limits are put in order, rounded angles and missing entries written in full. What is found in included
/// files, other kinds of files, and findings with a code in `ignored` are left alone.
Repaired repair(std::string_view text, const std::string& file_name, const XmlRobotOptions& options = {},
                const std::vector<std::string>& ignored = {});

}  // namespace torsor::lint
