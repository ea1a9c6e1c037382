#pragma once

#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "../peers/harness.hpp"

// What the programs that simulate share: the poses from which an arm falls, and the loop that runs and times.
namespace falls {

inline constexpr int pose_count = 5;
inline constexpr double duration = 1;

/// CPU time of this thread, ns.
inline double cpu_time() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

/// The least CPU time of a call, over `seconds` and at least three calls.
template <class Call>
double least_time(double seconds, const Call& call) {
  double best = HUGE_VAL;
  const double end = cpu_time() + 1e9 * seconds;
  for (int count = 0; count < 3 || cpu_time() < end; ++count) {
    const double begin = cpu_time();
    call();
    best = std::min(best, cpu_time() - begin);
  }
  return best;
}

/// `first` and then steps by `factor`, up to `last`.
inline std::vector<double> geometric(double first, double last, double factor) {
  std::vector<double> values;
  for (double x = first; factor > 1 ? x <= last * 1.0001 : x >= last * 0.9999; x *= factor) values.push_back(x);
  return values;
}
/// The same as whole numbers, each once.
inline std::vector<double> whole(double first, double last, double factor) {
  std::vector<double> values;
  for (const double x : geometric(first, last, factor))
    if (values.empty() || std::round(x) > values.back()) values.push_back(std::round(x));
  return values;
}

/// One program: ways to let a robot fall for a second.
class Program {
 public:
  /// Joints by name in the order of all programs, each with its place in q.
  explicit Program(std::vector<harness::Joint> joints) : joints_(std::move(joints)) {
    std::sort(joints_.begin(), joints_.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  }

  /// Positions of a pose, at which the arm is let go at rest; in the order of the engine.
  std::vector<double> pose(int k) const {
    std::vector<double> q(joints_.size());
    for (const harness::Joint& joint : joints_) q[joint.q] = harness::random_number(joint.name + ".pose", k) / 2;
    return q;
  }

  /// `setting` is a number of steps or a tolerance. `prepare(setting)` is not timed, `run(q)` is.
  struct Way {
    std::string name;
    std::vector<double> settings;
    std::function<void(double setting)> prepare;
    std::function<void(const std::vector<double>& q)> run;
    std::function<const double*()> end;   // positions
    std::function<long()> evaluations{};  // of the last run
  };
  std::vector<Way> ways;

  /// `ends`: where every way ends, for all settings and poses. `time SECONDS WAY:SETTING:POSE ..`: ns of these.
  int run(const std::vector<std::string>& arguments) {
    if (arguments.empty()) return 2;
    if (arguments[0] == "ends") return print_ends();
    if (arguments[0] != "time" || arguments.size() < 2) return 2;
    std::printf("[");
    for (std::size_t i = 2; i < arguments.size(); ++i)
      std::printf("%s%.1f", i == 2 ? "" : ", ", nanoseconds(arguments[i], std::stod(arguments[1])));
    std::printf("]\n");
    return 0;
  }

 private:
  /// JSON has no word for what is not a number.
  static double finite(double x) { return std::isfinite(x) ? x : 1e300; }

  int print_ends() {
    const char* separator = "";
    std::printf("[");
    for (Way& way : ways)
      for (const double setting : way.settings) {
        way.prepare(setting);
        for (int k = 0; k < pose_count; ++k) {
          const std::vector<double> q = pose(k);
          const double begin = cpu_time();
          way.run(q);
          const double spent = cpu_time() - begin;
          std::printf(
              "%s\n{\"way\": \"%s\", \"setting\": %.17g, \"pose\": %d, \"ns\": %.0f, \"evaluations\": %ld, \"q\": [",
              separator, way.name.c_str(), setting, k, spent, way.evaluations ? way.evaluations() : 0);
          for (const harness::Joint& joint : joints_)
            std::printf("%s%.17g", &joint == joints_.data() ? "" : ", ", finite(way.end()[joint.q]));
          std::printf("]}");
          separator = ",";
        }
      }
    std::printf("]\n");
    return 0;
  }

  double nanoseconds(const std::string& what, double seconds) {
    const std::size_t first = what.find(':'), second = what.find(':', first + 1);
    for (Way& way : ways) {
      if (way.name != what.substr(0, first)) continue;
      way.prepare(std::stod(what.substr(first + 1)));
      const std::vector<double> q = pose(std::stoi(what.substr(second + 1)));
      return least_time(seconds, [&] { way.run(q); });
    }
    return HUGE_VAL;
  }

  std::vector<harness::Joint> joints_;
};

}  // namespace falls
