#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "array.hpp"
#include "torsor/core/parallel.hpp"

/// Work that takes a while: Python's own thread listens to Ctrl-C and tells how far it is.
namespace torsor::python {

/// What is being done, and how much of all is done, from 0 to 1.
using Progress = std::function<void(const std::string& stage, double done)>;

/// Between the thread that works and the one that waits for it.
class Watch {
 public:
  /// Called by the work, from any of its threads; throws where it should end.
  void tell(const std::string& stage, double done);
  void finish();
  /// Returns when the work is done. `progress` is a function of Python's, or None; what it raises, and Ctrl-C, are
  /// thrown: the work ends where it next tells something, and is left alone where that takes long.
  void wait(nb::handle progress);

 private:
  void cancel();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string stage_;
  double done_ = 0;
  bool told_ = false, finished_ = false, cancelled_ = false;
};

/// Runs work(progress) on a thread of its own, without Python's lock. The work may outlive the call where it is
/// cancelled, so that it has to own all that it reads.
template <class Work>
auto run_listening(nb::handle progress, Work work) {
  using Answer = decltype(work(Progress()));
  struct Shared {
    explicit Shared(Work what) : work(std::move(what)) {}
    Work work;
    Watch watch{};
    std::optional<Answer> answer{};
    std::exception_ptr failure{};
  };
  const auto shared = std::make_shared<Shared>(std::move(work));
  std::thread([shared] {
    shared->failure = failure_of([&] {
      shared->answer.emplace(
          shared->work([shared](const std::string& stage, double done) { shared->watch.tell(stage, done); }));
    });
    shared->watch.finish();
  }).detach();
  shared->watch.wait(progress);
  if (shared->failure) std::rethrow_exception(shared->failure);
  return std::move(*shared->answer);
}

}  // namespace torsor::python
