#include "torsor/core/readable_file.hpp"

#include <unistd.h>

#include "torsor/core/error.hpp"

namespace torsor {

void require_readable(const std::filesystem::path& path, const std::string& what) {
  std::error_code ignored;
  const auto fail = [&](const std::string& found) {
    raise(UsageError(path.string() + ": expected " + what + ", found " + found));
  };
  if (!std::filesystem::exists(path, ignored)) fail("no such file");
  if (std::filesystem::is_directory(path, ignored)) fail("a folder");
  if (::access(path.c_str(), R_OK) != 0) fail("a file that may not be read");
}

}  // namespace torsor
