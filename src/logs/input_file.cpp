#include "logs/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "torsor/core/error.hpp"

namespace torsor {

InputFile::InputFile(const std::filesystem::path& path) : name_(path.string()) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
    const std::string found = descriptor_ < 0           ? std::strerror(errno)
                              : S_ISDIR(status.st_mode) ? "a directory"
                                                        : "something that is no plain file";
    if (descriptor_ >= 0) ::close(descriptor_);
    throw UsageError(name_ + ": expected a file that can be read, found: " + found);
  }
  size_ = static_cast<std::size_t>(status.st_size);
}

InputFile::~InputFile() { ::close(descriptor_); }

std::size_t InputFile::read(std::size_t offset, char* bytes, std::size_t count) const {
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = ::pread(descriptor_, bytes + done, count - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw UsageError(name_ + ": the file cannot be read to its end");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace torsor
