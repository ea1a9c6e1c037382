#pragma once

#include <chrono>
#include <string>

namespace torsor::cli {

/// A bar on standard error for what takes more than a second, where that is a terminal; it goes away in the end.
class ProgressBar {
 public:
  explicit ProgressBar(std::string what);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `stage`: what it is at. All of it done, the bar goes away.
  void show(double share, const std::string& stage = "");

 private:
  using Clock = std::chrono::steady_clock;
  void clear();

  std::string what_;
  bool terminal_, shown_ = false;
  Clock::time_point next_;
};

}  // namespace torsor::cli
