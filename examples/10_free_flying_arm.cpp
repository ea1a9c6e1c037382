// A satellite with an arm, in free flight: the arm moves, the satellite turns, and its momentum stays zero.
#include <cmath>
#include <cstdio>

#include "torsor/dynamics/centroidal_momentum.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/simulation/simulator.hpp"

int main() {
  using namespace torsor;
  const Model<double> flyer = with_gravity(build_model<double>(load_robot("free-flyer.yaml")), {});
  const std::vector<double> q = zero_position(flyer), still(flyer.nv, 0.0);

  Surroundings surroundings;  // every joint of the arm swings; nothing drives the satellite itself
  surroundings.torque = [&](double t, Input<double>, Input<double> qd, Output<double> tau) {
    for (int v = 6; v < flyer.nv; ++v) tau[v] = 0.3 * std::sin(2 * t + v) - 0.2 * qd[v];
  };
  SimulationOptions options;
  options.tolerance = 1e-11;
  Simulator simulator(flyer, options, surroundings);
  simulator.start(0, q, still);

  double worst = 0;
  std::printf("%6s%36s%28s\n", "t", "attitude of the satellite", "momentum about the centre");
  for (int t = 0; t <= 8; ++t) {
    if (!simulator.run(t).reached()) return 1;
    const Force<double> h = centroidal_momentum(flyer, simulator.q(), simulator.qd()).momentum;
    const double linear = std::sqrt(dot(h.force, h.force)), angular = std::sqrt(dot(h.moment, h.moment));
    worst = std::fmax(worst, std::fmax(linear, angular));
    std::printf("%4d s %9.5f%9.5f%9.5f%9.5f%12.1e%12.1e\n", t, simulator.q()[3], simulator.q()[4], simulator.q()[5],
                simulator.q()[6], linear, angular);
  }
  return worst < 1e-9 ? 0 : 1;
}
