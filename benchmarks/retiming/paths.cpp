#include <cmath>
#include <cstdio>
#include <ctime>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/trajectory/random_stream.hpp"
#include "torsor/trajectory/retime.hpp"

// paths ROBOT COUNT [torque]: random paths of a robot, retimed; waypoints, limits, durations and times as JSON; with
// `torque` without limits of acceleration, so that torques bind. Friction is Coulomb's alone, 3 % of the largest
// torque, so that the quickest motion is known to be the quickest.
using namespace torsor;

namespace {

void print_list(const char* name, const std::vector<double>& values) {
  std::printf("\"%s\": [", name);
  for (std::size_t k = 0; k < values.size(); ++k) std::printf("%s%.17g", k > 0 ? ", " : "", values[k]);
  std::printf("]");
}

std::vector<std::vector<double>> random_waypoints(const std::vector<JointLimits>& limits, std::uint64_t seed) {
  const RandomStream random(seed, 7);
  std::int64_t next = 0;
  std::vector<std::vector<double>> waypoints(3 + static_cast<std::size_t>(4 * random.uniform(next++)));
  for (std::vector<double>& point : waypoints)
    for (const JointLimits& joint : limits) {
      const double low = std::max(joint.position_low, -2.0), high = std::min(joint.position_high, 2.0);
      point.push_back((low + high) / 2 + 0.7 * (high - low) * (random.uniform(next++) - 0.5));
    }
  return waypoints;
}

/// The largest value as a share of its limit, and the share of the time with some limit within 0.1 %.
void print_use(const Model<double>& model, const std::vector<JointLimits>& limits, const JointPath& path,
               const PathTiming& timing) {
  const std::size_t n = limits.size();
  std::vector<double> q(n), qd(n), qdd(n), tau(n);
  NewtonEulerWorkspace<double> workspace(model);
  const int points = 100 * static_cast<int>(timing.active.size());
  double largest = 0, active = 0;
  for (int k = 0; k < points; ++k) {
    timing.sample(path, (k + 0.5) / points * timing.duration(), q, qd, qdd);
    inverse_dynamics<double>(model, q, qd, qdd, default_conditions(model), workspace, tau);
    double most = 0;
    for (std::size_t j = 0; j < n; ++j)
      most = std::max({most, std::abs(tau[j]) / limits[j].torque, std::abs(qd[j]) / limits[j].velocity,
                       std::abs(qdd[j]) / limits[j].acceleration});
    largest = std::max(largest, most);
    if (most >= 1 - 1e-3) active += 1.0 / points;
  }
  std::printf("\"excess\": %.6g, \"active\": %.6g, ", largest - 1, active);
}

/// Of the processor, the least of several.
double seconds_of(Retimer& retimer, const JointPath& path) {
  double least = 1e9;
  for (int k = 0; k < 5; ++k) {
    const std::clock_t begin = std::clock();
    retimer.solve(path);
    least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return least;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3 && count != 4) return std::fputs("usage: paths ROBOT COUNT [torque]\n", stderr), 2;
  const Description description = load_robot(words[1]);
  std::vector<JointLimits> limits = joint_limits(description);
  for (JointLimits& joint : limits)
    if (count == 4) joint.acceleration = std::numeric_limits<double>::infinity();
  std::vector<double> torque, velocity, acceleration, coulomb;
  for (const JointLimits& joint : limits) {
    torque.push_back(joint.torque), velocity.push_back(joint.velocity), coulomb.push_back(0.03 * joint.torque);
    acceleration.push_back(std::isfinite(joint.acceleration) ? joint.acceleration : -1);
  }
  const Model<double> model = changed(build_model<double>(description), [&](ModelParts<double>& parts) {
    for (std::size_t j = 0; j < parts.friction.size(); ++j) parts.friction[j] = {.coulomb = coulomb[j]};
  });
  Retimer retimer(model, limits);
  std::printf("{");
  print_list("torque", torque), std::printf(", "), print_list("velocity", velocity), std::printf(", ");
  print_list("acceleration", acceleration), std::printf(", "), print_list("coulomb", coulomb);
  std::printf(", \"paths\": [");
  for (int k = 0; k < std::atoi(words[2]); ++k) {
    const std::vector<std::vector<double>> waypoints = random_waypoints(limits, static_cast<std::uint64_t>(k + 1));
    const JointPath path = std::get<JointPath>(path_through(waypoints));
    const double seconds = seconds_of(retimer, path);
    const PathTiming& timing = retimer.timing();
    std::printf("%s{", k > 0 ? ", " : "");
    print_use(model, limits, path, timing);
    std::printf("\"duration\": %.17g, \"pieces\": %zu, \"seconds\": %.6g, \"waypoints\": [", timing.duration(),
                timing.active.size(), seconds);
    for (std::size_t p = 0; p < waypoints.size(); ++p) {
      std::printf("%s{", p > 0 ? ", " : "");
      print_list("q", waypoints[p]), std::printf("}");
    }
    std::printf("]}");
  }
  std::printf("]}\n");
}
