#include "torsor/core/output_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <random>
#include <system_error>
#include <thread>

#include "core/files_read.hpp"
#include "core/on_signal.hpp"
#include "torsor/core/error.hpp"

namespace torsor {
namespace {

const char* kind_of(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR:
      return "a folder";
    case S_IFLNK:
      return "a symbolic link";
    case S_IFIFO:
      return "a pipe";
    case S_IFSOCK:
      return "a socket";
    default:
      return "a device";
  }
}

std::string random_name() {
  std::random_device random;
  char text[17];
  std::snprintf(text, sizeof text, "%08x%08x", random(), random());
  return text;
}

std::string prefix_of(const std::filesystem::path& path) { return "." + path.filename().string() + "."; }
constexpr std::string_view unfinished_suffix = ".unfinished";

void remove_at_signal(const void* path) { ::unlink(static_cast<const std::filesystem::path*>(path)->c_str()); }

/// Renames where nobody has the name yet; file systems without such a rename have links.
int rename_to_new(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (::link(from, to) != 0) return errno;
  ::unlink(from);
  return 0;
}

}  // namespace

WriteError::WriteError(const std::filesystem::path& path, const std::string& why)
    : Error(path.string() + ": cannot be written" + (why.empty() ? "" : ": " + why)), path_(path) {}

void require_regular_file_or_none(const std::filesystem::path& path) {
  struct stat about{};
  if (::lstat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode))
    raise(WriteError(path, std::string("expected a file, found ") + kind_of(about.st_mode)));
}

OutputFile::OutputFile(std::filesystem::path path, Existing existing) : path_(std::move(path)), existing_(existing) {
  folder_ = path_.has_parent_path() ? path_.parent_path() : ".";
  require_place();
  open_unfinished();
}

OutputFile::~OutputFile() { drop(); }

void OutputFile::fail(int reason) {
  drop();
  if (reason == EEXIST) raise_exists();
  raise(WriteError(path_, std::system_category().message(reason)));
}

void OutputFile::raise_exists() const {
  raise(UsageError(path_.string() + ": expected a file that is not there yet, found one"));
}

void OutputFile::require_place() const {
  struct stat about{};
  require_regular_file_or_none(path_);
  if (::lstat(path_.c_str(), &about) != 0) return;
  if (files_read::contain(about.st_dev, about.st_ino))
    raise(UsageError(path_.string() + ": expected another file than the ones that are read, found one of them"));
  if (existing_ == Existing::keep) raise_exists();
}

void OutputFile::open_unfinished() {
  unfinished_ = folder_ / (prefix_of(path_) + random_name() + std::string(unfinished_suffix));
  at_signal_ = std::make_unique<OnSignal>(remove_at_signal, &unfinished_);
  file_ = ::open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file_ < 0) fail(errno);
  while (::flock(file_, LOCK_EX) != 0 && errno == EINTR) continue;  // abandoned_files() sees that somebody is at work
}

void OutputFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail(count == 0 ? ENOSPC : errno);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void OutputFile::write_start(std::string_view bytes) {
  for (off_t at = 0; !bytes.empty();) {
    const ssize_t count = ::pwrite(file_, bytes.data(), bytes.size(), at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail(count == 0 ? ENOSPC : errno);
    at += count;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void OutputFile::finish() {
  struct stat old{};
  if (::stat(path_.c_str(), &old) == 0) ::fchmod(file_, old.st_mode & 07777);  // who could read it can read the new one
  if (::fsync(file_) != 0) fail(errno);
  take_the_name();
  const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) ::fsync(folder), ::close(folder);
}

void OutputFile::take_the_name() {
  if (existing_ == Existing::keep) {
    if (const int problem = rename_to_new(unfinished_.c_str(), path_.c_str())) fail(problem);
  } else {
    require_place();  // as it may have changed since
    if (::rename(unfinished_.c_str(), path_.c_str()) != 0) fail(errno);
  }
  at_signal_.reset();
  ::close(file_);
  file_ = -1;
}

void OutputFile::drop() {
  if (file_ >= 0) ::unlink(unfinished_.c_str()), ::close(file_);
  at_signal_.reset();
  file_ = -1;
}

namespace {

/// Whether nobody is at work on the file, and it still has this name.
bool is_abandoned(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  struct stat opened{}, named{};
  const bool free = ::flock(file, LOCK_EX | LOCK_NB) == 0 && ::fstat(file, &opened) == 0 &&
                    ::lstat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino;
  ::close(file);
  return free;
}

}  // namespace

std::vector<std::filesystem::path> abandoned_files(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> result;
  std::error_code problem;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename().string(), prefix = prefix_of(path);
    if (!name.starts_with(prefix) || !name.ends_with(unfinished_suffix) ||
        name.size() != prefix.size() + 16 + unfinished_suffix.size())
      continue;
    if (!is_abandoned(entry.path())) continue;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // or it was just made, and is not locked yet
    if (is_abandoned(entry.path())) result.push_back(entry.path());
  }
  return result;
}

}  // namespace torsor
