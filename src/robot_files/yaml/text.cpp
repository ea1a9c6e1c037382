#include "robot_files/yaml/text.hpp"

#include <algorithm>

namespace torsor::yaml {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string quoted(std::string_view text) {
  constexpr const char* digits = "0123456789abcdef";
  std::string result(1, '"');
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      result += "\\x";
      result += digits[byte >> 4U];
      result += digits[byte & 15U];
    } else {
      result += c;
    }
  }
  result += '"';
  return result;
}

/// Words that YAML, or an older reader of it, takes for something else.
bool has_meaning(std::string_view text) {
  std::string word(text);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
  for (const char* known : {"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
    if (word == known) return true;
  return false;
}

/// Whether it starts with a letter, ends with no blank, and has else only letters, digits and the given characters.
bool is_plain(std::string_view text, std::string_view others) {
  if (text.empty() || !is_letter(text.front()) || text.back() == ' ' || has_meaning(text)) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter(c) || is_digit(c) || others.find(c) != std::string_view::npos; });
}

}  // namespace

std::string scalar_text(std::string_view text) { return is_plain(text, "_-./ ") ? std::string(text) : quoted(text); }

std::string prose_text(std::string_view text) {
  const bool plain =
      is_plain(text, "_-./ ,;:()+=*'\"&%^@!?") && text.find(": ") == std::string_view::npos && text.back() != ':';
  return plain ? std::string(text) : quoted(text);
}

std::string expression_text(std::string_view text) {
  const auto allowed = [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view("_.+-*/^() ").find(c) != std::string_view::npos;
  };
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), allowed) && text.front() != ' ' &&
                     text.back() != ' ' && text.front() != '*' && !text.starts_with("- ");
  return plain ? std::string(text) : quoted(text);
}

}  // namespace torsor::yaml
