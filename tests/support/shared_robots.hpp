#pragma once

#include <algorithm>
#include <filesystem>

#include "torsor/robot_files/robot_file.hpp"

// The robots that nobody here wrote, where they are at hand.
namespace torsor::test {

inline const std::filesystem::path& shared_robot_folder() {
  static const std::filesystem::path folder = TORSOR_SHARED_DIR "/robots";
  return folder;
}

/// Files that are no robot: parts that others include, and two whose joints name a link that is not there. That they
/// are refused, and why, is for the tests of the readers.
inline bool is_no_robot(const std::string& file) {
  constexpr const char* known[] = {"mjcf/aloha/joint_position_actuators.xml", "mjcf/aloha/keyframe_ctrl.xml",
                                   "urdf/joint_parsing_drake.urdf", "urdf/pr2_drake.urdf"};
  return file.find("/assets/") != std::string::npos ||
         std::find(std::begin(known), std::end(known), file) != std::end(known);
}

/// Every robot in URDF and MJCF, relative to the folder.
inline std::vector<std::string> shared_robot_files() {
  std::vector<std::string> files;
  for (const char* kind : {"urdf", "mjcf"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(shared_robot_folder() / kind))
      if (entry.path().extension() == ".urdf" || entry.path().extension() == ".xml")
        files.push_back(std::filesystem::relative(entry.path(), shared_robot_folder()).generic_string());
  std::erase_if(files, is_no_robot);
  std::sort(files.begin(), files.end());
  return files;
}

/// The robot in one of them; where the mass of a mesh would be needed, the one without its shapes.
inline Description shared_robot(const std::string& file, XmlRobotOptions options) {
  try {
    return read_robot_file(shared_robot_folder() / file, {}, options);
  } catch (const FileError&) {  // only MJCF has meshes that weigh something
    options.ignore_geoms = true;
    return read_robot_file(shared_robot_folder() / file, {}, options);
  }
}

/// For the name of a test.
inline std::string as_test_name(std::string file) {
  for (char& c : file)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return file;
}

}  // namespace torsor::test
