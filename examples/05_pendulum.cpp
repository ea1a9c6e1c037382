// A rod swings from nearly upright: the simulated period beside that of the elliptic integral.
#include <cmath>
#include <cstdio>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/simulation/simulator.hpp"

int main() {
  using namespace torsor;
  const Model<double> link = build_model<double>(load_robot("one-link"));  // 1 kg at 1 m, q from the horizontal
  const double pi = std::acos(-1.0), g = 9.81;

  std::printf("%10s%14s%14s\n", "release", "period", "simulated");
  for (const double release : {10.0, 60.0, 120.0, 170.0}) {  // degrees from hanging
    const double angle = release * pi / 180, period = 4 * std::comp_ellint_1(std::sin(angle / 2)) / std::sqrt(g);
    SimulationOptions options;
    options.tolerance = 1e-12;
    Simulator simulator(link, options);
    simulator.start(0, {angle - pi / 2}, {0});
    double turned = 0;  // the next time at which it is at rest: half a period
    while (turned == 0 && simulator.step(100).reached()) {
      std::vector<double> q(1), qd(1);
      if (simulator.qd()[0] <= 0 || simulator.time() < 0.4 * period) continue;
      double low = simulator.previous_time(), high = simulator.time();
      for (int k = 0; k < 60; ++k) {
        const double middle = (low + high) / 2;
        simulator.at(middle, q, qd);
        (qd[0] > 0 ? high : low) = middle;
      }
      turned = low;
    }
    std::printf("%8.0f deg%12.9f s%12.9f s\n", release, period, 2 * turned);
    if (std::abs(2 * turned - period) > 1e-8) return 1;
  }
  return 0;
}
