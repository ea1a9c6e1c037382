// batch ROBOT COUNT: reads q, qd and qdd of so many states, doubles, from standard input and prints the shortest time
// of Batch::inverse_dynamics in seconds, to be compared with what Python needs for the same call.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <limits>
#include <vector>

#include "torsor/dynamics/batch.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

int main(int, char** words) {
  using Clock = std::chrono::steady_clock;
  const torsor::Model<double> model = torsor::build_model<double>(torsor::load_robot(words[1]));
  const auto count = static_cast<std::size_t>(std::stoul(words[2])) * static_cast<std::size_t>(model.nv);
  std::vector<double> states(3 * count), tau(count);
  if (std::fread(states.data(), sizeof(double), states.size(), stdin) != states.size()) return 1;
  const torsor::Input<double> q(states.data(), count), qd(states.data() + count, count),
      qdd(states.data() + 2 * count, count);
  torsor::Batch batch(model);
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 40; ++k) {
    const auto start = Clock::now();
    batch.inverse_dynamics(q, qd, qdd, tau);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  std::cout << best << '\n';
}
