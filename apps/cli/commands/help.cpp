#include <iostream>
#include <memory>

#include "arguments/command_line.hpp"
#include "commands/commands.hpp"
#include "output/help_text.hpp"
#include "output/man_page.hpp"

namespace torsor::cli {

void add_help(CommandLine& tool) {
  Command command = tool.command("help", "What the tool can do, or what one command takes");
  struct Arguments {
    std::string command;
    bool man = false;
  };
  auto arguments = std::make_shared<Arguments>();
  Option topic = command.option("COMMAND", arguments->command, "The command to explain");
  command.flag("--man", arguments->man, "Print the manual page of the tool, for man");
  topic.offers(tool.text().command_names());
  command.on_run([arguments, &tool] {
    if (!arguments->command.empty()) tool.require_known_command(arguments->command);
    if (arguments->man)
      std::cout << man_page(tool.text());
    else if (const CommandText* explained = tool.text().find(arguments->command))
      print_help(tool.text(), *explained);
    else
      print_overview(tool.text());
  });
}

}  // namespace torsor::cli
