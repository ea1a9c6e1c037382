#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The studio's page, which apps/studio builds, with a robot inside.
namespace torsor::cli {

/// What is put into the page. Texts may hold anything: they cannot get out of the place they are put in.
struct StudioContent {
  std::string robot_name;  // of its file
  std::string robot;       // its text, in YAML or URDF; empty: the page opens with a robot of its own
  std::vector<std::pair<std::string, std::string>> meshes;  // names as in the robot's text, and bytes of the files
  std::string log_name;
  std::string log;  // CSV with t, q1, ..., qd1, ..., qdd1, ..., tau1, ...; empty: none
};

/// Where the page without a robot may lie: what TORSOR_STUDIO_PAGE names, or else beside the program's folder as it is
/// installed, and in the build folder.
std::vector<std::filesystem::path> studio_page_places();

/// The page with this content. Nothing where `page` is not the studio's.
std::optional<std::string> studio_page(std::string_view page, const StudioContent& content);

/// Whether a text is such a page, and so may be written over by another one.
bool is_studio_page(std::string_view text);

}  // namespace torsor::cli
