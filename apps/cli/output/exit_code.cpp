#include "output/exit_code.hpp"

#include <array>
#include <iostream>

#include "output/colour.hpp"
#include "output/finding_output.hpp"
#include "output/option_flag.hpp"
#include "torsor/core/output_file.hpp"

namespace torsor::cli {
namespace {

constexpr auto all_meanings = std::to_array<ExitMeaning>({
    {ExitCode::fine, "fine", "fine"},
    {ExitCode::no_answer, "no-answer", "the computation has no answer"},
    {ExitCode::usage, "usage", "usage: a flag, a value, an unknown robot, a file that cannot be opened"},
    {ExitCode::file_content, "file-content", "the content of a file"},
    {ExitCode::not_acceptable, "not-acceptable",
     "there is an answer, and it is not acceptable: findings of lint, a check that fails, a log of no use, a poor "
     "model"},
    {ExitCode::not_written, "not-written", "a file or the standard output could not be written"},
});

template <class Kind>
bool is(const std::exception& error) {
  return dynamic_cast<const Kind*>(&error) != nullptr;
}

std::string message_of(const std::exception& error) {
  if (const auto* usage = dynamic_cast<const UsageError*>(&error)) return in_words(*usage);
  if (const auto* computation = dynamic_cast<const ComputationError*>(&error)) return in_words(*computation);
  return error.what();
}

Json to_json(const std::exception& error, ExitCode code) {
  const auto number = static_cast<std::size_t>(code);
  Json json{{"exit_code", number}, {"kind", all_meanings[number].name}, {"message", message_of(error)}};
  if (const auto* file = dynamic_cast<const FileError*>(&error)) json["findings"] = findings_json(file->findings());
  return {{"error", json}};
}

}  // namespace

std::span<const ExitMeaning> exit_meanings() { return all_meanings; }

ExitCode exit_code_of(const std::exception& error) {
  if (is<UsageError>(error)) return ExitCode::usage;
  if (is<FileError>(error)) return ExitCode::file_content;
  if (is<NotAcceptable>(error)) return ExitCode::not_acceptable;
  if (is<WriteError>(error)) return ExitCode::not_written;
  return ExitCode::no_answer;
}

int report(const std::exception& error, bool json) {
  std::cout.flush();
  if (!std::cout && !is<WriteError>(error)) {  // an answer that nobody got is worse than one that is not acceptable
    std::cout.clear();
    return report(WriteError("standard output", ""), json);
  }
  const ExitCode code = exit_code_of(error);
  if (json)
    std::cerr << to_json(error, code).line() << '\n';
  else
    std::cerr << coloured(Colour::red, "torsor:", Stream::error) << ' ' << message_of(error) << '\n';
  return static_cast<int>(code);
}

}  // namespace torsor::cli
