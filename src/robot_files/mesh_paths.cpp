#include "torsor/robot_files/mesh_paths.hpp"

namespace torsor {
namespace {

std::filesystem::path whole(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::absolute(folder.empty() ? "." : folder, ignored).lexically_normal();
}

}  // namespace

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
