#include "torsor/dynamics/energy.hpp"

#include <algorithm>
#include <iostream>
#include <memory>

#include "arguments/state.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"

namespace torsor::cli {

void add_energy(CommandLine& tool) {
  Command command = tool.command("energy", "Kinetic and potential energy, dissipation and power");
  struct Arguments {
    StateArguments state;
    VectorArgument qdd;
  };
  auto arguments = std::make_shared<Arguments>();
  arguments->state.add_to(command);
  arguments->qdd.add_to(command, "--qdd", "Joint accelerations (default 0), which decide the motors' power");
  command.on_run([arguments] {
    const State state(arguments->state);
    const auto& [model, q, qd, wrenches, conditions] = state;
    const Vector qdd = arguments->qdd.velocities(model);
    const std::vector<Transform<double>> poses = forward_kinematics(model, q);
    const double kinetic = kinetic_energy(model, q, qd, conditions.base);
    const double in_gravity = gravity_energy<double>(model, poses, conditions.gravity);
    const double in_springs = spring_energy<double>(model, q);
    const Vector tau = inverse_dynamics(model, q, qd, qdd, conditions);
    const Terms<double> all = terms(model, q, qd, qdd, conditions);
    const double motors = power<double>(tau, qd), friction = power<double>(all.friction, qd);
    const double world = power<double>(all.wrench, qd);
    std::vector<std::pair<std::string, double>> values{
        {"kinetic_energy", kinetic},
        {"potential_energy", in_gravity + in_springs},
        {"gravity_energy", in_gravity},
        {"spring_energy", in_springs},
        {"total_energy", kinetic + in_gravity + in_springs},
        {"dissipation_function", dissipation_function<double>(model, qd)},
        {"motor_power", motors},
        {"friction_power", friction},
        {"wrench_power", world}};
    // friction that grows with the load is no derivative of a function of qd
    if (model.load_friction) std::erase_if(values, [](const auto& one) { return one.first == "dissipation_function"; });
    // a moving base gives energy too, through forces that are not the robot's to report
    if (!arguments->state.conditions.base_moves()) values.emplace_back("energy_rate", motors - friction - world);
    Json json;
    Table table({"quantity", "value", ""});
    for (const auto& [name, value] : values) {
      json[name] = value;
      std::string words = name;
      std::replace(words.begin(), words.end(), '_', ' ');
      table.add({words, shown(value), name.ends_with("energy") ? "J" : "W"});
    }
    if (answered(arguments->state.robot, json)) return;
    table.print();
  });
}

}  // namespace torsor::cli
