#include "output/colour.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace torsor::cli {
namespace {

/// The value of an environment variable; nothing where it is not set.
std::string_view environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables
  return value == nullptr ? "" : value;
}

const char* code(Colour colour) {
  switch (colour) {
    case Colour::red:
      return "\033[1;31m";
    case Colour::yellow:
      return "\033[1;33m";
    case Colour::cyan:
      return "\033[1;36m";
    case Colour::bold:
      break;
  }
  return "\033[1m";
}

}  // namespace

bool has_colours(Stream stream) {
  const int file = stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO;
  return ::isatty(file) != 0 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

std::string coloured(Colour colour, const std::string& text, Stream stream) {
  return has_colours(stream) ? code(colour) + text + "\033[0m" : text;
}

}  // namespace torsor::cli
