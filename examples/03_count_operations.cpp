// The same equations run on numbers that count: what each form of Newton-Euler costs for the PUMA 560.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/dynamics/newton_euler_base_frame.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/scalar/count.hpp"

using namespace torsor;

/// Zeros, ones and minus ones of the robot file are free; everything that changes with time is a variable.
std::vector<Count> variables(const std::vector<double>& values) {
  std::vector<Count> result;
  for (const double value : values) result.push_back(Count::variable(value));
  return result;
}

void report(const char* name) {
  const Operations& cost = Count::tally();
  std::printf("%-26s%6lld multiplications%6lld additions%4lld sines and cosines\n", name,
              static_cast<long long>(cost.multiplications), static_cast<long long>(cost.additions),
              static_cast<long long>(cost.trigonometric));
}

int main() {
  const Model<Count> model = build_model<Count>(load_robot("puma560"));
  const auto q = variables({0.1, 0.8, 3.1, 0.2, 0.8, 0.3}), qd = variables({0.1, 0.2, 0.3, 0.4, 0.5, 0.6});
  const auto qdd = variables({1, 1, 1, 1, 1, 1});
  const Conditions<Count> conditions = default_conditions(model);
  std::vector<Count> tau(q.size()), tau_base_frame(q.size());

  NewtonEulerWorkspace<Count> workspace(model);
  Count::tally() = {};
  newton_euler<Count>(model, q, qd, qdd, conditions, workspace, tau);
  report("newton_euler");

  NewtonEulerBaseFrameWorkspace<Count> base_frame_workspace(model);
  Count::tally() = {};
  newton_euler_base_frame<Count>(model, q, qd, qdd, conditions, base_frame_workspace, tau_base_frame);
  report("newton_euler_base_frame");

  double difference = 0;
  for (std::size_t j = 0; j < tau.size(); ++j)
    difference = std::max(difference, std::abs(tau[j].value() - tau_base_frame[j].value()));
  std::printf("largest difference of the torques: %.1e N m\n", difference);
  return difference < 1e-12 ? 0 : 1;
}
