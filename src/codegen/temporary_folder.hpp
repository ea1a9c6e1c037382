#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "torsor/core/error.hpp"

namespace torsor::codegen {

/// A folder that goes with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "torsor-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw ComputationError("no folder for temporary files can be made: " + name);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path_ / name).rdbuf();
    return text.str();
  }
  /// Runs a command there; what it prints goes to the files `out` and `messages`.
  bool run(const std::string& command) const {
    return std::system(("cd '" + path_.string() + "' && " + command + " >out 2>messages").c_str()) == 0;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace torsor::codegen
