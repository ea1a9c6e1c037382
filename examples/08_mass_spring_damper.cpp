// The two masses of the notes with a spring and a damper between them, beside the closed solution of their distance.
#include <cmath>
#include <cstdio>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/simulation/simulate.hpp"

int main() {
  using namespace torsor;
  const Model<double> masses = build_model<double>(load_robot("mass-spring-damper"));  // all parameters are 1
  SimulationOptions options;
  options.tolerance = 1e-12;
  SimulationSchedule schedule;
  schedule.duration = 6, schedule.rate = 1;
  const double start = 0.5;
  const Simulation fall = simulate(masses, {0, start}, {0, 0}, schedule, options);

  // Both fall alike, so that their distance d follows d'' = -2 (d' + d): it decays as exp(-t), at 1 rad/s.
  double worst = 0;
  std::printf("%6s%14s%14s%14s\n", "t", "upper mass", "distance", "closed form");
  for (const SimulationSample& sample : fall.samples) {
    const double d = start * std::exp(-sample.t) * (std::cos(sample.t) + std::sin(sample.t));
    std::printf("%4.0f s%14.8f%14.8f%14.8f\n", sample.t, sample.q[0], sample.q[1], d);
    worst = std::fmax(worst, std::fabs(sample.q[1] - d));
  }
  std::printf("largest difference %.1e m\n", worst);
  return worst < 1e-9 ? 0 : 1;
}
