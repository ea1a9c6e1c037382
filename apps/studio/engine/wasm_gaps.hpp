#pragma once

// What the C++ library for WebAssembly (libc++ 19 on wasi-libc) lacks and Torsor's sources use; included before every
// one of them. Numbers are read by the C library's strtod, which rounds correctly; there are no files.
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace std {

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  // strtod also takes blanks, a plus sign, hexadecimal numbers and words such as nan; from_chars takes inf and nan.
  const char* begin = first;
  if (begin != last && *begin == '-') ++begin;
  const bool number = begin != last && ((*begin >= '0' && *begin <= '9') || *begin == '.' || *begin == 'i' ||
                                        *begin == 'I' || *begin == 'n' || *begin == 'N');
  if (!number) return {first, errc::invalid_argument};
  if (last - begin > 1 && *begin == '0' && (begin[1] == 'x' || begin[1] == 'X'))
    return value = 0, from_chars_result{begin + 1, errc{}};
  const string text(first, last);
  char* end = nullptr;
  const double result = strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  value = result;
  return {first + (end - text.c_str()), errc{}};
}

namespace filesystem {

inline bool is_regular_file(const path& /*file*/, error_code& /*problem*/) { return false; }
inline bool exists(const path& /*file*/, error_code& /*problem*/) { return false; }

}  // namespace filesystem
}  // namespace std
