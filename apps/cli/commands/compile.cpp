#include "torsor/codegen/compile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "arguments/robot_arguments.hpp"
#include "arguments/value_checks.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/table.hpp"
#include "torsor/codegen/kernel.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/instruction_set.hpp"

namespace torsor::cli {
namespace compile_command {

struct Arguments {
  RobotArguments robot;
  std::string functions = "inverse-dynamics,inertia-matrix,forward-dynamics";
  CompileOptions options;
  bool no_cache = false;
};

const char* origin(const CompiledFunction& function) {
  switch (function.origin) {
    case CompiledFunction::Origin::compiled:
      return "compiled";
    case CompiledFunction::Origin::cache:
      return "cache";
    case CompiledFunction::Origin::run_time_model:
      break;
  }
  return "run-time model";
}

void print_where_kept(const CompiledRobot& robot, const std::filesystem::path& cache) {
  const auto kept = [](const CompiledFunction& function) { return function.kept; };
  if (std::ranges::any_of(robot.functions(), kept))
    std::cout << "kept in " << cache.string() << '\n';
  else if (!cache.empty() && !robot.kernels()->by_name.empty())
    std::cout << "not kept in " << cache.string() << ": " << kernel_cache_problem(cache) << '\n';
}

void run(const Arguments& arguments) {
  const Model<double> model = arguments.robot.load();
  const std::vector<std::string> functions = words_in(arguments.functions);
  CompileOptions options = arguments.options;
  const auto at_tip = [](const std::string& name) { return name == "forward-kinematics" || name == "jacobian"; };
  options.frame = arguments.robot.tip(model, std::ranges::any_of(functions, at_tip));
  if (arguments.no_cache) options.cache.clear();
  const CompiledRobot robot = compile(model, functions, options);
  Json json{{"robot", model.name},
            {"instruction_set", name_of(instruction_set)},
            {"states_at_once", robot.kernels()->width},
            {"cache", options.cache.empty() ? Json() : Json(options.cache.string())},
            {"complete", robot.complete()}};
  Table table({"function", "code", "seconds", ""});
  for (const CompiledFunction& function : robot.functions()) {
    json["functions"].push_back({{"name", function.name},
                                 {"code", origin(function)},
                                 {"seconds", function.seconds},
                                 {"kept", function.kept},
                                 {"why", function.why.empty() ? Json() : Json(function.why)}});
    table.add({function.name, origin(function), fmt::format("{:.2f}", function.seconds),
               function.why.substr(0, function.why.find('\n'))});
  }
  if (!answered(arguments.robot, json)) {
    std::cout << fmt::format("{}: {}, one state and {} at once\n", model.name, name_of(instruction_set),
                             robot.kernels()->width);
    table.print();
    print_where_kept(robot, options.cache);
  }
  if (!robot.complete()) throw ComputationError("not every function of " + model.name + " could be compiled");
}

}  // namespace compile_command

void add_compile(CommandLine& tool) {
  using namespace compile_command;
  Command command =
      tool.command("compile", "Machine code for one robot, kept for the next run: batch --compile uses it");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::equations);
  command
      .option("--functions", arguments->functions, fmt::format("Comma-separated: {}", fmt::join(kernel_names(), ", ")))
      .list_of(kernel_names())
      .show_default();
  command.option(
      "--compiler", arguments->options.compiler,
      "C compiler (GCC or Clang) and arguments, without a shell; default: the variable CC, else gcc, clang or cc");
  command.option("--seconds", arguments->options.seconds, "CPU time for each function").show_default();
  command.flag("--no-cache", arguments->no_cache, "Compile anew, and keep nothing");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
