#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <thread>
#include <vector>

namespace torsor {

/// How many threads to use: `asked`, or one for each core where that is 0.
inline int thread_count(int asked) {
  return asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// What an action throws, or nothing.
template <class Action>
std::exception_ptr failure_of(const Action& action) {
#ifdef __cpp_exceptions
  try {
    action();
  } catch (...) {
    return std::current_exception();
  }
#else
  action();
#endif
  return nullptr;
}

/// Does work(k) for k = 0 .. count - 1 on several threads and gives the results to take(k, result) in the order of k,
/// in this thread: sums have the same digits for any number of threads. Only a few results are held at a time.
template <class Work, class Take>
void in_order(long count, int threads, const Work& work, const Take& take) {
  using Result = decltype(work(0L));
  const long wave = 4L * threads;
  for (long first = 0; first < count; first += wave) {
    const long size = std::min(wave, count - first);
    std::vector<std::optional<Result>> results(size);
    std::vector<std::exception_ptr> failures(size);
    std::atomic<long> next = 0;
    const auto run = [&] {
      for (long k = next++; k < size; k = next++)
        failures[k] = failure_of([&] { results[k].emplace(work(first + k)); });
    };
    {
      std::vector<std::jthread> others;
      for (int t = 1; t < std::min<long>(threads, size); ++t) others.emplace_back(run);
      run();
    }
    for (long k = 0; k < size; ++k) {
      if (failures[k]) std::rethrow_exception(failures[k]);
      take(first + k, std::move(*results[k]));
      results[k].reset();
    }
  }
}

}  // namespace torsor
