#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace torsor {

/// A file that is read at any place, from several threads at once.
class InputFile {
 public:
  /// Throws UsageError where there is no such file.
  explicit InputFile(const std::filesystem::path& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::size_t size() const { return size_; }
  /// Up to `count` bytes from `offset` on; fewer only at the end of the file.
  std::size_t read(std::size_t offset, char* bytes, std::size_t count) const;

 private:
  std::string name_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
};

}  // namespace torsor
