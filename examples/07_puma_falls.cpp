// A PUMA 560 whose motors have lost power: its own friction slows the fall, and its stops end it.
#include <cstdio>

#include "torsor/model/build_model.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/simulation/simulate.hpp"

int main() {
  using namespace torsor;
  const Description robot = load_robot("puma560");
  const Model<double> puma = build_model<double>(robot);
  SimulationOptions options;
  options.limits = joint_limits(robot);
  options.stops.restitution = 0.2;
  options.work = true;
  SimulationSchedule schedule;
  schedule.duration = 4, schedule.rate = 2;
  const Simulation fall = simulate(puma, {0, 0.2, 0.5, 0, 0.3, 0}, {0, 0, 0, 0, 0, 0}, schedule, options);

  const std::vector<std::string> names = velocity_names(puma);
  for (const SimulationSample& sample : fall.samples) {
    std::printf("%4.1f s ", sample.t);
    for (const double q : sample.q) std::printf("%9.4f", q);
    std::printf("  energy %9.4f J\n", sample.kinetic + sample.potential);
  }
  const char* words[] = {"sticks", "slides", "reverses", "hits its stop", "leaves its stop", "everything rests"};
  for (const SimulationEvent& event : fall.events)
    std::printf("%8.4f s  %s %s\n", event.time, event.velocity < 0 ? "" : names[event.velocity].c_str(),
                words[static_cast<int>(event.kind)]);
  std::printf("friction took %.3f J, stops %.3f J; the balance is right to %.1e J\n",
              -fall.samples.back().work.friction, -fall.samples.back().work.stops, fall.largest_defect);
  return fall.end.reached() && fall.largest_defect < 1e-4 && fall.largest_defect > -1e-4 ? 0 : 1;
}
