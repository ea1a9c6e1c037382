#include "torsor/codegen/compiled_kernels.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <sstream>

#include "codegen/kernel_driver.hpp"
#include "codegen/temporary_folder.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

constexpr std::size_t gibibyte = std::size_t{1} << 30, room_for_messages = 1 << 16;
constexpr double least_seconds_to_compile = 60;

/// The program of a command with its arguments.
ChildProcess child_of(const KernelTool& tool, std::size_t memory) {
  const std::optional<std::vector<std::string>> words = command_words(tool.command);
  if (!words || words->empty())
    raise(UsageError("command", "expected a program and its arguments, found " +
                                    (words ? "nothing" : "a quote that is not closed: " + in_quotes(tool.command))));
  const std::optional<std::filesystem::path> program = found_program(words->front());
  if (!program)
    raise(UsageError("command", "expected a program that compiles or runs generated code, found no " +
                                    in_quotes(words->front()) +
                                    (words->front().find('/') == std::string::npos ? " on the PATH" : "")));
  ChildProcess child;
  child.program = *program;
  child.arguments.assign(words->begin() + 1, words->end());
  child.seconds = tool.seconds;
  child.memory = memory;
  return child;
}

std::size_t output_size(const Kernel& kernel, const std::vector<KernelInputs>& inputs) {
  return kernel.entries().size() * inputs.size();
}

/// How a program ended, and its last word: an exception, or what a driver found.
std::string failure_of(const ChildOutcome& outcome, const ChildProcess& child) {
  std::string messages = outcome.messages;
  while (messages.ends_with('\n')) messages.pop_back();
  const std::string last = messages.substr(messages.rfind('\n') + 1);
  return in_words(outcome, child) + (last.empty() ? "" : ": " + shortened(last));
}

/// Numbers of a line, as a script prints them.
std::vector<double> numbers(const std::string& line) {
  std::vector<double> list;
  const char *at = line.data(), *end = at + line.size();
  while (at != end) {
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error == std::errc{}) list.push_back(value);
    at = error == std::errc{} ? next : at + 1;
  }
  return list;
}

std::string lines_of(const std::vector<KernelInputs>& inputs) {
  std::string lines;
  for (const KernelInputs& input : inputs) {
    std::string line;
    for (const std::vector<double>& list : input)
      for (const double value : list) line += (line.empty() ? "" : " ") + number_text(value);
    lines += line + "\n";
  }
  return lines;
}

std::string bytes_of(const std::vector<KernelInputs>& inputs) {
  std::string bytes;
  for (const KernelInputs& input : inputs)
    for (const std::vector<double>& list : input)
      bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(double));
  return bytes;
}

}  // namespace

struct CompiledKernels::Program {
  codegen::TemporaryFolder folder;
  double seconds = 0;
};

CompiledKernels::CompiledKernels(const std::string& source, const std::string& header, const std::string& prefix,
                                 Language language, const std::vector<Kernel>& kernels, const KernelTool& compiler,
                                 GeneratedScalar scalar) {
  ChildProcess child = child_of(compiler, 8 * gibibyte);
  child.seconds = std::max(compiler.seconds, least_seconds_to_compile);
  program_ = std::make_unique<Program>();
  program_->seconds = compiler.seconds;
  const codegen::TemporaryFolder& folder = program_->folder;
  const std::string suffix = language == Language::c ? ".c" : ".cpp";
  folder.write(prefix + (language == Language::c ? ".h" : ".hpp"), header);
  folder.write("kernels_" + suffix, source);
  folder.write("driver_" + suffix, codegen::compiled_driver(prefix, language, kernels, scalar));
  for (const std::string& word : {std::string("-I."), "kernels_" + suffix, "driver_" + suffix, std::string("-o"),
                                  std::string("program_"), std::string("-lm")})
    child.arguments.push_back(word);
  const ChildOutcome outcome = folder.run(child);
  if (!outcome.fine())
    raise(ComputationError("'" + compiler.command + "' does not compile the generated code: " +
                           in_words(outcome, child) + "\n" + outcome.messages));
}

CompiledKernels::~CompiledKernels() = default;

KernelRun CompiledKernels::run(const Kernel& kernel, const std::vector<KernelInputs>& inputs) const {
  const std::size_t size = output_size(kernel, inputs) * sizeof(double);
  program_->folder.write("inputs", bytes_of(inputs));
  ChildProcess child;
  child.program = program_->folder.path() / "program_";
  child.arguments = {kernel.name};
  child.seconds = program_->seconds;
  child.memory = gibibyte;
  child.output = size + room_for_messages;
  const ChildOutcome outcome = program_->folder.run(child);
  if (!outcome.fine()) return {{}, failure_of(outcome, child)};
  if (outcome.out.size() != size) return {{}, "printed something, which no function has to"};
  KernelRun run;
  const char* at = outcome.out.data();
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    std::vector<double>& output = run.outputs.emplace_back(kernel.entries().size());
    std::memcpy(output.data(), at, output.size() * sizeof(double));
    at += output.size() * sizeof(double);
  }
  return run;
}

KernelRun run_script(const std::string& source, const std::string& prefix, Language language, const Kernel& kernel,
                     const std::vector<KernelInputs>& inputs, const KernelTool& interpreter) {
  constexpr std::size_t longest_number = 32;
  ChildProcess child = child_of(interpreter, 4 * gibibyte);
  child.output = output_size(kernel, inputs) * longest_number + room_for_messages;
  const codegen::TemporaryFolder folder;
  const std::string suffix = language == Language::python ? ".py" : ".m";
  folder.write(prefix + suffix, source);
  folder.write("driver_" + suffix, codegen::script_driver(prefix, language, kernel));
  folder.write("inputs", lines_of(inputs));
  child.arguments.push_back("driver_" + suffix);
  const ChildOutcome outcome = folder.run(child);
  if (!outcome.fine()) return {{}, failure_of(outcome, child)};
  KernelRun run;
  std::istringstream printed(outcome.out);
  for (std::string line; std::getline(printed, line);) run.outputs.push_back(numbers(line));
  const std::size_t entries = kernel.entries().size();
  const auto whole = [&](const std::vector<double>& output) { return output.size() == entries; };
  if (run.outputs.size() == inputs.size() && std::ranges::all_of(run.outputs, whole)) return run;
  return {{},
          "printed something else than " + std::to_string(inputs.size()) + " lines of " + std::to_string(entries) +
              " numbers"};
}

}  // namespace torsor
