#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "commands/generated.hpp"
#include "output/answer.hpp"
#include "output/table.hpp"
#include "torsor/codegen/verify_kernels.hpp"

namespace torsor::cli {
namespace {

struct Arguments {
  RobotArguments robot;
  std::string file, compiler;
  int states = 1000;
};

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw UsageError(path.string() + ": expected a file that can be read");
  return text.str();
}

Language language_of(const std::filesystem::path& path) {
  for (const Language language : {Language::c, Language::cpp, Language::python, Language::matlab})
    if (path.extension() == suffix_of(language)) return language;
  throw UsageError(path.string() + ": expected a generated file, .c, .cpp, .py or .m");
}

const char* default_command(Language language) {
  switch (language) {
    case Language::c:
      return "cc -std=c99 -O2 -Wall -Wextra -Werror";
    case Language::cpp:
      return "c++ -std=c++11 -O2 -Wall -Wextra -Werror";
    case Language::python:
      return "python3";
    default:
      return "octave-cli --quiet --no-init-file";
  }
}

/// Whether the text of a generated file defines a kernel.
bool defines(const std::string& text, const Kernel& kernel, const std::string& prefix, Language language) {
  const std::string call = kernel.name + "(";
  switch (language) {
    case Language::c:
      return text.find("void " + prefix + "_" + call) != std::string::npos;
    case Language::cpp:
      return text.find("void " + call) != std::string::npos;
    case Language::python:
      return text.find("def " + call) != std::string::npos;
    default:
      return text.find("] = " + call) != std::string::npos;
  }
}

void run(const Arguments& arguments) {
  const std::filesystem::path path = arguments.file;
  const Language language = language_of(path);
  const std::string text = contents(path), prefix = path.stem().string();
  const std::string command = arguments.compiler.empty() ? default_command(language) : arguments.compiler;
  if (text.find("written by torsor generate") == std::string::npos)
    throw FileError(path.string(), {1, 1}, "expected a file that torsor generate wrote");
  if (arguments.states < 1) throw UsageError(fmt::format("--states: expected 1 or more, found {}", arguments.states));
  const Model<double> model = arguments.robot.load();
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const int tip = arguments.robot.tip(model);
  const KernelTracer tracer(model, {text.find("The robot's own theta: ") != std::string::npos, tip});
  std::vector<Kernel> kernels;
  for (const std::string& name : kernel_names()) {
    Kernel kernel = tracer.trace(name);
    if (defines(text, kernel, prefix, language)) kernels.push_back(std::move(kernel));
  }
  if (kernels.empty()) throw FileError(path.string(), {1, 1}, "expected functions of " + prefix + ", found none");
  std::unique_ptr<CompiledKernels> compiled;
  if (language == Language::c || language == Language::cpp) {
    std::filesystem::path header = path;
    header.replace_extension(language == Language::c ? ".h" : ".hpp");
    compiled = std::make_unique<CompiledKernels>(text, contents(header), prefix, language, kernels, command);
  }
  const RunKernel call = [&](const Kernel& kernel, const std::vector<KernelInputs>& inputs) {
    if (!compiled) return run_script(text, prefix, language, kernel, inputs, command);
    std::vector<Vector> outputs;
    outputs.reserve(inputs.size());
    for (const KernelInputs& input : inputs) outputs.push_back(compiled->call(kernel, input));
    return outputs;
  };
  const auto agreements = verify_kernels(kernels, KernelCases(model, tracer, tip), call, arguments.states);
  const bool holds = std::all_of(agreements.begin(), agreements.end(), [](const auto& one) { return one.holds(); });
  Json json{{"robot", model.name}, {"file", path.string()}, {"states", arguments.states}, {"holds", holds}};
  Table table({"function", "largest disagreement", "tolerance", ""});
  for (const auto& [name, states, disagreement, tolerance] : agreements) {
    json["functions"].push_back({{"name", name},
                                 {"disagreement", disagreement},
                                 {"tolerance", tolerance},
                                 {"holds", disagreement <= tolerance}});
    table.add({name, fmt::format("{:.1e}", disagreement), fmt::format("{:.0e}", tolerance),
               disagreement <= tolerance ? "agrees" : "DIFFERS"});
  }
  if (!answered(arguments.robot, json)) {
    std::cout << path.string() << ": " << command << ", " << arguments.states << " random states beside the library\n";
    table.print();
  }
  if (!holds) throw ComputationError(path.string() + " does not compute the dynamics of " + model.name);
}

}  // namespace

void add_verify_generated(CommandLine& tool) {
  Command command = tool.command("verify-generated", "Compile generated code and compare it with the library");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command);
  command.option("FILE", arguments->file, "What torsor generate wrote: .c, .cpp, .py or .m").required();
  command.option("--states", arguments->states, "How many random states").show_default();
  command.option("--compiler", arguments->compiler,
                 "Command that compiles or runs it; default: cc, c++, python3 or octave-cli");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
