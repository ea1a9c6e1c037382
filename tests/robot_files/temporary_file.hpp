#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace torsor::test {

/// A file that goes away with its owner. Its name is new each time, because tests run side by side.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view text, const std::string& ending = ".yaml") {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("torsor-test-" + std::to_string(::getpid()) + "-" + std::to_string(++count) + ending);
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace torsor::test
