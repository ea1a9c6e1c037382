#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

// What all timing programs share: the states, the order in which results are compared, and the loop that times.
namespace harness {

/// A joint as an engine keeps it: where its positions begin in q, and its velocities in qd.
struct Joint {
  std::string name;
  int q = 0, v = 0;
  bool free = false;    // x y z and a unit quaternion; linear and then angular velocity, in the axes of the link
  bool w_last = false;  // the quaternion is x y z w, not w x y z
};

inline constexpr int state_count = 1024, largest_group = 128, checked_states = 8, checked_steps = 10;
inline constexpr double longest_group = 50e3;  // ns
inline constexpr double gravity = -9.81;       // along z

/// Uniform in -3 .. 3, a function of its place alone: engines that order joints differently have the same states.
inline double random_number(const std::string& place, int state) {
  std::uint64_t x = 14695981039346656037u;
  for (const char c : place + "/" + std::to_string(state))
    x = (x ^ static_cast<unsigned char>(c)) * 1099511628211u;  // FNV-1a
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;                   // splitmix64
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return 6 * (static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-53) - 3;
}

/// States in the engine's own type of vector, one for each state.
template <class Vector>
struct States {
  std::vector<Vector> q, qd, qdd, tau;

  States(const std::vector<Joint>& joints, int nq, int nv) {
    for (int k = 0; k < state_count; ++k) {
      for (auto* list : {&q, &qd, &qdd, &tau}) list->emplace_back(list == &q ? nq : nv);
      for (const Joint& joint : joints) {
        fill_position(joint, k);
        for (int m = 0; m < (joint.free ? 6 : 1); ++m) {
          const std::string place = joint.name + "." + std::to_string(m);
          qd[k][joint.v + m] = random_number(place + ".qd", k);
          qdd[k][joint.v + m] = random_number(place + ".qdd", k);
          tau[k][joint.v + m] = random_number(place + ".tau", k);
        }
      }
    }
  }

 private:
  void fill_position(const Joint& joint, int k) {
    if (!joint.free) {
      q[k][joint.q] = random_number(joint.name + ".q", k);
      return;
    }
    double p[7], squares = 0;
    for (int m = 0; m < 7; ++m) p[m] = random_number(joint.name + ".q" + std::to_string(m), k);
    for (int m = 3; m < 7; ++m) squares += p[m] * p[m];
    for (int m = 0; m < 3; ++m) q[k][joint.q + m] = p[m];
    for (int m = 0; m < 4; ++m) q[k][joint.q + 3 + m] = p[joint.w_last ? 3 + (m + 1) % 4 : 3 + m] / std::sqrt(squares);
  }
};

/// What a compiler may not leave out: everything behind a pointer may have been read.
inline void keep(const void* data) { asm volatile("" : : "r"(data) : "memory"); }

/// One engine on one robot. Functions are added with `add`; `run` checks or times them.
class Program {
 public:
  using Values = std::vector<double>;

  Program(std::vector<Joint> joints) : joints_(std::move(joints)) {
    std::sort(joints_.begin(), joints_.end(),
              [](const Joint& a, const Joint& b) { return std::pair(!a.free, a.name) < std::pair(!b.free, b.name); });
    for (const Joint& joint : joints_)
      for (int m = 0; m < (joint.free ? 6 : 1); ++m) order_.push_back(joint.v + m);
  }
  bool fixed_base() const { return joints_.empty() || !joints_.front().free; }

  /// `call(k)` computes for state k, `values()` gives what the last call computed, in the order of all programs.
  /// Several variants of a function compete, and the fastest counts. A call may compute several states at once, from
  /// state k on; `values()` is then about the first of them.
  void add(const char* function, const char* variant, std::function<void(int)> call, std::function<Values()> values,
           int states = 1) {
    functions_.push_back({function, variant, false, states, std::move(call), std::move(values)});
  }

  /// 1 s of Runge-Kutta 4 at 1 ms without torque: `acceleration(q, qd, qdd)` writes qdd. For a check, the first steps.
  template <class Vector, class Acceleration>
  void add_simulation(const States<Vector>& states, Acceleration acceleration) {
    if (!fixed_base()) return;
    auto run = std::make_shared<Simulation<Vector, Acceleration>>(states.qd[0], acceleration);
    functions_.push_back(
        {"simulation", "", true, 1,
         [this, run, &states](int k) { run->steps(states.q[k], states.qd[k], checking_ ? checked_steps : 1000); },
         [this, run] {
           Values values = ordered(&run->q[0]), rates = ordered(&run->qd[0]);
           values.insert(values.end(), rates.begin(), rates.end());
           return values;
         }});
  }

