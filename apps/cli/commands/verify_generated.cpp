#include "torsor/codegen/verify_generated.hpp"
#include "torsor/core/read_file.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/exit_code.hpp"
#include "output/table.hpp"
#include "torsor/core/error.hpp"

namespace torsor::cli {
namespace verify_generated_command {

struct Arguments {
  RobotArguments robot;
  std::string file;
  VerifyGeneratedOptions options;
};

std::string verdict(const KernelAgreement& one) {
  if (!one.failure.empty()) return "FAILED: " + one.failure;
  return one.states == 0 ? "not compared: no finite result" : one.holds() ? "agrees" : "DIFFERS";
}

void run(const Arguments& arguments) {
  require_readable(arguments.file, "generated code");
  const Model<double> model = arguments.robot.load();
  VerifyGeneratedOptions options = arguments.options;
  options.frame = arguments.robot.tip(model, false);
  const GeneratedAgreement agreement = verify_generated(model, arguments.file, options);
  Json json{{"robot", model.name}, {"file", arguments.file}, {"states", options.states}, {"holds", agreement.holds()}};
  Table table({"function", "largest difference", "of", "over its rounding", "allowed", ""});
  for (const KernelAgreement& one : agreement.functions) {
    json["functions"].push_back({{"name", one.kernel},
                                 {"states", one.states},
                                 {"disagreement", to_json_or_null(one.disagreement)},
                                 {"tolerance", one.tolerance},
                                 {"entry", one.entry.empty() ? Json() : Json(one.entry)},
                                 {"difference", to_json_or_null(one.difference)},
                                 {"rounding", to_json_or_null(one.rounding)},
                                 {"holds", one.holds()},
                                 {"failure", one.failure.empty() ? Json() : Json(one.failure)}});
    table.add({one.kernel, fmt::format("{:.1e}", one.difference), one.entry, fmt::format("{:.3g}", one.disagreement),
               fmt::format("{:g}", one.tolerance), verdict(one)});
  }
  if (!answered(arguments.robot, json)) {
    std::cout << arguments.file << ": " << agreement.command << ", " << options.states
              << " random states beside the library\n";
    table.print();
  }
  if (!agreement.holds()) throw NotAcceptable(arguments.file + " does not compute the dynamics of " + model.name);
}

}  // namespace verify_generated_command

void add_verify_generated(CommandLine& tool) {
  using namespace verify_generated_command;
  Command command = tool.command("verify-generated", "Compile generated code and compare it with the library");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::equations);
  arguments->robot.masses_do_not_matter();  // they may come later, as parameters
  command.option("FILE", arguments->file, "What torsor generate wrote: .c, .cpp, .py or .m").file().required();
  command.option("--states", arguments->options.states, "How many random states").show_default();
  command.option("--compiler", arguments->options.command,
                 "Command that compiles or runs it, without a shell; default: cc, c++, python3 or octave-cli");
  command.option("--seconds", arguments->options.seconds, "CPU time for the calls of each function").show_default();
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
