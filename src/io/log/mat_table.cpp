#include "number_table.hpp"

namespace torsor::io {
std::unique_ptr<NumberTable> open_mat(const std::filesystem::path& path, const std::string&) {
  throw FileError(path.string() + ":1:1: MATLAB files are not read yet");
}
}  // namespace torsor::io
