#include "arguments/signal_argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "torsor/batches/time_series_file.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {
namespace {

[[noreturn]] void fail(const SignalText& signal, const SignalError& error) {
  const std::string which = fmt::format("{}: formula {}", signal.flag, error.formula + 1);
  if (error.text.find_first_not_of(" \t") == std::string::npos)
    throw UsageError(which + ": expected a formula, found nothing");
  throw UsageError(
      fmt::format("{}, {}, character {}: {}", which, in_quotes(error.text), error.position + 1, error.message));
}

}  // namespace

bool names_file(const std::string& text) {
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(text, none);
  if (std::filesystem::exists(status) && !std::filesystem::is_directory(status)) return true;
  std::string ending = std::filesystem::path(text).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  constexpr std::array endings{".csv", ".npy", ".txt", ".tsv", ".dat"};
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

Signal read_signal(const Model<double>& model, const SignalText& signal) {
  if (names_file(signal.text))
    return signal.of_motors ? read_torques(signal.text, model, signal.between)
                            : read_time_series(signal.text, signal.columns, signal.between);
  const std::vector<std::string> formulas = split_formulas(signal.text);
  const std::vector<std::string>& expected = signal.meanings.empty() ? signal.columns : signal.meanings;
  if (formulas.size() != expected.size())
    throw UsageError(fmt::format("{}: expected {} ({}), or a file; found {}", signal.flag,
                                 counted(static_cast<long>(expected.size()), "formula"), enumerated(expected),
                                 formulas.size()));
  const auto read = read_formulas(model, formulas);
  if (const auto* error = std::get_if<SignalError>(&read)) fail(signal, *error);
  return std::get<Signal>(read);
}

}  // namespace torsor::cli
