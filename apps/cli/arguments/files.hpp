#pragma once

#include <string>
#include <vector>

/// Files that flags name.
namespace torsor::cli {

/// A file that a command writes, by the flag that names it; an empty path is none.
struct OutputFile {
  std::string flag, path;
};
/// Throws UsageError, before anything is computed, where a file cannot be written, is one of `inputs` or named twice,
/// or holds something and `force` is not given.
void require_writable(const std::vector<OutputFile>& outputs, const std::vector<std::string>& inputs, bool force);

/// All of a file that a flag names; throws UsageError where it cannot be read.
std::string file_text(const std::string& path, const std::string& flag);

}  // namespace torsor::cli
