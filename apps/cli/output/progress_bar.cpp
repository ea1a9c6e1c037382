#include "output/progress_bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>

namespace torsor::cli {

ProgressBar::ProgressBar(std::string what)
    : what_(std::move(what)), terminal_(::isatty(STDERR_FILENO) == 1), next_(Clock::now() + std::chrono::seconds(1)) {}

ProgressBar::~ProgressBar() {
  if (shown_) std::cerr << "\r\033[K" << std::flush;
}

void ProgressBar::show(double share) {
  if (!terminal_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(100);
  shown_ = true;
  constexpr int width = 40;
  const auto done = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * width);
  std::cerr << '\r' << what_ << " [" << std::string(done, '#') << std::string(width - done, '.') << "] "
            << static_cast<int>(100 * std::clamp(share, 0.0, 1.0)) << " %" << std::flush;
}

}  // namespace torsor::cli
