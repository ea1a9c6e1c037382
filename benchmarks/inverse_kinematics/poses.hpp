#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

// A chain of joints, its limits, and poses that it can take, as a file between the programs. Numbers are hexadecimal,
// so that no digit is lost.
namespace poses {

constexpr double tolerance = 1e-10;  // m, and rad
constexpr int most_starts = 100;

struct Frame {
  double R[9], p[3];  // R row by row
};

struct Joint {
  bool turns = true;
  Frame placement{};  // in the joint before; the axis is z
  double low = 0, high = 0;
};

struct Task {
  std::vector<Joint> joints;
  Frame tip{};  // in the last joint
  std::vector<Frame> goals;
};

inline void put(std::ofstream& file, const Frame& frame) {
  char word[32];
  for (const double* entries : {frame.R, frame.p})
    for (int k = 0; k < (entries == frame.R ? 9 : 3); ++k)
      std::snprintf(word, sizeof word, "%a ", entries[k]), file << word;
}

inline void write(const std::string& path, const Task& task) {
  std::ofstream file(path);
  file << task.joints.size() << ' ' << task.goals.size() << '\n';
  for (const Joint& joint : task.joints) {
    char text[80];
    std::snprintf(text, sizeof text, "%d %a %a ", joint.turns ? 1 : 0, joint.low, joint.high);
    file << text;
    put(file, joint.placement), file << '\n';
  }
  put(file, task.tip), file << '\n';
  for (const Frame& goal : task.goals) put(file, goal), file << '\n';
}

inline Task read(const std::string& path) {
  std::ifstream file(path);
  Task task;
  const auto number = [&] {
    std::string word;
    file >> word;
    return std::strtod(word.c_str(), nullptr);
  };
  const auto frame = [&](Frame& result) {
    for (double& x : result.R) x = number();
    for (double& x : result.p) x = number();
  };
  task.joints.resize(static_cast<std::size_t>(number()));
  task.goals.resize(static_cast<std::size_t>(number()));
  for (Joint& joint : task.joints) {
    joint.turns = number() != 0, joint.low = number(), joint.high = number();
    frame(joint.placement);
  }
  frame(task.tip);
  for (Frame& goal : task.goals) frame(goal);
  return task;
}

/// How far two frames are apart, m and rad.
struct Distance {
  double position = 0, angle = 0;
  /// What counts as solved; distances are computed anew here, which rounds.
  bool small(double angle_tolerance = tolerance) const {
    return position <= 2 * tolerance && angle <= 2 * angle_tolerance;
  }
};
inline Distance distance(const Frame& a, const Frame& b) {
  double square = 0, turn = 0;
  for (int k = 0; k < 3; ++k) square += (a.p[k] - b.p[k]) * (a.p[k] - b.p[k]);
  for (int k = 0; k < 9; ++k) turn += (a.R[k] - b.R[k]) * (a.R[k] - b.R[k]);
  return {std::sqrt(square), 2 * std::asin(std::min(1.0, std::sqrt(turn / 8)))};
}

/// Of this thread, us.
inline double cpu_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

/// Solves all goals in `rounds` rounds with `solve(k)`, which tells whether goal k was reached within limits, and
/// prints one line of JSON.
template <class Solve>
void report(const char* way, std::size_t goals, int rounds, const Solve& solve) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> us(goals, HUGE_VAL);
  double mean = HUGE_VAL;
  std::size_t solved = 0;
  for (int round = 0; round < rounds; ++round) {
    const double start = cpu_time();
    solved = 0;
    for (std::size_t k = 0; k < goals; ++k) {
      const auto begin = Clock::now();
      solved += solve(k) ? 1 : 0;
      us[k] = std::min(us[k], std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
    }
    mean = std::min(mean, (cpu_time() - start) / static_cast<double>(goals));
  }
  std::sort(us.begin(), us.end());
  std::printf(
      "{\"way\": \"%s\", \"solved\": %zu, \"goals\": %zu, \"mean_us\": %.3f, \"median_us\": %.3f, \"p99_us\": %.3f}\n",
      way, solved, goals, mean, us[goals / 2], us[goals * 99 / 100]);
  std::fflush(stdout);
}

}  // namespace poses
