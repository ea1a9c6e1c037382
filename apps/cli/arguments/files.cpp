#include "arguments/files.hpp"

#include <unistd.h>

#include <algorithm>
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

void require_writable(const std::vector<OutputFile>& outputs, const std::vector<std::string>& inputs, bool force) {
  namespace fs = std::filesystem;
  std::error_code none;
  const auto whole = [&](const std::string& name) { return fs::weakly_canonical(fs::absolute(name, none), none); };
  for (auto file = outputs.begin(); file != outputs.end(); ++file) {
    if (file->path.empty()) continue;
    const fs::path path = whole(file->path);
    const auto is_it = [&](const std::string& other) { return !other.empty() && whole(other) == path; };
    const std::string start = file->flag + ": " + file->path + ": ";
    if (std::any_of(inputs.begin(), inputs.end(), is_it))
      throw UsageError(start + "expected another file than the ones that are read, found one of them");
    for (auto other = outputs.begin(); other != file; ++other)
      if (is_it(other->path)) throw UsageError(start + "expected a file of its own, found that of " + other->flag);
    if (fs::is_directory(path, none)) throw UsageError(start + "expected a file, found a directory");
    const fs::path folder = path.parent_path();
    if (!fs::is_directory(folder, none)) throw UsageError(start + "expected a folder that is there, found none");
    if (::access(folder.c_str(), W_OK) != 0) throw UsageError(start + "expected a folder that can be written to");
    if (!force && fs::is_regular_file(path, none) && fs::file_size(path, none) > 0)
      throw UsageError(start + "expected a file that is not there yet, found one; --force writes over it");
  }
}

}  // namespace torsor::cli
