#include "codegen/comment_line.hpp"

#include <string_view>

#include "torsor/core/text.hpp"

namespace torsor::codegen {
namespace {

/// Characters that turn the direction of reading: what is shown would not be what is compiled.
bool turns_direction(std::string_view character) {
  const auto between = [&](const char* first, const char* last) { return character >= first && character <= last; };
  return between("\xE2\x80\xAA", "\xE2\x80\xAE") || between("\xE2\x81\xA6", "\xE2\x81\xA9");
}

void put_blank_before_end(std::string& line, std::string_view mark) {
  for (std::size_t at = line.find(mark); at != std::string::npos; at = line.find(mark, at))
    line.insert(at + mark.size() - 1, " ");
}

}  // namespace

std::string comment_line(std::string_view text) {
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_character(text, at);
    const std::string_view character = text.substr(at, length == 0 ? 1 : length);
    const auto code = static_cast<unsigned char>(character[0]);
    const bool kept = length > 0 && code >= 0x20 && code != 0x7F && code != '\\' && !turns_direction(character);
    line += kept ? std::string(character) : " ";
    at += character.size();
  }
  // The third is C's other backslash, the last two name the encoding of a file to Python.
  for (const char* mark : {"*/", "/*", "?\?/", "coding:", "coding="}) put_blank_before_end(line, mark);
  return line;
}

}  // namespace torsor::codegen
