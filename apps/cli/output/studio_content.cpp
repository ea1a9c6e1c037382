#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "output/remark.hpp"
#include "output/studio_page.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/read_file.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/mesh_paths.hpp"
#include "torsor/robot_files/robot_format.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::cli {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20U;
constexpr long most_rows = 6000;

/// Meshes that a URDF is drawn with and that are at hand, up to a size that a page can still be mailed with.
void add_meshes(StudioContent& content, const std::filesystem::path& robot_file, const Description& robot, bool json) {
  std::size_t room = std::size_t{24} << 20U;
  std::vector<std::string> left_out;
  for (const described::Visual& visual : robot.visuals) {
    if (visual.kind != described::Visual::Kind::mesh || visual.collision) continue;
    const auto known = [&](const auto& mesh) { return mesh.first == visual.file; };
    if (std::any_of(content.meshes.begin(), content.meshes.end(), known)) continue;
    const std::filesystem::path file = find_mesh(visual.file, robot_file.parent_path());
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::error_code none;
    const bool fits = !file.empty() && std::filesystem::file_size(file, none) <= room;
    if (!fits || (ending != ".stl" && ending != ".obj" && ending != ".dae")) {
      left_out.push_back(visual.file);
      continue;
    }
    content.meshes.emplace_back(visual.file, read_file(file, "a mesh", room, "studio-page"));
    room -= content.meshes.back().second.size();
  }
  if (!left_out.empty())
    remark(Severity::note,
           counted(static_cast<long>(left_out.size()), "mesh", "meshes") +
               " not in the page (not found, too large, or neither STL, OBJ nor DAE), the first: " + left_out[0],
           json);
}

void put_numbers(std::string& text, const std::vector<double>& numbers) {
  for (const double number : numbers) text += fmt::format(",{:.8g}", number + 0.0);
}

std::vector<double> row_of(const Eigen::MatrixXd& rows, long k) {
  std::vector<double> row(static_cast<std::size_t>(rows.cols()));
  for (Eigen::Index j = 0; j < rows.cols(); ++j) row[static_cast<std::size_t>(j)] = rows(k, j);
  return row;
}

}  // namespace

std::string built_studio_page() {
  std::string places;
  for (const std::filesystem::path& place : studio_page_places()) {
    std::error_code none;
    if (std::filesystem::is_regular_file(place, none))
      return read_file(place, "the studio's page", most_bytes, "studio-page");
    places += "\n  " + place.string();
  }
  throw ComputationError(
      "the studio's page is not built. `./studio` in the sources of Torsor builds it; it needs Clang 19 for "
      "WebAssembly and Node. Looked for it at:" +
      places);
}

std::string filled_studio_page(const StudioContent& content) {
  std::optional<std::string> page = studio_page(built_studio_page(), content);
  if (!page) throw ComputationError("the studio's page is of another version: `./studio` builds it anew");
  return std::move(*page);
}

void put_robot(StudioContent& content, const Description& robot) {
  content.robot_name = robot.name + ".yaml";
  content.robot = write_robot(robot, RobotFormat::yaml).text;
}

void put_robot(StudioContent& content, const std::string& file_or_name, const Description& robot, bool json) {
  const std::filesystem::path path = file_or_name;
  std::error_code none;
  const bool file = std::filesystem::is_regular_file(path, none);
  const std::string text = file ? read_robot_text(path) : std::string();
  if (!file || robot_file_format(text, path) != RobotFormat::urdf) return put_robot(content, robot);
  content.robot_name = path.filename().string();
  content.robot = text;
  XmlRobotOptions options;
  options.visuals = true;
  std::vector<Finding> said_before;
  add_meshes(content, path, load_robot(file_or_name, {}, options, &said_before), json);
}

void put_rows(StudioContent& content, long count, const std::function<StudioRow(long)>& row) {
  if (count == 0) return;
  std::string text = "t";
  const std::size_t joints = row(0).q.size();
  for (const char* name : {"q", "qd", "qdd", "tau"})
    for (std::size_t j = 1; j <= joints; ++j) text += fmt::format(",{}{}", name, j);
  text += '\n';
  for (long k = 0, step = std::max(1L, (count + most_rows - 1) / most_rows); k < count; k += step) {
    const StudioRow numbers = row(k);
    text += fmt::format("{:.8g}", numbers.t);
    for (const auto* part : {&numbers.q, &numbers.qd, &numbers.qdd, &numbers.tau}) put_numbers(text, *part);
    text += '\n';
  }
  content.log = std::move(text);
}

void put_motion(StudioContent& content, const std::string& name, const Trajectory& motion,
                const TrajectoryTorque& torque) {
  if (motion.time.empty()) return;  // when is not known
  content.log_name = name, content.log_origin = "motion";
  put_rows(content, static_cast<long>(motion.q.size()), [&](long k) {
    const auto row = static_cast<std::size_t>(k);
    return StudioRow{motion.time[row], motion.q[row], motion.qd[row], motion.qdd[row], torque.tau[row]};
  });
}

void put_log(StudioContent& content, const LogSource& log, const std::string& name) {
  const SmoothedRows rows = smooth(log, 0, log.row_count(), plan_smoothing(log));
  content.log_name = std::filesystem::path(name).filename().string();  // whose folder it was in is no one's business
  put_rows(content, static_cast<long>(rows.time.size()), [&](long k) {
    return StudioRow{rows.time[static_cast<std::size_t>(k)], row_of(rows.q, k), row_of(rows.qd, k), row_of(rows.qdd, k),
                     row_of(rows.tau, k)};
  });
}

}  // namespace torsor::cli
