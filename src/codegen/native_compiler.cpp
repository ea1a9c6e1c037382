#include "codegen/native_compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <fstream>

#include "codegen/temporary_folder.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/instruction_set.hpp"
#include "torsor/core/text.hpp"

namespace torsor::codegen {
namespace {

/// The command that is meant: as given, the variable CC, or the first of these that is there.
std::string command_of(const CompileOptions& options) {
  if (!options.compiler.empty()) return options.compiler;
  const char* variable = std::getenv("CC");  // NOLINT(concurrency-mt-unsafe): nothing here sets one
  if (variable != nullptr && *variable != '\0') return variable;
  for (const char* name : {"gcc", "clang", "cc"})
    if (found_program(name)) return name;
  raise(UsageError("compiler", "expected a C compiler, found no gcc, clang or cc on the PATH"));
}

/// What the processor has beyond others of its kind, as instruction_set says: so TORSOR_ISA counts here too.
std::vector<std::string> processor_arguments() {
  std::vector<std::string> list;
#ifdef __x86_64__
  if (instruction_set >= InstructionSet::avx2) list = {"-mavx2", "-mfma", "-mbmi", "-mbmi2"};
  if (instruction_set == InstructionSet::avx512)
    for (const char* word : {"-mavx512f", "-mavx512vl", "-mavx512dq", "-mavx512bw"}) list.emplace_back(word);
#endif
  return list;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

NativeCompiler::NativeCompiler(const CompileOptions& options) : cache_(options.cache), seconds_(options.seconds) {
  const std::string command = command_of(options);
  const auto words = command_words(command);
  const auto program = words && !words->empty() ? found_program(words->front()) : std::nullopt;
  if (!program) raise(UsageError("compiler", "expected a C compiler, found " + in_quotes(command)));
  program_ = *program;
  // Straight-line code gains nothing from more than this [docs/decisions/0027]. No -ffast-math: rounding may differ
  // from the run-time model's, the value of no expression may.
  arguments_ = {
      "-std=gnu11", "-O1", "-fexpensive-optimizations", "-ffp-contract=fast", "-fno-math-errno", "-fPIC", "-nostdlib",
      "-shared",    "-w"};
  for (const std::string& word : processor_arguments()) arguments_.push_back(word);
  asked_.assign(words->begin() + 1, words->end());
}

/// All that the code follows from: the source, how it is compiled, and with what.
std::string NativeCompiler::key_of(const std::string& source, const std::vector<std::string>& arguments) const {
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::canonical(program_, ignored);
  const auto changed = std::filesystem::last_write_time(real, ignored).time_since_epoch().count();
  return fmt::format("{} {} {}\n{}\n{}", real.string(), std::filesystem::file_size(real, ignored), changed,
                     fmt::join(arguments, "\n"), source);
}

NativeCompiler::Made NativeCompiler::make(const std::string& source, const std::vector<std::string>& more) const {
  std::vector<std::string> arguments = arguments_;
  for (const auto& list : {more, asked_}) arguments.insert(arguments.end(), list.begin(), list.end());
  const std::string key = key_of(source, arguments);
  if (const auto kept = cache_.find(key)) return {SharedObject(*kept), CompiledFunction::Origin::cache, true};
  const TemporaryFolder folder;
  folder.write("kernel.c", source);
  ChildProcess child;
  child.program = program_, child.seconds = seconds_;
  child.arguments = std::move(arguments);
  for (const char* word : {"kernel.c", "-o", "kernel.so", "-lm"}) child.arguments.emplace_back(word);
  const ChildOutcome outcome = folder.run(child);
  if (!outcome.fine())
    raise(ComputationError(fmt::format("{} does not compile it: {}{}{}", in_quotes(program_.string()),
                                       in_words(outcome, child), outcome.messages.empty() ? "" : "\n",
                                       outcome.messages)));
  const std::filesystem::path made = folder.path() / "kernel.so";
  if (!std::filesystem::exists(made))
    raise(ComputationError(in_quotes(program_.string()) + " does not compile it: it made no file"));
  SharedObject object(made);  // which may go as a file from here on; what cannot be loaded is not kept
  return {std::move(object), CompiledFunction::Origin::compiled, cache_.keep(key, content(made)).has_value()};
}

}  // namespace torsor::codegen
