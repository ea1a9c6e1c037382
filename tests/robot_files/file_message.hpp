#pragma once

#include <gtest/gtest.h>

#include <charconv>
#include <string>
#include <string_view>

#include "torsor/robot_files/robot_file.hpp"

namespace torsor::test {

/// A message of the form file:line:column: text, taken apart. `line` is 0 where it does not have that form.
struct FileMessage {
  int line = 0, column = 0;
  std::string text;
};

inline FileMessage taken_apart(std::string_view message, std::string_view file) {
  FileMessage result{0, 0, std::string(message)};
  if (!message.starts_with(file) || !message.substr(file.size()).starts_with(":")) return result;
  const char* end = message.data() + message.size();
  const auto line = std::from_chars(message.data() + file.size() + 1, end, result.line);
  if (line.ptr == end || *line.ptr != ':') return {0, 0, result.text};
  const auto column = std::from_chars(line.ptr + 1, end, result.column);
  if (end - column.ptr < 3 || std::string_view(column.ptr, 2) != ": ") return {0, 0, result.text};
  result.text.assign(column.ptr + 2, end);
  return result;
}

/// What read_robot says about a bad file.
inline FileMessage robot_error(const std::string& text, const Overrides& overrides = {}) {
  try {
    read_robot(text, "arm.yaml", overrides);
  } catch (const FileError& error) {
    return taken_apart(error.what(), "arm.yaml");
  }
  ADD_FAILURE() << "no error";
  return {};
}

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
