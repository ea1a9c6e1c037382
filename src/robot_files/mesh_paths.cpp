#include "torsor/robot_files/mesh_paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <vector>

namespace torsor {
namespace {

std::filesystem::path whole(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::absolute(folder.empty() ? "." : folder, ignored).lexically_normal();
}

/// Where packages may lie.
std::vector<std::filesystem::path> package_roots(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> roots;
  for (std::filesystem::path up = whole(folder);; up = up.parent_path()) {
    roots.push_back(up);
    if (up == up.parent_path()) break;
  }
  const char* listed = std::getenv("ROS_PACKAGE_PATH");  // NOLINT(concurrency-mt-unsafe): nothing here sets one
  std::istringstream entries(listed == nullptr ? "" : listed);
  for (std::string entry; std::getline(entries, entry, ':');) roots.emplace_back(entry);
  return roots;
}

}  // namespace

std::filesystem::path find_mesh(const std::string& name, const std::filesystem::path& folder) {
  std::error_code ignored;
  const auto is_file = [&](const std::filesystem::path& path) {
    return std::filesystem::is_regular_file(path, ignored);
  };
  const std::size_t scheme = name.find("://");
  if (scheme == std::string::npos || name.starts_with("file://")) {
    const std::filesystem::path path = folder / (scheme == std::string::npos ? name : name.substr(scheme + 3));
    return is_file(path) ? path : std::filesystem::path();
  }
  const std::string rest = name.substr(scheme + 3);
  const std::string inside = rest.substr(std::min(rest.find('/') + 1, rest.size()));
  for (const std::filesystem::path& root : package_roots(folder)) {
    if (is_file(root / rest)) return root / rest;
    const bool in_package = root.filename() == rest.substr(0, rest.find('/'));
    if (in_package && is_file(root / inside)) return root / inside;
  }
  return {};
}

void move_mesh_paths(Description& robot, const std::filesystem::path& from, const std::filesystem::path& to) {
  const std::filesystem::path source = whole(from), target = whole(to);
  if (source == target) return;
  for (described::Visual& visual : robot.visuals) {
    const std::string old = visual.file;
    if (old.empty() || old.find("://") != std::string::npos || std::filesystem::path(old).is_absolute()) continue;
    visual.file = (source / old).lexically_normal().lexically_proximate(target).generic_string();
    const std::string written = "filename=\"" + old + "\"";
    if (const std::size_t at = visual.urdf.find(written); at != std::string::npos)
      visual.urdf.replace(at, written.size(), "filename=\"" + visual.file + "\"");
  }
}

}  // namespace torsor
