#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <ctime>

namespace torsor::test {

/// Seconds of CPU that this thread has used so far: what other programs do meanwhile does not count.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Of the programs that this one started and that have ended.
inline double cpu_seconds_of_programs() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// Of the quickest of several calls: what disturbs a call only makes it slower.
template <class Call>
double quickest(int calls, const Call& call) {
  double best = 1e9;
  for (int k = 0; k < calls; ++k) {
    const double start = cpu_seconds();
    call();
    best = std::min(best, cpu_seconds() - start);
  }
  return best;
}

}  // namespace torsor::test
