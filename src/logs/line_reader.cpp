#include "logs/line_reader.hpp"

#include <algorithm>
#include <cstring>

#include "torsor/core/limits.hpp"

namespace torsor::logs {
char line_end_of(const InputFile& file) {
  std::vector<char> start(std::min(limits::line_bytes, file.size()));
  start.resize(file.read(0, start.data(), start.size()));
  const bool lines = std::find(start.begin(), start.end(), '\n') != start.end();
  return !lines && std::find(start.begin(), start.end(), '\r') != start.end() ? '\r' : '\n';
}

bool LineReader::fill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
            buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const std::size_t got = file_->read(offset_, buffer_.data() + end_, buffer_.size() - end_);
  offset_ += got;
  end_ += got;
  return got > 0;
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = 0;
  too_long_ = false;
  const char* start = nullptr;
  const void* stop = nullptr;
  for (;;) {
    start = buffer_.data() + begin_;
    stop = std::memchr(start + searched, line_end_, end_ - begin_ - searched);
    if (stop != nullptr) break;
    searched = end_ - begin_;
    if (searched > limits::line_bytes) too_long_ = true, begin_ += searched - 1, searched = 1;
    if (!fill()) break;
  }
  start = buffer_.data() + begin_;
  if (stop == nullptr && begin_ == end_) return false;
  const std::size_t length =
      stop == nullptr ? end_ - begin_ : static_cast<std::size_t>(static_cast<const char*>(stop) - start);
  line_offset_ = offset_ - (end_ - begin_);
  line = too_long_ ? std::string_view("too long") : std::string_view(start, length);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  begin_ += length + (stop == nullptr ? 0 : 1);
  return true;
}

}  // namespace torsor::logs
