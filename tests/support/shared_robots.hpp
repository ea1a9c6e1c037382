#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>

#include "torsor/io/robot_file.hpp"

// The robots that nobody here wrote, where they are at hand.
namespace torsor::test {

inline const std::filesystem::path& shared_robot_folder() {
  static const std::filesystem::path folder = TORSOR_SHARED_DIR "/robots";
  return folder;
}

/// Every URDF and MJCF file, relative to the folder, but for the parts that others include.
inline std::vector<std::string> shared_robot_files() {
  std::vector<std::string> files;
  for (const char* kind : {"urdf", "mjcf"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(shared_robot_folder() / kind))
      if ((entry.path().extension() == ".urdf" || entry.path().extension() == ".xml") &&
          entry.path().generic_string().find("/assets/") == std::string::npos)
        files.push_back(std::filesystem::relative(entry.path(), shared_robot_folder()).generic_string());
  std::sort(files.begin(), files.end());
  return files;
}

/// The robot in one of them, or nothing where it is a part of another file or is refused.
inline std::optional<Description> shared_robot(const std::string& file, const io::XmlRobotOptions& options) {
  try {
    return io::read_robot_file(shared_robot_folder() / file, {}, options);
  } catch (const FileError&) {
    return {};
  }
}

/// For the name of a test.
inline std::string as_test_name(std::string file) {
  for (char& c : file)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return file;
}

}  // namespace torsor::test
