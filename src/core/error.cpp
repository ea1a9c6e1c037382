#include "torsor/core/error.hpp"

#include <cstdio>
#include <cstdlib>

#include "torsor/core/output_file.hpp"

namespace torsor {
namespace {

std::string lines(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += (text.empty() ? "" : "\n") + to_string(finding);
    if (!finding.fix.empty()) text += "; " + finding.fix;
  }
  return text;
}

template <class Kind>
[[noreturn]] void throw_or_end(const Kind& error) {
#ifdef __cpp_exceptions
  throw Kind(error);
#else
  std::fprintf(stderr, "torsor: %s\n", error.what());
  std::abort();
#endif
}

}  // namespace

UsageError::UsageError(std::string option, std::string message)
    : Error(option + ": " + message), option_(std::move(option)), message_(std::move(message)) {}

FileError::FileError(std::string file, Location where, std::string message, std::string code)
    : FileError(std::vector<Finding>{
          {std::move(code), Severity::error, std::move(file), where, "", std::move(message), ""}}) {}

FileError::FileError(std::vector<Finding> findings) : Error(lines(findings)), findings_(std::move(findings)) {}

void raise(const UsageError& error) { throw_or_end(error); }
void raise(const FileError& error) { throw_or_end(error); }
void raise(const ComputationError& error) { throw_or_end(error); }
void raise(const WriteError& error) { throw_or_end(error); }

}  // namespace torsor
