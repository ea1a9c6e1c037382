#include "torsor/core/write_file.hpp"

#include <unistd.h>

#include <fstream>
#include <system_error>

#include "torsor/core/error.hpp"

namespace torsor {

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::path unfinished = path;
  unfinished += ".unfinished" + std::to_string(::getpid());  // two programs may write the same file
  std::error_code problem;
  const auto fail = [&](const std::string& why) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    raise(UsageError(path.string() + ": the file cannot be written" + why));
  };
  if (std::filesystem::is_directory(path, problem))
    raise(UsageError(path.string() + ": expected a file, found a folder"));
  {
    std::ofstream file(unfinished, std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.flush();
    if (!file) fail("");
  }
  if (std::filesystem::exists(path, problem)) {  // who could read the old file can read the new one
    const std::filesystem::perms old = std::filesystem::status(path, problem).permissions();
    std::filesystem::permissions(unfinished, old, problem);
  }
  std::filesystem::rename(unfinished, path, problem);
  if (problem) fail(": " + problem.message());
}

}  // namespace torsor
