#include "yaml_scalar.hpp"

#include <cstdint>

namespace torsor::studio {
namespace {

void put_utf8(std::string& to, std::uint32_t code) {
  if (code < 0x80) return void(to += static_cast<char>(code));
  const int following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr std::uint32_t first[]{0, 0xC0, 0xE0, 0xF0};
  to += static_cast<char>(first[following] | (code >> (6 * following)));
  for (int k = following - 1; k >= 0; --k) to += static_cast<char>(0x80 | ((code >> (6 * k)) & 0x3F));
}

/// What stands behind a backslash.
bool read_escape(YamlCursor& cursor, std::string& text) {
  constexpr std::string_view letters = "0abtnvfre \"/\\", meanings{"\0\a\b\t\n\v\f\r\x1B \"/\\", 13};
  const char letter = cursor.peek();
  if (const std::size_t known = letters.find(letter); known != std::string_view::npos) {
    cursor.advance();
    text += meanings[known];
    return true;
  }
  const int digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  std::uint32_t code = 0;
  cursor.advance();
  for (int k = 0; k < digits; ++k, cursor.advance()) {
    const char c = cursor.peek();
    const int digit = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
    if (digit < 0) return false;
    code = code * 16 + static_cast<std::uint32_t>(digit);
  }
  if (digits > 0 && code <= 0x10FFFF) put_utf8(text, code);
  return digits > 0;
}

/// A line break among words: one is a blank, more are line breaks less one.
void fold(YamlCursor& cursor, std::string& text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.pop_back();
  int breaks = 0;
  while (!cursor.at_end() &&
         (cursor.peek() == '\n' || cursor.peek() == '\r' || cursor.peek() == ' ' || cursor.peek() == '\t')) {
    breaks += cursor.peek() == '\n';
    cursor.advance();
  }
  text += breaks == 1 ? std::string(" ") : std::string(static_cast<std::size_t>(breaks - 1), '\n');
}

bool ends_plain(const YamlCursor& cursor, bool between_brackets) {
  const char c = cursor.peek();
  if (c == ':' && (cursor.blank_at(1) ||
                   (between_brackets && std::string_view(",[]{}").find(cursor.peek(1)) != std::string_view::npos)))
    return true;
  return between_brackets && std::string_view(",[]{}").find(c) != std::string_view::npos;
}

}  // namespace

std::optional<std::string> read_quoted(YamlCursor& cursor) {
  const char mark = cursor.peek();
  cursor.advance();
  std::string text;
  while (!cursor.at_end()) {
    const char c = cursor.peek();
    if (c == '\n' || (c == '\r' && cursor.peek(1) == '\n')) {
      fold(cursor, text);
      continue;
    }
    cursor.advance();
    if (c == mark) {
      if (mark != '\'' || cursor.peek() != '\'') return text;
      cursor.advance();
      text += c;
    } else if (c == '\\' && mark == '"') {
      if (cursor.peek() == '\n') {
        cursor.advance();
        cursor.skip_blanks();
      } else if (!read_escape(cursor, text)) {
        return {};
      }
    } else {
      text += c;
    }
  }
  return {};
}

std::string read_plain(YamlCursor& cursor, int indent, bool between_brackets, bool one_line) {
  std::string text;
  while (true) {
    std::size_t begin = cursor.position(), end = begin;
    while (!cursor.at_line_end() && !ends_plain(cursor, between_brackets)) {
      const bool blank = cursor.peek() == ' ' || cursor.peek() == '\t';
      if (blank && cursor.peek(1) == '#') break;
      cursor.advance();
      if (!blank) end = cursor.position();
    }
    text += cursor.since(begin).substr(0, end - begin);
    if (one_line || !cursor.at_line_end() || cursor.at_end()) return text;
    YamlCursor next = cursor;
    std::string break_text;
    fold(next, break_text);
    if (next.at_end() || next.peek() == '#' || (!between_brackets && next.column() <= indent)) return text;
    if (next.column() == 0 && (next.starts_with("---") || next.starts_with("..."))) return text;
    if (between_brackets && std::string_view(",[]{}:").find(next.peek()) != std::string_view::npos) return text;
    cursor = next;
    text += break_text;
  }
}

std::string read_block(YamlCursor& cursor, int indent) {
  const bool folded = cursor.peek() == '>';
  cursor.advance();
  const bool strip = cursor.peek() == '-', keep = cursor.peek() == '+';
  while (!cursor.at_line_end()) cursor.advance();
  while (!cursor.at_end() && cursor.peek() != '\n') cursor.advance();
  cursor.advance();
  std::string text;
  int own = -1;
  bool joins = false;  // the line before is one to which a folded one is joined
  while (!cursor.at_end()) {
    YamlCursor line = cursor;
    while (line.peek() == ' ' && (own < 0 || line.column() < own)) line.advance();
    if (!line.at_line_end()) {
      if (own < 0) own = line.column();
      if (line.column() < own || own <= indent) break;
    }
    const std::size_t begin = line.position();
    while (!line.at_line_end()) line.advance();
    const std::string words(line.since(begin));
    if (folded && joins && !words.empty() && !text.empty() && text.back() == '\n') text.back() = ' ';
    text += words + "\n";
    joins = folded && !words.empty();
    while (!line.at_end() && line.peek() != '\n') line.advance();
    line.advance();
    cursor = line;
  }
  while (!keep && text.ends_with("\n")) text.pop_back();
  if (!keep && !strip && !text.empty()) text += '\n';
  return text;
}

}  // namespace torsor::studio
