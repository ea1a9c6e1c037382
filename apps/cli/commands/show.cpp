#include <memory>

#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/show_output.hpp"

namespace torsor::cli {

void add_show(CommandLine& tool) {
  Command command = tool.command("show", "Show a robot: its DH table, masses, rotors and friction");
  auto robot = std::make_shared<RobotArguments>();
  robot->add_to(command, RobotArguments::Use::description);
  robot->loops_are_held();
  command.on_run([robot] {
    const Description description = robot->load_description();
    if (robot->json()) return static_cast<void>(answered(*robot, to_json(description)));
    print(description);
  });
}

}  // namespace torsor::cli
