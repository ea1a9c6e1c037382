#include "codegen/temporary_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::codegen {
namespace {

/// The files of a folder, and those of folders in it down to a depth; with calls that a signal handler may make.
void remove_content(int folder, int depth) {
  alignas(dirent64) char list[4096];
  for (ssize_t size = ::getdents64(folder, list, sizeof list); size > 0;
       size = ::getdents64(folder, list, sizeof list)) {
    for (ssize_t at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(list + at);
      at += entry->d_reclen;
      if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
      if (::unlinkat(folder, entry->d_name, 0) == 0 || depth == 0) continue;
      const int inner = ::openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) continue;
      remove_content(inner, depth - 1);
      ::close(inner);
      ::unlinkat(folder, entry->d_name, AT_REMOVEDIR);
    }
  }
}

/// Several times: a program that was killed may have been in the middle of making a file.
void remove_at_signal(const void* path) {
  const char* name = static_cast<const std::filesystem::path*>(path)->c_str();
  for (int attempt = 0; attempt < 20 && ::rmdir(name) != 0; ++attempt) {
    const int folder = ::open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    remove_content(folder, 3);
    ::close(folder);
    const timespec moment{0, 5'000'000};
    if (::rmdir(name) == 0) return;
    ::nanosleep(&moment, nullptr);
  }
}

[[noreturn]] void refuse_folder(const std::filesystem::path& folder, const std::string& why) {
  raise(ComputationError("expected a folder for temporary files, TMPDIR or /tmp; found " + in_quotes(folder.string()) +
                         ": " + why));
}

}  // namespace

void require_seconds(double seconds) {
  constexpr double longest_run = 86400;  // a day
  if (!(seconds > 0 && seconds <= longest_run))
    raise(UsageError(
        "seconds", "expected more than 0 and at most " + number_text(longest_run) + ", found " + number_text(seconds)));
}

TemporaryFolder::TemporaryFolder() {
  const char* chosen = std::getenv("TMPDIR");
  std::error_code problem;
  const std::filesystem::path parent = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
  std::string name = (std::filesystem::absolute(parent, problem) / "torsor-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) refuse_folder(parent, std::strerror(errno));
  path_ = name;
  at_signal_.emplace(remove_at_signal, &path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void TemporaryFolder::write(const std::string& name, std::string_view text) const {
  std::ofstream file(path_ / name, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.flush()) refuse_folder(path_.parent_path(), "a file there cannot be written");
}

ChildOutcome TemporaryFolder::run(ChildProcess& child) const {
  child.folder = path_;
  child.environment = {"TMPDIR=" + path_.string(), "PYTHONDONTWRITEBYTECODE=1"};
  return run_child(child);
}

}  // namespace torsor::codegen
