#include "torsor/core/write_file.hpp"

#include <unistd.h>

#include <fstream>
#include <system_error>

namespace torsor {
namespace {

bool wrote(const std::filesystem::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.flush();
  return static_cast<bool>(file);
}

}  // namespace

WriteError::WriteError(const std::filesystem::path& path, const std::string& why)
    : Error(path.string() + ": cannot be written" + (why.empty() ? "" : ": " + why)), path_(path) {}

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::error_code problem;
  const std::filesystem::file_status old = std::filesystem::status(path, problem);
  if (std::filesystem::is_directory(old)) raise(WriteError(path, "expected a file, found a folder"));
  if (std::filesystem::exists(old) && !std::filesystem::is_regular_file(old)) {
    if (!wrote(path, text)) raise(WriteError(path, ""));
    return;
  }
  std::filesystem::path unfinished = path;
  unfinished += ".unfinished" + std::to_string(::getpid());  // two programs may write the same file
  const auto fail = [&](const std::string& why) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    raise(WriteError(path, why));
  };
  if (!wrote(unfinished, text)) fail("");
  if (std::filesystem::exists(old))  // who could read the old file can read the new one
    std::filesystem::permissions(unfinished, old.permissions(), problem);
  std::filesystem::rename(unfinished, path, problem);
  if (problem) fail(problem.message());
}

}  // namespace torsor
