#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "arguments/files.hpp"
#include "arguments/log_name.hpp"
#include "arguments/outputs.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/remark.hpp"
#include "output/studio_page.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/read_file.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/mesh_paths.hpp"
#include "torsor/robot_files/robot_format.hpp"
#include "torsor/robot_files/write_robot.hpp"
#include "torsor/smoothing/smoothing.hpp"

namespace torsor::cli {
namespace studio_command {

constexpr std::size_t most_bytes = std::size_t{64} << 20U;

struct Arguments {
  std::string robot, log, mapping, output;
  bool no_open = false, json = false;
  Outputs outputs;
};

/// The page that apps/studio has built; says what to do where there is none.
std::string template_page() {
  std::string places;
  for (const std::filesystem::path& place : studio_page_places()) {
    std::error_code none;
    if (std::filesystem::is_regular_file(place, none))
      return read_file(place, "the studio's page", most_bytes, "studio-page");
    places += "\n  " + place.string();
  }
  throw ComputationError(
      "the studio's page is not built. `./studio` in the sources of Torsor builds it; it needs Clang 19 for "
      "WebAssembly "
      "and Node. Looked for it at:" +
      places);
}

/// Meshes that a URDF is drawn with and that are at hand, up to a size that a page can still be mailed with.
void add_meshes(const Arguments& arguments, const Description& robot, StudioContent& content) {
  std::size_t room = std::size_t{24} << 20U;
  std::vector<std::string> left_out;
  for (const described::Visual& visual : robot.visuals) {
    if (visual.kind != described::Visual::Kind::mesh || visual.collision) continue;
    const auto known = [&](const auto& mesh) { return mesh.first == visual.file; };
    if (std::any_of(content.meshes.begin(), content.meshes.end(), known)) continue;
    const std::filesystem::path file = find_mesh(visual.file, std::filesystem::path(arguments.robot).parent_path());
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::error_code none;
    const bool fits = !file.empty() && std::filesystem::file_size(file, none) <= room;
    if (!fits || (ending != ".stl" && ending != ".obj")) {
      left_out.push_back(visual.file);
      continue;
    }
    content.meshes.emplace_back(visual.file, read_file(file, "a mesh", room, "studio-page"));
    room -= content.meshes.back().second.size();
  }
  if (!left_out.empty())
    remark(Severity::note,
           counted(static_cast<long>(left_out.size()), "mesh", "meshes") +
               " not in the page (not found, too large, or neither STL nor OBJ), the first: " + left_out[0],
           arguments.json);
}

/// A URDF stays as it is, with the shapes it is drawn with; all else is written as YAML.
void add_robot(const Arguments& arguments, const Description& robot, StudioContent& content) {
  const std::filesystem::path path = arguments.robot;
  std::error_code none;
  const bool file = std::filesystem::is_regular_file(path, none);
  const std::string text = file ? read_robot_text(path) : std::string();
  const bool urdf = file && robot_file_format(text, path) == RobotFormat::urdf;
  content.robot_name = urdf ? path.filename().string() : robot.name + ".yaml";
  content.robot = urdf ? text : write_robot(robot, RobotFormat::yaml).text;
  if (urdf) add_meshes(arguments, robot, content);
}

/// Rows of a log, smoothed as an identification would have them, and no more than a plot can show.
std::string log_rows(const Arguments& arguments, const Model<double>& model) {
  constexpr long most_rows = 6000;
  CleanLogOptions opening;
  opening.robot = &model;
  if (!arguments.mapping.empty()) opening.mapping = read_log_mapping_file(arguments.mapping);
  const CleanLog log = open_log_named(arguments.log, "--log", opening);
  require_usable(log);
  const SmoothingPlan plan = plan_smoothing(log.rows());
  const SmoothedRows rows = smooth(log.rows(), 0, log.rows().row_count(), plan);
  const std::pair<const char*, const Eigen::MatrixXd*> parts[]{
      {"q", &rows.q}, {"qd", &rows.qd}, {"qdd", &rows.qdd}, {"tau", &rows.tau}};
  std::string text = "t";
  for (const auto& [name, part] : parts)
    for (Eigen::Index j = 1; j <= part->cols(); ++j) text += fmt::format(",{}{}", name, j);
  text += '\n';
  const auto count = static_cast<long>(rows.time.size()), step = std::max(1L, (count + most_rows - 1) / most_rows);
  for (long k = 0; k < count; k += step) {
    text += fmt::format("{:.8g}", rows.time[static_cast<std::size_t>(k)]);
    for (const auto& [name, part] : parts)
      for (Eigen::Index j = 0; j < part->cols(); ++j) text += fmt::format(",{:.8g}", (*part)(k, j) + 0.0);
    text += '\n';
  }
  return text;
}

/// Hands the page to the desktop's browser, where there is a desktop. It is not waited for.
bool open_in_browser(const std::string& path) {
  // NOLINTBEGIN(concurrency-mt-unsafe): nothing here sets one
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return false;
  // NOLINTEND(concurrency-mt-unsafe)
  std::string program = "xdg-open", file = std::filesystem::absolute(path).string();
  char* words[]{program.data(), file.data(), nullptr};
  pid_t child = 0;
  return ::posix_spawnp(&child, program.c_str(), nullptr, nullptr, words, environ) == 0;
}

/// A file of the default name is written over where it is a page of the studio.
void require_free(const Arguments& arguments, const std::string& path) {
  std::error_code none;
  if (!arguments.output.empty() || arguments.outputs.force() || !std::filesystem::exists(path, none)) return;
  std::string beginning(4096, '\0');
  std::ifstream(path).read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  if (!is_studio_page(beginning))
    throw UsageError(path + ": expected a page of the studio or no file, found another one; --output or --force");
}

void run(Arguments& arguments) {
  const std::string ending = std::filesystem::path(arguments.output).extension().string();
  if (!arguments.output.empty() && ending != ".html" && ending != ".htm")
    throw UsageError("--output: expected a name that ends in .html, found " + in_quotes(arguments.output));
  StudioContent content;
  const std::string page = template_page();
  std::string name = "torsor";
  if (!arguments.robot.empty()) {
    std::vector<Finding> warnings;
    const bool builtin = !std::filesystem::exists(arguments.robot);
    XmlRobotOptions options;
    options.visuals = !builtin && robot_format(read_robot_text(arguments.robot)) == RobotFormat::urdf;
    const Description robot = load_robot(arguments.robot, {}, options, &warnings);
    add_robot(arguments, robot, content);
    name = std::filesystem::path(robot.name).filename().string();
    if (!arguments.log.empty()) {
      const Model<double> model = build_model<double>(robot);
      content.log = log_rows(arguments, model);
      content.log_name = std::filesystem::path(log_path(arguments.log)).filename().string();
    }
  } else if (!arguments.log.empty()) {
    throw UsageError("--log: expected the robot that it is of before it, found none");
  }
  const std::string path = arguments.output.empty() ? name + "-studio.html" : arguments.output;
  require_free(arguments, path);
  const std::optional<std::string> made = studio_page(page, content);
  if (!made) throw ComputationError("the studio's page is of another version: `./studio` builds it anew");
  arguments.outputs.write_with(path, [&] {
    OutputFile file(path, arguments.output.empty() ? Existing::replace : arguments.outputs.existing());
    file.write(*made);
    file.finish();
  });
  arguments.outputs.require_written();
  const bool opened = !arguments.no_open && open_in_browser(path);
  if (arguments.json)
    return print(Json{{"output", path}, {"bytes", made->size()}, {"robot", arguments.robot}, {"opened", opened}});
  std::cout << "wrote " << path << (opened ? ", and opened it\n" : ", for a browser\n");
}

}  // namespace studio_command

void add_studio(CommandLine& tool) {
  using namespace studio_command;
  Command command = tool.command("studio", "A page with the robot in 3-D, its equations, torques and motion");
  auto arguments = std::make_shared<Arguments>();
  command.option("ROBOT", arguments->robot, "A built-in robot (see `torsor robots`) or a robot file").robot();
  command.option("--log", arguments->log, "A log of the robot: CSV, NPY or MATLAB; replayed in the page").file();
  command.option("--mapping", arguments->mapping, "A YAML file that says what the log's columns are (docs/log.md)")
      .file();
  arguments->outputs.add_to(command, "--output", arguments->output,
                            "The page to write (default: the robot's name and -studio.html)");
  command.flag("--no-open", arguments->no_open, "Write the page, and do not open it in a browser");
  command.flag("--json", arguments->json, "Print JSON");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
