#include "output/printable_stream.hpp"

#include <string_view>

#include "torsor/core/text.hpp"

namespace torsor::cli {
namespace {

constexpr std::size_t enough = std::size_t{1} << 16U;

/// The length of the colour that a text starts with, such as "\033[1;31m", or 0.
std::size_t colour_at(std::string_view text) {
  if (!text.starts_with("\033[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' && end <= 8 ? end + 1 : 0;
}

std::string without_orders(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t escape = text.find('\033');
    result += printable(text.substr(0, escape));
    if (escape == std::string_view::npos) break;
    text.remove_prefix(escape);
    const std::size_t colour = colour_at(text);
    result += colour > 0 ? std::string(text.substr(0, colour)) : printable(text.substr(0, 1));
    text.remove_prefix(std::max<std::size_t>(colour, 1));
  }
  return result;
}

}  // namespace

PrintableStream::~PrintableStream() {
  sync();
  stream_->rdbuf(target_);
}

bool PrintableStream::pass_on() {
  const std::string text = without_orders(pending_);
  pending_.clear();
  return target_->sputn(text.data(), static_cast<std::streamsize>(text.size())) ==
         static_cast<std::streamsize>(text.size());
}

int PrintableStream::overflow(int letter) {
  if (letter != traits_type::eof()) pending_ += static_cast<char>(letter);
  return letter == '\n' && pending_.size() > enough && !pass_on() ? traits_type::eof() : letter;
}

std::streamsize PrintableStream::xsputn(const char* text, std::streamsize count) {
  pending_.append(text, static_cast<std::size_t>(count));
  return pending_.size() > enough && pending_.back() == '\n' && !pass_on() ? 0 : count;
}

int PrintableStream::sync() { return pass_on() && target_->pubsync() == 0 ? 0 : -1; }

}  // namespace torsor::cli
