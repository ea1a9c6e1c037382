#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/core/write_file.hpp"

/// Files that flags name.
namespace torsor::cli {

/// A file that a command writes, by the flag that names it; an empty path is none.
struct OutputFile {
  std::string flag, path;
};
/// Throws, before anything is computed: UsageError where a file is one of `inputs`, is named twice, or holds something
/// and `force` is not given; WriteError where it cannot be written.
void require_writable(const std::vector<OutputFile>& outputs, const std::vector<std::string>& inputs, bool force);

/// Files beside an answer. One that cannot be written does not cost the answer: it is reported once that is printed.
class SideFiles {
 public:
  /// Nothing happens where the path is empty.
  void write(const std::string& path, std::string_view text);
  const std::vector<std::string>& written() const { return written_; }
  /// Throws what kept a file from being written, if anything did.
  void require() const;

 private:
  std::vector<std::string> written_;
  std::optional<WriteError> problem_;
};

/// All of a file that a flag names; throws UsageError where it cannot be read.
std::string file_text(const std::string& path, const std::string& flag);

}  // namespace torsor::cli
