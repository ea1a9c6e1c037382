#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "arguments/choices.hpp"
#include "arguments/condition_arguments.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/table_output.hpp"
#include "arguments/value_checks.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/progress_bar.hpp"
#include "output/remark.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/batches/batch_file.hpp"
#include "torsor/codegen/compile.hpp"
#include "torsor/codegen/kernel.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/ranges.hpp"

namespace torsor::cli {
namespace batch_command {

struct Arguments {
  RobotArguments robot;
  ConditionArguments conditions;
  std::string file, functions, columns, output;
  int threads = 0;
  bool compile = false;
  Outputs outputs;
};

const Choices<BatchFunction>& functions() {
  static const Choices<BatchFunction> choices{batch_functions()};
  return choices;
}
const Choices<StateVector> vectors{
    {{"q", StateVector::q}, {"qd", StateVector::qd}, {"qdd", StateVector::qdd}, {"tau", StateVector::tau}}};

/// What a list between commas names.
template <class T>
std::vector<T> named(const std::string& list, const Choices<T>& choices, const char* flag) {
  std::vector<T> result;
  for (const std::string& word : words_in(list)) {
    if (std::ranges::find(result, choices.meaning(word)) != result.end())
      throw UsageError(fmt::format("{}: expected each word once, found '{}' again", flag, word));
    result.push_back(choices.meaning(word));
  }
  return result;
}

bool is_at_tip(BatchFunction function) {
  return function == BatchFunction::forward_kinematics || function == BatchFunction::jacobian;
}

BatchFileOptions options_of(const Arguments& arguments) {
  BatchFileOptions options;
  options.functions = named(arguments.functions, functions(), "--functions");
  if (!arguments.columns.empty()) options.columns = named(arguments.columns, vectors, "--columns");
  for (const StateVector vector : vectors_needed(options.functions))
    if (!options.columns.empty() && std::ranges::find(options.columns, vector) == options.columns.end())
      throw UsageError(fmt::format("--columns: expected {} among them, which the functions need, found {}",
                                   vectors.words()[static_cast<std::size_t>(vector)], arguments.columns));
  require_in(ranges::threads, "threads", arguments.threads);
  options.stream.threads = arguments.threads;
  return options;
}

/// Code of the functions for this robot. What could not be compiled is computed without.
std::shared_ptr<const RobotKernels> kernels_for(const Arguments& arguments, const Model<double>& model,
                                                const BatchFileOptions& options) {
  if (arguments.conditions.base_moves())
    throw UsageError("--compile: expected a base at rest, found --base-velocity or --base-acceleration");
  const std::vector<std::string> known = kernel_names();
  std::vector<std::string> names = words_in(arguments.functions);
  for (const std::string& name : names)
    if (std::ranges::find(known, name) == known.end())
      remark(Severity::note, name + " has no compiled form: the run-time model computes it", arguments.robot.json());
  std::erase_if(names, [&](const std::string& name) { return std::ranges::find(known, name) == known.end(); });
  CompileOptions compiling;
  compiling.frame = options.frame;
  const CompiledRobot robot = compile(model, names, compiling);
  for (const CompiledFunction& function : robot.functions())
    if (!function.why.empty())
      remark(Severity::warning, fmt::format("{} is not compiled: {}", function.name, function.why),
             arguments.robot.json());
  return robot.kernels();
}

/// The functions that run in code of this robot.
Json compiled_functions(const Arguments& arguments, const BatchFileOptions& options) {
  Json names = Json::array();
  for (const std::string& name : words_in(arguments.functions))
    if (options.kernels && options.kernels->find(name) != nullptr) names.push_back(name);
  return names;
}

Json to_json(const Arguments& arguments, const Model<double>& model, const BatchFileOptions& options,
             const BatchFileResult& result) {
  Json columns = Json::array();
  for (const auto& [name, smallest, largest, rms] : result.columns)
    columns.push_back({{"name", name}, {"smallest", smallest}, {"largest", largest}, {"rms", rms}});
  const auto& [wall, reading, computing, writing] = result.times;
  Json json{{"robot", model.name},
            {"file", arguments.file},
            {"rows", result.rows},
            {"functions", words_in(arguments.functions)},
            {"compiled", compiled_functions(arguments, options)},
            {"columns", columns},
            {"seconds", wall},
            {"states_per_second", static_cast<double>(result.rows) / wall},
            {"cpu_seconds", {{"reading", reading}, {"computing", computing}, {"writing", writing}}}};
  if (!arguments.output.empty()) json["output"] = arguments.output;
  return json;
}

void print_result(const Arguments& arguments, const Model<double>& model, const BatchFileResult& result) {
  constexpr std::size_t most = 50;
  const std::size_t count = result.columns.size();
  std::cout << fmt::format("{} of {}: {}\n", counted(static_cast<long>(result.rows), "state"), model.name,
                           arguments.functions);
  Table table({"result", "smallest", "largest", "rms"});
  for (std::size_t k = 0; k < std::min(count, most); ++k) {
    const auto& [name, smallest, largest, rms] = result.columns[k];
    table.add({name, shown(smallest), shown(largest), shown(rms)});
  }
  table.print();
  if (count > most) std::cout << fmt::format("  and {}\n", counted(static_cast<long>(count - most), "more column"));
  const auto& [wall, reading, computing, writing] = result.times;
  std::cout << fmt::format("\n{:.3g} s, {:.3g} states/s; CPU: reading {:.3g} s, computing {:.3g} s, writing {:.3g} s\n",
                           wall, static_cast<double>(result.rows) / wall, reading, computing, writing);
  for (const std::string& path : arguments.outputs.written()) std::cout << "results of every state: " << path << '\n';
}

void run(Arguments& arguments) {
  BatchFileOptions options = options_of(arguments);
  const bool prints = arguments.output == "-";
  if (prints && arguments.robot.json()) throw UsageError("--output -: expected no --json beside it");
  const ConditionArguments& world = arguments.conditions;
  const Model<double> loaded = arguments.robot.load();
  const Model<double> model = with_gravity(loaded, world.without_wrench(loaded).gravity);
  const bool at_tip = std::ranges::any_of(options.functions, is_at_tip);
  options.frame = arguments.robot.tip(model, at_tip || world.has_tip_wrench());
  if (world.has_wrench())
    options.wrenches_at = [&](const Vector& q) { return world.wrenches(model, q, options.frame); };
  if (arguments.compile) options.kernels = kernels_for(arguments, model, options);
  ProgressBar bar("batch");
  if (!prints) options.stream.progress = [&](double share) { bar.show(share); };
  const TableTarget target = prints ? printed_table() : table_target(arguments.outputs, arguments.output);
  if (!arguments.output.empty()) options.stream.target = &target;
  const std::string file = arguments.file == "-" ? "/dev/stdin" : arguments.file;
  const BatchFileResult result = batch_of_file(model, file, world.without_wrench(model), options);
  arguments.outputs.close();
  if (arguments.robot.json())
    print(to_json(arguments, model, options, result));
  else if (!prints)
    print_result(arguments, model, result);
  std::cout.flush();
  arguments.outputs.require_written();
}

}  // namespace batch_command

void add_batch(CommandLine& tool) {
  using namespace batch_command;
  Command command = tool.command("batch", "Functions of all states of a file, on all cores: millions of states");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command);
  command
      .option("FILE", arguments->file,
              "States: a CSV with columns [t,] q1.., qd1.., qdd1.., tau1.., or an NPY; - is the standard input")
      .file()
      .required();
  command
      .option("--functions", arguments->functions,
              fmt::format("Comma-separated: {}", fmt::join(functions().words(), ", ")))
      .list_of(functions().words())
      .required();
  arguments->outputs.add_to(command, "--output", arguments->output,
                            "Write the results to this CSV or, by its ending, NPY; - prints them as CSV");
  command
      .option("--columns", arguments->columns,
              "What the columns of a file without names are: a list of q, qd, qdd, tau (default: what the functions "
              "need, in this order)")
      .list_of(vectors.words());
  command.flag("--compile", arguments->compile,
               "Compile the functions for this robot first, or take them from the cache: several times as quick");
  command.option("--threads", arguments->threads, "Default: one for each core");
  arguments->conditions.add_to(command);
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
