#pragma once

#include <filesystem>
#include <string_view>

#include "torsor/core/error.hpp"

namespace torsor {

/// A file that cannot be written: no such folder, no permission, a full disk.
class WriteError : public Error {
 public:
  WriteError(const std::filesystem::path& path, const std::string& why);
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};
[[noreturn]] void raise(const WriteError& error);

/// Writes a whole file or nothing: the text goes to a new file beside it, which then takes its place. What is there and
/// is not a file, such as /dev/stdout, is written to. Throws WriteError where that cannot be done.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace torsor
