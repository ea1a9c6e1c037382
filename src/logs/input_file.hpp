#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace torsor::logs {

/// A file that is read at any place, from several threads at once.
class InputFile {
 public:
  enum class Pipe { refused, held };

  /// Throws UsageError where there is no such file. What comes out of a pipe is refused, or read to its end and held:
  /// then it cannot be opened again.
  explicit InputFile(const std::filesystem::path& path, Pipe pipe = Pipe::refused);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& name() const { return name_; }
  std::size_t size() const { return size_; }
  /// Up to `count` bytes from `offset` on; fewer only at the end of the file.
  std::size_t read(std::size_t offset, char* bytes, std::size_t count) const;

 private:
  struct Descriptor {
    int number = -1;
    ~Descriptor();
  };
  std::size_t read_some(std::size_t offset, char* bytes, std::size_t count) const;
  void hold();

  std::string name_;
  Descriptor descriptor_;
  bool held_ = false;
  std::string content_;  // of a pipe
  std::size_t size_ = 0;
};

}  // namespace torsor::logs
