#include <iostream>
#include <memory>

#include "arguments/command_line.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/table.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::cli {

void add_robots(CommandLine& tool) {
  Command command = tool.command("robots", "List the built-in robots");
  auto json = std::make_shared<bool>(false);
  auto print_file = std::make_shared<std::string>();
  command.flag("--json", *json, "Print JSON");
  const Option print_option =
      command.option("--print", *print_file, "Print the robot file of one of them, to start your own from").robot();
  command.on_run([json, print_file, print_option] {
    if (print_option.given()) {
      if (print_file->empty()) throw UsageError("--print: expected the name of a built-in robot, found nothing");
      std::cout << builtin_robot_text(*print_file);
      return;
    }
    Json list = Json::array();
    Table table({"robot", "joints", "masses", "description"});
    for (const std::string& name : builtin_robot_names()) {
      const Description robot = read_builtin_robot(name);
      const int joints = build_model<double>(robot).nv;
      list.push_back({{"name", name},
                      {"joints", joints},
                      {"description", robot.description},
                      {"source", robot.source},
                      {"illustrative", robot.illustrative}});
      table.add({name, std::to_string(joints), robot.illustrative ? "illustrative" : "sourced", robot.description});
    }
    if (*json) return print({{"robots", list}});
    table.print(4);
  });
}

}  // namespace torsor::cli
