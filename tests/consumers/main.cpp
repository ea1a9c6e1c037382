// The torque that holds a built-in robot still, computed by a program that knows only the installed library.
#include <torsor/dynamics/inverse_dynamics.hpp>
#include <torsor/robot_files/load_robot.hpp>
#include <torsor/model/build_model.hpp>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

int main() {
  constexpr double pi = std::numbers::pi;
  const auto model = torsor::build_model<double>(torsor::read_builtin_robot("puma560"));
  const std::vector<double> q{0, pi / 4, pi, 0, pi / 4, 0};
  const std::vector<double> zero(6, 0.0);
  const std::vector<double> tau = torsor::inverse_dynamics(model, q, zero, zero);
  std::printf("tau2 = %.4f N m\n", tau[1]);
  return std::abs(tau[1] - 31.6399) < 1e-4 ? 0 : 1;
}
