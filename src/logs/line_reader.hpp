#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "logs/input_file.hpp"

namespace torsor::logs {

/// What ends the lines of a file: '\n' (behind '\r' or not), or '\r' alone, as old Macintosh programs write it.
char line_end_of(const InputFile& file);

/// The lines of a file from some place on. A line that is longer than 1 MB is not held.
class LineReader {
 public:
  LineReader(const InputFile& file, std::size_t offset, char line_end, std::size_t buffer = 1u << 18u)
      : file_(&file), offset_(offset), line_end_(line_end), buffer_(std::min(buffer, file.size() + 1)) {}

  /// The next line without its end; false at the end of the file. It lasts until the next call.
  bool next(std::string_view& line);
  /// Where the line that next() gave starts, and where the one after it does.
  std::size_t offset() const { return line_offset_; }
  std::size_t next_offset() const { return offset_ - (end_ - begin_); }
  /// Whether the line was so long that something else stands for it.
  bool too_long() const { return too_long_; }

 private:
  bool fill();

  const InputFile* file_;
  std::size_t offset_;  // of the next byte that is not in the buffer
  char line_end_;
  std::size_t begin_ = 0, end_ = 0, line_offset_ = 0;
  bool too_long_ = false;
  std::vector<char> buffer_;
};

}  // namespace torsor::logs
