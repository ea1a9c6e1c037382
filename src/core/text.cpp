#include "torsor/core/text.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace torsor {

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 60;
  const auto continues_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; };
  std::size_t end = std::min(text.size(), longest);
  while (end > 0 && end < text.size() && continues_character(text[end])) --end;
  return printable(text.substr(0, end)) + (end < text.size() ? "..." : "");
}

std::string in_quotes(std::string_view text) { return '\'' + shortened(text) + '\''; }

std::string number_text(double value) {
  char buffer[40];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::size_t utf8_character(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xC2 && first < 0xE0 ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (at + length > text.size()) return 0;
  for (std::size_t j = 1; j < length; ++j)
    if ((static_cast<unsigned char>(text[at + j]) & 0xC0u) != 0x80u) return 0;
  const unsigned second = length > 2 ? static_cast<unsigned char>(text[at + 1]) : 0;
  if ((first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90)) return 0;    // longer than it needs to be
  if ((first == 0xED && second >= 0xA0) || (first == 0xF4 && second >= 0x90)) return 0;  // a surrogate, or none at all
  return length;
}

std::string printable(std::string_view text) {
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_character(text, at);
    const auto first = static_cast<unsigned char>(text[at]);
    const bool control = (length == 1 && (first < 0x20 || first == 0x7F)) ||
                         (length == 2 && first == 0xC2 && static_cast<unsigned char>(text[at + 1]) < 0xA0);
    if (length == 0 || (control && first != '\n' && first != '\t'))
      result += replacement;
    else
      result += text.substr(at, length);
    at += std::max<std::size_t>(length, 1);
  }
  return result;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_character(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::string enumerated(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k)
    text += (k == 0 ? "" : k + 1 == words.size() ? " and " : ", ") + words[k];
  return text;
}

}  // namespace torsor
