#include <spawn.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "arguments/files.hpp"
#include "arguments/log_name.hpp"
#include "arguments/outputs.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/studio_page.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::cli {
namespace studio_command {

struct Arguments {
  std::string robot, log, mapping, output;
  bool no_open = false, json = false;
  Outputs outputs;
};

/// The log, sound and smoothed.
void add_log(const Arguments& arguments, const Description& robot, StudioContent& content) {
  const Model<double> model = build_model<double>(robot);
  CleanLogOptions opening;
  opening.robot = &model;
  if (!arguments.mapping.empty()) opening.mapping = read_log_mapping_file(arguments.mapping);
  const CleanLog log = open_log_named(arguments.log, "--log", opening);
  require_usable(log);
  put_log(content, log.rows(), log_path(arguments.log));
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
  built_studio_page();  // without it nothing is read
  std::string name = "torsor";
  if (!arguments.robot.empty()) {
    std::vector<Finding> warnings;
    const Description robot = load_robot(arguments.robot, {}, {}, &warnings);
    put_robot(content, arguments.robot, robot, arguments.json);
    name = std::filesystem::path(robot.name).filename().string();
    if (!arguments.log.empty()) add_log(arguments, robot, content);
  } else if (!arguments.log.empty()) {
    throw UsageError("--log: expected the robot that it is of before it, found none");
  }
  const std::string path = arguments.output.empty() ? name + "-studio.html" : arguments.output;
  require_free(arguments, path);
  const std::string made = filled_studio_page(content);
  arguments.outputs.write_with(path, [&] {
    OutputFile file(path, arguments.output.empty() ? Existing::replace : arguments.outputs.existing());
    file.write(made);
    file.finish();
  });
  arguments.outputs.require_written();
  const bool opened = !arguments.no_open && open_in_browser(path);
  if (arguments.json)
    return print(Json{{"output", path}, {"bytes", made.size()}, {"robot", arguments.robot}, {"opened", opened}});
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