  /// A vector of the engine, by velocity, in the order of all programs.
  Values ordered(const double* x) const {
    Values values;
    for (const int v : order_) values.push_back(x[v]);
    return values;
  }
  /// A matrix with a row and a column for each velocity.
  template <class Entry>
  Values ordered_matrix(const Entry& entry) const {
    Values values;
    for (const int i : order_)
      for (const int j : order_) values.push_back(entry(i, j));
    return values;
  }
  /// A Jacobian: linear rows, then angular ones.
  template <class Entry>
  Values ordered_columns(const Entry& entry) const {
    Values values;
    for (int i = 0; i < 6; ++i)
      for (const int j : order_) values.push_back(entry(i, j));
    return values;
  }

  /// `check`: the results for the first states. `time SECONDS`: nanoseconds a call, SECONDS for each function.
  int run(const std::vector<std::string>& arguments) {
    if (arguments.empty() || (arguments[0] == "time" && arguments.size() < 2)) return 2;
    checking_ = arguments[0] == "check";
    std::printf("{\"functions\": [");
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      const Function& f = functions_[i];
      std::printf("%s\n  {\"name\": \"%s\", \"variant\": \"%s\", ", i == 0 ? "" : ",", f.name, f.variant);
      if (checking_)
        print_values(f);
      else
        std::printf("\"ns\": %.3f}", nanoseconds(f, std::stod(arguments[1])));
      std::fflush(stdout);
    }
    std::printf("\n]}\n");
    return 0;
  }

 private:
  struct Function {
    const char *name, *variant;
    bool long_call;  // one state is a block of its own
    int states;      // of a call
    std::function<void(int)> call;
    std::function<Values()> values;
  };

  template <class Vector, class Acceleration>
  struct Simulation {
    Vector q, qd, x, xd, k1, k2, k3, k4, v2, v3, v4;
    Acceleration acceleration;

    Simulation(const Vector& size, Acceleration a)
        : q(size), qd(size), x(size), xd(size), k1(size), k2(size), k3(size), k4(size), v2(size), v3(size), v4(size),
          acceleration(a) {}

    void steps(const Vector& q0, const Vector& qd0, int count) {
      constexpr double h = 1e-3;
      q = q0, qd = qd0;
      const int n = static_cast<int>(q.size());
      const auto half_way = [&](const Vector& v, const Vector& k, double part, Vector& next_v, Vector& next_k) {
        for (int i = 0; i < n; ++i) x[i] = q[i] + part * v[i], next_v[i] = qd[i] + part * k[i];
        acceleration(x, next_v, next_k);
      };
      for (int step = 0; step < count; ++step) {
        acceleration(q, qd, k1);
        half_way(qd, k1, h / 2, v2, k2);
        half_way(v2, k2, h / 2, v3, k3);
        half_way(v3, k3, h, v4, k4);
        for (int i = 0; i < n; ++i) {
          q[i] += h / 6 * (qd[i] + 2 * v2[i] + 2 * v3[i] + v4[i]);
          qd[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
        }
      }
    }
  };

  static void print_values(const Function& f) {
    std::printf("\"values\": [");
    for (int k = 0; k < checked_states; ++k) {
      f.call(k);
      std::printf("%s[", k == 0 ? "" : ", ");
      const Values values = f.values();
      for (std::size_t i = 0; i < values.size(); ++i) std::printf("%s%.17g", i == 0 ? "" : ", ", values[i]);
      std::printf("]");
    }
    std::printf("]}");
  }

  /// Now, in ns. A long call is interrupted for sure, so that its own time counts; asking for that is slow.
  static double now(const Function& f) {
    timespec time;
    clock_gettime(f.long_call ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
  }
  static double spent(const Function& f, int first, int calls) {
    const double begin = now(f);
    for (int k = first; k < first + calls; k += f.states) f.call(k);
    return (now(f) - begin) / calls;
  }

  /// Groups of states, each timed in one piece and with its own minimum over the rounds: all states count, and a
  /// disturbance does not. A group is short enough to run between two interruptions.
  static double nanoseconds(const Function& f, double seconds) {
    using Clock = std::chrono::steady_clock;
    const double once = std::min({spent(f, 0, f.states), spent(f, 0, f.states), spent(f, 0, f.states)});
    int calls = f.long_call ? 1 : largest_group;
    while (calls > f.states && calls * once > longest_group) calls /= 2;
    std::vector<double> best(f.long_call ? 2 : static_cast<std::size_t>(state_count / calls), HUGE_VAL);
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    for (int round = 0; round < (f.long_call ? 1 : 3) || Clock::now() < end; ++round)
      for (std::size_t group = 0; group < best.size(); ++group)
        best[group] = std::min(best[group], spent(f, static_cast<int>(group) * calls, calls));
    double sum = 0;
    for (const double least : best) sum += least;
    return sum / static_cast<double>(best.size());
  }

  std::vector<Joint> joints_;
  std::vector<int> order_;
  std::vector<Function> functions_;
  bool checking_ = false;
};

}  // namespace harness
