#include "arguments/files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "torsor/core/error.hpp"

namespace torsor::cli {

std::string file_text(const std::string& path, const std::string& flag) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file || std::filesystem::is_directory(path)) throw UsageError(flag + ": " + path + " cannot be read");
  return text;
}

}  // namespace torsor::cli
