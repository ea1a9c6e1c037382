#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>

#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "commands/generated.hpp"
#include "output/answer.hpp"
#include "output/table.hpp"
#include "torsor/codegen/verify_kernels.hpp"
#include "torsor/core/text.hpp"
#include "torsor/core/write_file.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

struct Arguments {
  RobotArguments robot;
  std::string functions =
      "inverse-dynamics,inertia-matrix,bias-torque,forward-dynamics,state-derivative,gravity-torque,"
      "forward-kinematics,jacobian";
  std::string target = "c", parameters = "constants", folder = ".", name;
  int vectors = 20;
  bool force = false;
};

/// Refuses to write over what no generator wrote.
void require_own(const std::filesystem::path& path, bool force) {
  std::ifstream file(path);
  std::string first;
  if (force || !file) return;
  std::getline(file, first);
  if (first.find("written by torsor generate") == std::string::npos &&
      first.find("\"torsor generate\"") == std::string::npos)
    throw UsageError(path.string() + ": expected a file that torsor generate wrote, or none; --force writes over it");
}

/// What goes in and what the library gives for it, by name.
Json to_json(const Kernel& kernel, const KernelCase& one) {
  Json entry;
  for (std::size_t i = 0; i < kernel.inputs.size(); ++i) entry[kernel.inputs[i].name] = one.inputs[i];
  auto first = one.expected.begin();
  for (const Kernel::Output& output : kernel.outputs) {
    const auto last = first + static_cast<std::ptrdiff_t>(output.entries.size());
    entry[output.name] = Vector(first, last);
    first = last;
  }
  return entry;
}

/// Cases at random states, in JSON with a line for each, so that differences can be read.
std::string test_vectors(const std::vector<Kernel>& kernels, const KernelCases& cases, int count) {
  std::string text = "{\"generator\": \"torsor generate\"";
  for (const Kernel& kernel : kernels) {
    text += ",\n\"" + kernel.name + "\": [";
    for (int k = 0; k < count; ++k)
      text += (k == 0 ? "\n" : ",\n") + to_json(kernel, cases.at(kernel, static_cast<std::uint64_t>(k) + 1)).line();
    text += "]";
  }
  return text + "}\n";
}

/// What a reader of the file has to know: the parameters, and one value to check a port by.
std::vector<std::string> remarks(const std::vector<Kernel>& kernels, const KernelCases& cases,
                                 const Model<double>& model, const KernelTracer& tracer, bool parameter_vector) {
  std::vector<std::string> lines{"Units: m, rad, kg, s, N, N m. Matrices row by row. q, qd and tau in the order " +
                                 joined(velocity_names(model))};
  if (parameter_vector) {
    lines.push_back("theta: " + joined(parameter_names(tracer.layout())) +
                    ", in the links' frames of the robot's table");
    std::string values;
    for (const double value : tracer.parameters()) values += (values.empty() ? "" : ", ") + fmt::format("{}", value);
    lines.push_back("The robot's own theta: " + values);
  } else {
    lines.emplace_back("The robot's parameters are constants, regrouped towards the base where no torque tells");
  }
  const KernelCase check = cases.at(kernels.front(), 1);
  for (std::size_t i = 0; i < kernels.front().inputs.size(); ++i) {
    std::string values;
    for (const double value : check.inputs[i]) values += (values.empty() ? "" : ", ") + fmt::format("{:.17g}", value);
    if (kernels.front().inputs[i].name != "theta")
      lines.push_back("Check: " + kernels.front().inputs[i].name + " = " + values);
  }
  std::string values;
  for (const double value : check.expected) values += (values.empty() ? "" : ", ") + fmt::format("{:.15g}", value);
  lines.push_back("Check: " + kernels.front().name + " = " + values);
  return lines;
}

void run(const Arguments& arguments) {
  const Language language = language_named(arguments.target, "--target");
  if (arguments.parameters != "constants" && arguments.parameters != "vector")
    throw UsageError("--parameters: expected constants or vector, found " + in_quotes(arguments.parameters));
  const bool parameter_vector = arguments.parameters == "vector";
  if (arguments.vectors < 0 || arguments.vectors > 100'000)
    throw UsageError(fmt::format("--test-vectors: expected 0 to 100000, found {}", arguments.vectors));
  const std::vector<std::string> functions = functions_named(arguments.functions);
  const Model<double> model = arguments.robot.load();
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const int tip = arguments.robot.tip(model);
  const KernelTracer tracer(model, {parameter_vector, tip});
  std::vector<Kernel> kernels;
  kernels.reserve(functions.size());
  for (const std::string& function : functions) kernels.push_back(tracer.trace(function));
  const KernelCases cases(model, tracer, tip);
  GeneratedFile file{model.name, identifier(arguments.name.empty() ? model.name : arguments.name), {}};
  file.remarks = remarks(kernels, cases, model, tracer, parameter_vector);
  const std::filesystem::path stem = std::filesystem::path(arguments.folder) / file.prefix;
  std::vector<std::pair<std::string, std::string>> files{
      {stem.string() + suffix_of(language), write_kernels(kernels, file, language)}};
  if (const std::string header = write_header(kernels, file, language); !header.empty())
    files.emplace_back(stem.string() + (language == Language::c ? ".h" : ".hpp"), header);
  if (arguments.vectors > 0)
    files.emplace_back(stem.string() + ".vectors.json", test_vectors(kernels, cases, arguments.vectors));
  for (const auto& [path, text] : files) require_own(path, arguments.force);
  for (const auto& [path, text] : files) write_file(path, text);
  Json json{{"robot", model.name}, {"target", arguments.target}, {"parameters", arguments.parameters}};
  for (const auto& [path, text] : files) json["files"].push_back(path);
  Table table({"function", "multiplications", "additions", "divisions", "sines and cosines"});
  for (const Kernel& kernel : kernels) {
    const Operations cost = graph.operations(kernel.entries());
    json["functions"].push_back({{"name", kernel.name},
                                 {"multiplications", cost.multiplications},
                                 {"additions", cost.additions},
                                 {"divisions", cost.divisions},
                                 {"trigonometric", cost.trigonometric}});
    table.add({kernel.name, std::to_string(cost.multiplications), std::to_string(cost.additions),
               std::to_string(cost.divisions), std::to_string(cost.trigonometric)});
  }
  if (answered(arguments.robot, json)) return;
  for (const auto& [path, text] : files) std::cout << "wrote " << path << '\n';
  table.print();
}

}  // namespace

void add_generate(CommandLine& tool) {
  Command command = tool.command("generate", "Code for one robot: C, C++, Python or MATLAB without dependencies");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command);
  command.option("--functions", arguments->functions, "Comma-separated: " + joined(kernel_names())).show_default();
  command.option("--target", arguments->target, "c, cpp, python or matlab").show_default();
  command.option("--parameters", arguments->parameters, "constants, or vector: an argument theta of the functions")
      .show_default();
  command.option("--output", arguments->folder, "Folder for the files").show_default();
  command.option("--name", arguments->name, "Of the files, and before every function; default: the robot's name");
  command.option("--test-vectors", arguments->vectors, "Cases in the file of test vectors; 0 for no such file")
      .show_default();
  command.flag("--force", arguments->force, "Write over files of other origin");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
