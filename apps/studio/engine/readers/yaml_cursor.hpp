#pragma once

#include <algorithm>
#include <string_view>

#include "torsor/core/finding.hpp"

namespace torsor::studio {

/// A place in a YAML text that moves forward, and knows its line and column.
class YamlCursor {
 public:
  explicit YamlCursor(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool starts_with(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  int column() const { return static_cast<int>(at_ - line_start_); }  // from 0
  int line() const { return line_; }                                  // from 0
  Location where() const {
    // Columns count characters, as yaml-cpp does: bytes that go on with one are passed over.
    const std::string_view before = text_.substr(line_start_, at_ - line_start_);
    return {line_ + 1, 1 + static_cast<int>(
                               std::count_if(before.begin(), before.end(), [](char c) { return (c & 0xC0) != 0x80; }))};
  }
  std::size_t position() const { return at_; }
  std::string_view since(std::size_t begin) const { return text_.substr(begin, at_ - begin); }

  void advance(std::size_t count = 1) {
    for (; count > 0 && at_ < text_.size(); --count)
      if (text_[at_++] == '\n') line_start_ = at_, ++line_;
  }

  /// Whether a character `ahead` of here ends a word: a blank, the end of the line or of the text.
  bool blank_at(std::size_t ahead) const {
    const char c = peek(ahead);
    return at_ + ahead >= text_.size() || c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }
  bool at_line_end() const {
    return at_end() || peek() == '\n' || (peek() == '\r' && (peek(1) == '\n' || at_ + 1 >= text_.size()));
  }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t') advance();
  }
  /// Blanks and a comment, up to the end of the line.
  void skip_rest_of_line() {
    const bool separated = column() == 0 || at_ == 0 || text_[at_ - 1] == ' ' || text_[at_ - 1] == '\t';
    const std::size_t begin = at_;
    skip_blanks();
    if (peek() == '#' && (separated || at_ > begin))
      while (!at_line_end()) advance();
  }
  /// Blanks, comments and empty lines. False where a tab stands among the blanks that indent what follows.
  bool skip_to_content() {
    while (true) {
      const bool whole_line = column() == 0;
      const std::size_t begin = at_;
      skip_rest_of_line();
      if (!at_line_end() || at_end())
        return at_end() || !whole_line || since(begin).find('\t') == std::string_view::npos;
      while (!at_end() && peek() != '\n') advance();
      advance();
    }
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 0;
};

}  // namespace torsor::studio
