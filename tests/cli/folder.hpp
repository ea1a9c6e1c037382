#pragma once

#include <filesystem>
#include <string>

#include "robot_files/temporary_file.hpp"

namespace torsor::test {

/// A folder for the files of one test.
class Folder {
 public:
  Folder() : folder_("", ".folder") {
    std::filesystem::remove(folder_.path());
    std::filesystem::create_directory(folder_.path());
  }
  std::string operator/(const std::string& name) const { return folder_.path() + "/" + name; }
  std::size_t count() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_.path()), std::filesystem::directory_iterator()));
  }

 private:
  TemporaryFile folder_;
};

}  // namespace torsor::test
