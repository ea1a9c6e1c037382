#include "output/colour.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <random>
#include <string_view>

namespace torsor::cli {
namespace {

/// The value of an environment variable; nothing where it is not set.
std::string_view environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables
  return value == nullptr ? "" : value;
}

constexpr std::string_view letters = "brycn";  // bold, red, yellow, cyan, none

}  // namespace

bool has_colours(Stream stream) {
  const int file = stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO;
  return ::isatty(file) != 0 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

const std::string& colour_mark() {
  static const std::string mark = [] {
    std::random_device random;
    return "\036" + std::to_string(random()) + std::to_string(random());
  }();
  return mark;
}

std::string terminal_order(char letter) {
  constexpr std::array codes{"1", "1;31", "1;33", "1;36", "0"};
  const std::size_t at = letters.find(letter);
  return at < codes.size() ? "\033[" + std::string(codes[at]) + "m" : "";
}

std::string coloured(Colour colour, const std::string& text, Stream stream) {
  if (!has_colours(stream)) return text;
  return colour_mark() + letters[static_cast<std::size_t>(colour)] + text + colour_mark() + letters.back();
}

}  // namespace torsor::cli
