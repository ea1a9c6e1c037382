#include "output/completion.hpp"

#include <iostream>
#include <memory>

#include "arguments/command_line.hpp"
#include "commands/commands.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::cli {

void add_completion(CommandLine& tool) {
  Command command = tool.command("completion", "The script with which a shell completes commands, flags and robots");
  auto shell = std::make_shared<std::string>();
  command.option("SHELL", *shell, "bash, zsh or fish").one_of({"bash", "zsh", "fish"}).required();
  command.on_run([shell, &tool] {
    const auto script = *shell == "bash" ? bash_completion : *shell == "zsh" ? zsh_completion : fish_completion;
    std::cout << script(tool.text(), builtin_robot_names());
  });
}

}  // namespace torsor::cli
