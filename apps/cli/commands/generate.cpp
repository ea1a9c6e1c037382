#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "arguments/choices.hpp"
#include "arguments/outputs.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/value_checks.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/remark.hpp"
#include "output/table.hpp"
#include "torsor/codegen/generate_code.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {
namespace generate_command {

struct Arguments {
  RobotArguments robot;
  std::string functions =
      "inverse-dynamics,inertia-matrix,bias-torque,forward-dynamics,state-derivative,gravity-torque,"
      "forward-kinematics,jacobian";
  std::string target = "c", parameters = "constants", scalar = "double", sines = "library", folder = ".", name;
  int vectors = 20;
  Outputs outputs;
};

const Choices<Language> targets{
    {{"c", Language::c}, {"cpp", Language::cpp}, {"python", Language::python}, {"matlab", Language::matlab}}};
const Choices<bool> parameter_forms{{{"constants", false}, {"vector", true}}};
const Choices<GeneratedScalar> scalars{{{"double", GeneratedScalar::float64}, {"float", GeneratedScalar::float32}}};

const Choices<GeneratedSines> sine_forms{{{"library", GeneratedSines::library}, {"inline", GeneratedSines::inside}}};

/// What `derive`, the literature and drives call them.
struct OtherName {
  std::string name;
  std::vector<std::string> functions;
};
const std::vector<OtherName> other_names{{"gravity", {"gravity-torque"}},
                                         {"gravity-compensation", {"gravity-torque"}},
                                         {"friction-compensation", {"friction-torque"}},
                                         {"observer", {"observer-start", "observer-step"}}};

std::vector<std::string> functions_named(const std::string& list) {
  std::vector<std::string> names;
  for (const std::string& word : words_in(list)) {
    const auto other = std::ranges::find(other_names, word, &OtherName::name);
    if (other == other_names.end())
      names.push_back(word);
    else
      names.insert(names.end(), other->functions.begin(), other->functions.end());
  }
  return names;
}

/// "gravity for gravity-torque, observer for observer-start and observer-step".
std::string other_names_text() {
  std::string text;
  for (const auto& [name, functions] : other_names)
    text += (text.empty() ? "" : ", ") + name + " for " + enumerated(functions);
  return text;
}

std::vector<std::string> known_functions() {
  std::vector<std::string> names = kernel_names();
  for (const std::string& name : control_kernel_names()) names.push_back(name);
  return names;
}

/// The functions, and their other names.
std::vector<std::string> function_words() {
  std::vector<std::string> words = known_functions();
  for (const OtherName& other : other_names) words.emplace_back(other.name);
  return words;
}

GenerateOptions options_of(const Arguments& arguments) {
  GenerateOptions options;
  options.language = targets.meaning(arguments.target);
  options.parameter_vector = parameter_forms.meaning(arguments.parameters);
  options.scalar = scalars.meaning(arguments.scalar);
  options.sines = sine_forms.meaning(arguments.sines);
  if (arguments.vectors < 0 || arguments.vectors > 100'000)
    throw UsageError(fmt::format("--test-vectors: expected 0 to 100000, found {}", arguments.vectors));
  options.test_cases = arguments.vectors;
  options.functions = functions_named(arguments.functions);
  options.name = arguments.name;
  return options;
}

/// Without masses these are what they are, and with masses as an argument all are.
bool needs_masses(const GenerateOptions& options) {
  const auto without = [](const std::string& name) {
    return name == "forward-kinematics" || name == "jacobian" || name == "friction-torque" || name == "regressor";
  };
  return !options.parameter_vector && !std::ranges::all_of(options.functions, without);
}

/// Refuses to write over what no generator wrote.
void require_own(const std::filesystem::path& path, bool force) {
  require_regular_file_or_none(path);
  std::ifstream file(path);
  std::string first;
  if (force || !file) return;
  std::getline(file, first);
  if (!is_generated(first) && first.find("\"torsor generate\"") == std::string::npos)
    throw UsageError(path.string() + ": expected a file that torsor generate wrote, or none; --force writes over it");
}

/// Cases at random states, in JSON with a line for each, so that differences can be read.
std::string test_vectors(const GeneratedCode& code) {
  std::string text = "{\"generator\": \"torsor generate\"";
  for (const GeneratedFunction& function : code.functions) {
    text += ",\n\"" + function.name + "\": [";
    for (std::size_t k = 0; k < function.cases.size(); ++k) {
      Json entry;
      for (const auto& [name, values] : function.cases[k]) entry[name] = values;
      text += (k == 0 ? "\n" : ",\n") + entry.line();
    }
    text += "]";
  }
  return text + "}\n";
}

struct File {
  std::string path, text;
  bool is_example = false;  // left alone where it is there
};
using Files = std::vector<File>;

Files files_of(const Arguments& arguments, const GeneratedCode& code, Language language) {
  const std::string stem = (std::filesystem::path(arguments.folder) / code.prefix).string();
  Files files{{stem + source_suffix(language), code.source}};
  if (!code.header.empty()) files.push_back({stem + header_suffix(language), code.header});
  if (arguments.vectors > 0) files.push_back({stem + source_suffix(language) + ".vectors.json", test_vectors(code)});
  for (const CompanionFile& companion : code.companions)
    files.push_back({stem + companion.ending, companion.text, companion.is_example});
  return files;
}

/// The beginning of a file that is there, and nothing of one that is not.
std::string text_there(const std::string& path, std::size_t most) {
  std::ifstream file(path, std::ios::binary);
  std::string text(most, '\0');
  file.read(text.data(), static_cast<std::streamsize>(most));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return text;
}

/// Takes out the examples that are there: somebody may have gone on with them. Returns what stays as it is.
std::vector<std::string> keep_examples(const Arguments& arguments, Files& files) {
  std::vector<std::string> kept;
  const auto stays = [&](const File& file) {
    if (!file.is_example || arguments.outputs.force() || !std::filesystem::exists(file.path)) return false;
    if (text_there(file.path, file.text.size() + 1) == file.text) return false;
    kept.push_back(file.path);
    return true;
  };
  std::erase_if(files, stays);
  for (const std::string& path : kept)
    remark(Severity::note,
           path + " is there and stays as it is, for somebody may have gone on with it; --force writes it anew",
           arguments.robot.json());
  return kept;
}

/// Code in double takes the place of code in float without a trace.
void tell_other_scalar(const Arguments& arguments, const File& source) {
  constexpr std::size_t head = 1 << 16;
  const std::string there = text_there(source.path, head);
  const std::optional<GeneratedScalar> before = is_generated(there) ? generated_scalar_of(there) : std::nullopt;
  if (before && *before != scalars.meaning(arguments.scalar))
    remark(Severity::note,
           fmt::format("{}: code in {} takes the place of code in {}", source.path, arguments.scalar, name_of(*before)),
           arguments.robot.json());
}

void report(const Arguments& arguments, const std::string& robot, const Files& files,
            const std::vector<std::string>& kept, const GeneratedCode& code) {
  Json json{{"robot", robot},
            {"target", arguments.target},
            {"parameters", arguments.parameters},
            {"scalar", arguments.scalar},
            {"sines", arguments.sines},
            {"warnings", code.warnings}};
  for (const File& file : files) json["files"].push_back(file.path);
  json["kept"] = kept;
  Table table({"function", "multiplications", "additions", "divisions", "sines and cosines"});
  for (const auto& [name, cost, cases] : code.functions) {
    json["functions"].push_back({{"name", name},
                                 {"multiplications", cost.multiplications},
                                 {"additions", cost.additions},
                                 {"divisions", cost.divisions},
                                 {"trigonometric", cost.trigonometric}});
    table.add({name, std::to_string(cost.multiplications), std::to_string(cost.additions),
               std::to_string(cost.divisions), std::to_string(cost.trigonometric)});
  }
  for (const std::string& warning : code.warnings)
    remark(Severity::warning, robot + ": " + warning, arguments.robot.json());
  if (answered(arguments.robot, json)) return;
  for (const File& file : files) std::cout << "wrote " << file.path << '\n';
  table.print();
}

/// All of them are on the disk before the first one takes its name.
void write_together(const Files& files) {
  std::deque<OutputFile> outputs;
  for (const File& file : files) outputs.emplace_back(file.path).write(file.text);
  for (OutputFile& output : outputs) output.finish();
}

void make_folder(const std::string& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (!std::filesystem::is_directory(folder))
    throw UsageError("--output: expected a folder, or a place where one can be made, found " + in_quotes(folder) +
                     (problem ? ": " + problem.message() : ""));
}

void run(Arguments& arguments) {
  GenerateOptions options = options_of(arguments);
  if (!needs_masses(options)) arguments.robot.masses_do_not_matter();
  const Model<double> model = arguments.robot.load();
  const auto at_tip = [](const std::string& name) { return name == "forward-kinematics" || name == "jacobian"; };
  options.frame = arguments.robot.tip(model, std::ranges::any_of(options.functions, at_tip));
  const GeneratedCode code = generate_code(model, options);
  Files files = files_of(arguments, code, options.language);
  for (const File& file : files) {
    arguments.outputs.require_not_read(file.path);
    if (file.is_example)
      require_regular_file_or_none(file.path);
    else
      require_own(file.path, arguments.outputs.force());
  }
  make_folder(arguments.folder);
  tell_other_scalar(arguments, files.front());
  const std::vector<std::string> kept = keep_examples(arguments, files);
  write_together(files);
  report(arguments, model.name, files, kept, code);
}

}  // namespace generate_command

void add_generate(CommandLine& tool) {
  using namespace generate_command;
  Command command = tool.command("generate", "Code for one robot: C, C++, Python or MATLAB without dependencies");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::equations);
  command
      .option("--functions", arguments->functions,
              fmt::format("Comma-separated: {}; also {}", fmt::join(known_functions(), ", "), other_names_text()))
      .list_of(function_words())
      .show_default();
  command.option("--target", arguments->target, "The language of the code")
      .one_of(targets.words())
      .not_called({"--language", "--lang"})
      .show_default();
  command.option("--parameters", arguments->parameters, "constants, or vector: an argument theta of the functions")
      .one_of(parameter_forms.words())
      .show_default();
  command.option("--scalar", arguments->scalar, "double, or float in C and C++").one_of(scalars.words()).show_default();
  command
      .option("--sines", arguments->sines,
              "library: those of the C library; inline: a function in the file takes all of a call together (C, C++)")
      .one_of(sine_forms.words())
      .show_default();
  command.option("--output", arguments->folder, "Folder for the files; it is made where there is none")
      .folder()
      .show_default();
  command.option("--name", arguments->name, "Of the files, and before every function; default: the robot's name");
  command.option("--test-vectors", arguments->vectors, "Cases in the file of test vectors; 0 for no such file")
      .show_default();
  arguments->outputs.add_force(command, "Write over files of other origin, and over the example of a loop");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
