// A Panda with dry friction under a slow push at its hand: joints that are held stay exactly where they are, and break
// away one after the other.
#include <cstdio>

#include "torsor/dynamics/gravity.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/simulation/simulate.hpp"

int main() {
  using namespace torsor;
  const double dry[] = {4, 4, 3, 3, 1, 1, 0.5};  // Nm
  const Model<double> panda = changed(build_model<double>(load_robot("panda")), [&](ModelParts<double>& parts) {
    for (int v = 0; v < 7; ++v) parts.friction[v] = {.viscous = 0.5, .coulomb = dry[v]};
  });
  const std::vector<double> q{0, -0.6, 0, -2.2, 0, 1.6, 0.8}, still(7, 0.0);

  // The motors carry the weight at the start and no more; somebody pushes along x, harder and harder.
  const std::vector<double> weight = gravity_torque(panda, q);
  Surroundings surroundings;
  surroundings.torque = [&](double t, Input<double> at, Input<double>, Output<double> tau) {
    const Matrix<double> J = jacobian(panda, at, panda.tip);
    for (int v = 0; v < 7; ++v) tau[v] = weight[v] + 8 * t * J(0, v);
  };
  SimulationSchedule schedule;
  schedule.duration = 2.5, schedule.rate = 2;
  const Simulation push = simulate(panda, q, still, schedule, {}, surroundings);

  for (const SimulationEvent& event : push.events) {
    const bool slides = event.kind == SimulationEvent::Kind::slides;
    if (!slides && event.kind != SimulationEvent::Kind::sticks) continue;
    std::printf("%8.5f s  %-14s %s\n", event.time, panda.joint_names[event.velocity].c_str(),
                slides ? "breaks away" : "sticks");
  }
  for (const SimulationSample& sample : push.samples) {
    std::printf("%4.1f s ", sample.t);
    for (const double velocity : sample.qd) std::printf("%10.5f", velocity);
    std::printf(" rad/s\n");
  }
  bool exact = push.samples[1].t > 0;
  for (const double velocity : push.samples[0].qd) exact = exact && velocity == 0;
  return push.end.reached() && exact && !push.events.empty() ? 0 : 1;
}
