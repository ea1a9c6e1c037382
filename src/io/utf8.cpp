#include "io/utf8.hpp"

namespace torsor::io {

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
  return length;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_character(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

}  // namespace torsor::io
