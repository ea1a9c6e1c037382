#include "torsor/core/read_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "core/files_read.hpp"
#include "torsor/core/error.hpp"

namespace torsor {
namespace {

/// Somebody holds the other end of such a pipe.
bool is_passed_on(const std::filesystem::path& path) {
  const std::string name = path.string();
  return name == "/dev/stdin" || name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/");
}

}  // namespace

void require_readable(const std::filesystem::path& path, const std::string& what, Streams streams) {
  const auto fail = [&](const std::string& found) {
    raise(UsageError(path.string() + ": expected " + what + ", found " + found));
  };
  struct stat about{};
  if (::stat(path.c_str(), &about) != 0) fail(errno == EACCES ? "a folder that may not be read" : "no such file");
  if (S_ISDIR(about.st_mode)) fail("a folder");
  const bool stream = streams == Streams::taken || (streams == Streams::passed_on && is_passed_on(path));
  if (!S_ISREG(about.st_mode) && !stream) fail(S_ISFIFO(about.st_mode) ? "a pipe" : "a device");
  if (::access(path.c_str(), R_OK) != 0) fail("a file that may not be read");
  if (S_ISREG(about.st_mode)) files_read::add(about.st_dev, about.st_ino);
}

std::string read_file(const std::filesystem::path& path, const std::string& what, std::size_t most, const char* code,
                      Streams streams) {
  require_readable(path, what, streams);
  std::ifstream file(path, std::ios::binary);
  std::string text;
  constexpr std::size_t piece = std::size_t{1} << 16U;
  while (file && text.size() <= most) {
    const std::size_t old = text.size();
    text.resize(old + piece);
    file.read(text.data() + old, static_cast<std::streamsize>(piece));
    text.resize(old + static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) raise(UsageError(path.string() + ": the file cannot be read to its end"));
  if (text.size() > most)
    raise(FileError(path.string(), {1, 1}, fmt::format("expected {} of at most {} MB, found more", what, most >> 20U),
                    code));
  return text;
}

}  // namespace torsor
