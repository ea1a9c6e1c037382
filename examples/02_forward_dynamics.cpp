// Two rods fall from rest for five seconds: forward dynamics in a Runge-Kutta loop, and what became of the
// energy.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

using namespace torsor;
using Vector = std::vector<double>;

struct State {
  Vector q, qd;
};

/// a + h b
State moved(const State& a, double h, const State& b) {
  State result = a;
  for (std::size_t j = 0; j < a.q.size(); ++j) result.q[j] += h * b.q[j], result.qd[j] += h * b.qd[j];
  return result;
}

int main() {
  const Model<double> model = build_model<double>(load_robot("two-rods"));
  const Conditions<double> conditions = default_conditions(model);
  const Vector no_torque(2, 0.0);
  ForwardDynamicsWorkspace<double> workspace(model);
  const auto rate = [&](const State& x) {
    State result{x.qd, Vector(2)};
    forward_dynamics(model, x.q, x.qd, no_torque, conditions, workspace, result.qd);
    return result;
  };
  const auto energy = [&](const State& x) { return kinetic_energy(model, x.q, x.qd) + potential_energy(model, x.q); };

  State x{{0.0, 0.0}, {0.0, 0.0}};  // stretched out along the horizontal x axis
  const double h = 1e-3, at_start = energy(x);
  double drift = 0;
  for (int step = 1; step <= 5000; ++step) {
    const State k1 = rate(x), k2 = rate(moved(x, h / 2, k1)), k3 = rate(moved(x, h / 2, k2)),
                k4 = rate(moved(x, h, k3));
    x = moved(moved(moved(moved(x, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
    drift = std::max(drift, std::abs(energy(x) - at_start));
    if (step % 1000 == 0)
      std::printf("t = %.0f s  q = %8.4f %8.4f  qd = %8.4f %8.4f\n", step * h, x.q[0], x.q[1], x.qd[0], x.qd[1]);
  }
  std::printf("the energy drifted by at most %.1e J\n", drift);
  return drift < 1e-6 ? 0 : 1;
}
