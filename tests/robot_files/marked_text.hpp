#pragma once

#include <string>
#include <string_view>

namespace torsor::test {

/// A text in which @ marks the place of a mistake.
struct MarkedText {
  std::string text;
  int line = 1, column = 1;

  explicit MarkedText(std::string_view marked) {
    const std::size_t at = marked.find('@');
    text = std::string(marked.substr(0, at));
    for (const char c : text) c == '\n' ? (++line, column = 1) : ++column;
    if (at != std::string_view::npos) text += marked.substr(at + 1);
  }
};

}  // namespace torsor::test
