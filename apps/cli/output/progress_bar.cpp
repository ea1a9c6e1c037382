#include "output/progress_bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "torsor/core/text.hpp"

namespace torsor::cli {
namespace {

/// Past the error stream, which lets no orders to the terminal through.
void write_line(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

ProgressBar::ProgressBar(std::string what)
    : what_(std::move(what)), terminal_(::isatty(STDERR_FILENO) == 1), next_(Clock::now() + std::chrono::seconds(1)) {}

ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::clear() {
  if (shown_) write_line("\r\033[K");
  shown_ = false;
}

void ProgressBar::show(double share, const std::string& stage) {
  if (share >= 1) return clear();
  if (!terminal_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(100);
  shown_ = true;
  constexpr int width = 40;
  const auto done = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * width);
  write_line("\r\033[K" + what_ + " [" + std::string(done, '#') + std::string(width - done, '.') + "] " +
             std::to_string(static_cast<int>(100 * std::clamp(share, 0.0, 1.0))) + " % " + printable(stage));
}

}  // namespace torsor::cli
