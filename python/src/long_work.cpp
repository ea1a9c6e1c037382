#include "long_work.hpp"

#include <nanobind/stl/string.h>

#include <chrono>

#include "torsor/core/error.hpp"

namespace torsor::python {
namespace {

constexpr std::chrono::milliseconds heartbeat{50};
constexpr std::chrono::milliseconds patience{400};  // for work that was cancelled: Ctrl-C is answered within a second

struct Cancelled : Error {
  Cancelled() : Error("cancelled") {}
};

}  // namespace

void Watch::tell(const std::string& stage, double done) {
  const std::scoped_lock lock(mutex_);
  if (cancelled_) throw Cancelled();
  stage_ = stage, done_ = done, told_ = true;
}

void Watch::finish() {
  const std::scoped_lock lock(mutex_);
  finished_ = true;
  changed_.notify_all();
}

void Watch::cancel() {
  const nb::gil_scoped_release unlocked;
  std::unique_lock lock(mutex_);
  cancelled_ = true;
  changed_.wait_for(lock, patience, [this] { return finished_; });
}

void Watch::wait(nb::handle progress) {
  for (bool ended = false; !ended;) {
    std::optional<std::pair<std::string, double>> news;
    {
      const nb::gil_scoped_release unlocked;
      std::unique_lock lock(mutex_);
      ended = changed_.wait_for(lock, heartbeat, [this] { return finished_; });
      if (told_) news.emplace(stage_, done_);
      told_ = false;
    }
    try {
      if (news && !progress.is_none()) progress(news->first, news->second);
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    } catch (...) {
      cancel();
      throw;
    }
  }
}

}  // namespace torsor::python
