#include "output/printable_stream.hpp"

#include <string_view>

#include "output/colour.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {
namespace {

constexpr std::size_t enough = std::size_t{1} << 16U;

/// Only the tool's own orders are left: a name or a file may contain any other.
std::string without_orders(std::string_view text) {
  const std::string& mark = colour_mark();
  std::string result;
  for (;;) {
    const std::size_t at = text.find(mark);
    result += printable(text.substr(0, at));
    if (at == std::string_view::npos || at + mark.size() >= text.size()) return result;
    result += terminal_order(text[at + mark.size()]);
    text.remove_prefix(at + mark.size() + 1);
  }
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
