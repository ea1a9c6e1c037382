#include "logs/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "torsor/core/error.hpp"
#include "torsor/core/limits.hpp"
#include "torsor/core/read_file.hpp"

namespace torsor::logs {
InputFile::InputFile(const std::filesystem::path& path, Pipe pipe) : name_(path.string()) {
  require_readable(path, "a log or trajectory", pipe == Pipe::held ? Streams::taken : Streams::refused);
  struct stat status{};
  descriptor_.number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (pipe == Pipe::held ? 0 : O_NONBLOCK));
  if (descriptor_.number < 0 || ::fstat(descriptor_.number, &status) != 0)
    throw UsageError(name_ + ": expected a log or trajectory, found: " + std::strerror(errno));
  held_ = !S_ISREG(status.st_mode);
  size_ = static_cast<std::size_t>(status.st_size);
  if (held_) hold();
}

InputFile::Descriptor::~Descriptor() {
  if (number >= 0) ::close(number);
}

void InputFile::hold() {
  std::size_t got = 0;
  do {
    content_.resize(size_ + (1u << 16u));
    got = read_some(size_, content_.data() + size_, content_.size() - size_);
    size_ += got;
  } while (got > 0 && size_ <= limits::pipe_bytes);
  content_.resize(size_);
  if (size_ > limits::pipe_bytes)
    throw UsageError(name_ + ": expected at most 64 MB from a pipe or device, found more");
}

std::size_t InputFile::read_some(std::size_t offset, char* bytes, std::size_t count) const {
  for (;;) {
    const ssize_t got = held_ ? ::read(descriptor_.number, bytes, count)
                              : ::pread(descriptor_.number, bytes, count, static_cast<off_t>(offset));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) throw UsageError(name_ + ": the file cannot be read to its end");
  }
}

std::size_t InputFile::read(std::size_t offset, char* bytes, std::size_t count) const {
  if (held_) return offset < size_ ? content_.copy(bytes, count, offset) : 0;
  std::size_t done = 0;
  while (done < count) {
    const std::size_t got = read_some(offset + done, bytes + done, count - done);
    if (got == 0) break;
    done += got;
  }
  if (done < count && offset + done < size_)
    throw UsageError(name_ + ": expected " + std::to_string(size_) + " bytes, as when it was opened, found " +
                     std::to_string(offset + done) + ": the file was changed while it was read");
  return done;
}

}  // namespace torsor::logs
