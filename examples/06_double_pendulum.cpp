// Chaos: two double pendulums that start a billionth of a radian apart, until nothing is left of it.
#include <cmath>
#include <cstdio>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/simulation/simulator.hpp"

int main() {
  using namespace torsor;
  const Model<double> rods = build_model<double>(load_robot("two-rods"));
  SimulationOptions options;
  options.tolerance = 1e-13;
  Simulator one(rods, options), other(rods, options);
  one.start(0, {1.5, 0.3}, {0, 0});
  other.start(0, {1.5 + 1e-9, 0.3}, {0, 0});

  std::printf("%6s%12s%14s\n", "t", "q1", "apart by");
  double apart = 0;
  for (int t = 1; t <= 12; ++t) {
    if (!one.run(t).reached() || !other.run(t).reached()) return 1;
    apart = std::hypot(one.q()[0] - other.q()[0], one.q()[1] - other.q()[1]);
    std::printf("%4d s%12.6f%14.2e\n", t, one.q()[0], apart);
  }
  std::printf("grown by a factor of %.1e in 12 s\n", apart / 1e-9);
  return apart > 1e-6 ? 0 : 1;
}
