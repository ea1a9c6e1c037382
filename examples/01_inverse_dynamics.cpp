// The torque that a motion needs, effect by effect, for the built-in PUMA 560.
#include <cstdio>
#include <vector>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

int main() {
  using namespace torsor;
  const Model<double> model = build_model<double>(load_robot("puma560"));  // or the path of a robot file
  const std::vector<double> q{0, 0.8, 3.1, 0, 0.8, 0};
  const std::vector<double> qd{0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
  const std::vector<double> qdd{1, 1, 1, 1, 1, 1};

  // The world around the arm: the robot's own gravity, and a tip that presses down on a table with 20 N.
  const std::vector<Transform<double>> poses = forward_kinematics(model, q);
  const Force<double> press{.moment = {}, .force = {0, 0, -20}};
  const Wrench<double> tip = wrench_in_base_axes(model, poses, model.tip, press);
  Conditions<double> conditions = default_conditions(model);
  conditions.wrenches = {&tip, 1};

  const std::vector<double> tau = inverse_dynamics(model, q, qd, qdd, conditions);
  const Terms<double> part = terms(model, q, qd, qdd, conditions);
  std::printf("%-14s%10s =%10s +%10s +%10s +%10s +%10s\n", "joint", "tau", "B qdd", "C qd", "gravity", "friction",
              "wrench");
  for (int j = 0; j < model.nv; ++j)
    std::printf("%-14s%10.4f  %10.4f  %10.4f  %10.4f  %10.4f  %10.4f\n", model.joint_names[j].c_str(), tau[j],
                part.inertia[j], part.coriolis[j], part.gravity[j], part.friction[j], part.wrench[j]);

  // In a loop that may not allocate: make the workspace once, then call the in-place form as often as you
  // like.
  NewtonEulerWorkspace<double> workspace(model);
  std::vector<double> again(tau.size());
  inverse_dynamics(model, q, qd, qdd, conditions, workspace, again);
  return again == tau ? 0 : 1;
}
