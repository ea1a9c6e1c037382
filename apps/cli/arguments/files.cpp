#include "arguments/files.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "torsor/core/error.hpp"
#include "torsor/core/readable_file.hpp"

namespace torsor::cli {

std::string file_text(const std::string& path, const std::string& flag) {
  require_readable(path, "a file for " + flag);
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

namespace {

/// There has to be a folder to write to, or something else than a file, such as a pipe.
void require_place(const std::filesystem::path& path, const std::string& name) {
  std::error_code none;
  const std::filesystem::path folder = path.parent_path();
  const bool special = std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none);
  if (std::filesystem::is_directory(path, none)) throw WriteError(name, "expected a file, found a folder");
  if (!std::filesystem::is_directory(folder, none))
    throw WriteError(name, "expected a folder that is there, found none");
  if (::access((special ? path : folder).c_str(), W_OK) != 0)
    throw WriteError(name, special ? "no permission" : "expected a folder that can be written to");
}

}  // namespace

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
    require_place(path, file->path);
    if (!force && fs::is_regular_file(path, none) && fs::file_size(path, none) > 0)
      throw UsageError(start + "expected a file that is not there yet, found one; --force writes over it");
  }
}

void SideFiles::write(const std::string& path, std::string_view text) {
  if (path.empty()) return;
  try {
    write_file(path, text);
    written_.push_back(path);
  } catch (const WriteError& error) {
    if (!problem_) problem_ = error;
  }
}

void SideFiles::require() const {
  if (problem_) throw WriteError(*problem_);
}

}  // namespace torsor::cli
