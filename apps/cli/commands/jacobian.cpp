#include "torsor/kinematics/jacobian.hpp"

#include <iostream>
#include <memory>

#include "arguments/position_limits.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/kinematics/jacobian_axes.hpp"
#include "torsor/kinematics/singular_values.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
void add_jacobian(CommandLine& tool) {
  Command command = tool.command("jacobian", "Geometric Jacobian of the tip, its rate, and Jdot qd");
  struct Arguments {
    RobotArguments robot;
    VectorArgument q, qd;
    std::string frame = "base";
    bool dot = false;
  };
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::kinematics);
  arguments->q.add_to(command, "--q", "Joint positions", true);
  arguments->qd.add_to(command, "--qd", "Joint velocities, for Jdot qd");
  command.option("--frame", arguments->frame, "Axes: base (default) or tip").one_of({"base", "tip"});
  command.flag("--dot", arguments->dot, "Also the rate of the Jacobian, Jdot, at --qd").needs(arguments->qd.option());
  command.on_run([arguments] {
    const Model<double> model = arguments->robot.load();
    const int tip = arguments->robot.tip(model);
    const Vector q = positions(arguments->q, arguments->robot, model), qd = arguments->qd.velocities(model);
    Matrix<double> J = jacobian(model, q, tip);
    Matrix<double> J_dot = jacobian_dot(model, q, qd, tip);
    Motion<double> bias = jacobian_dot_velocity(model, q, qd, tip);
    if (arguments->frame == "tip") {
      const std::vector<Transform<double>> poses = forward_kinematics(model, q);
      const Matrix3<double> R = frame_pose<double>(model, poses, tip).R;
      J = in_axes_of(R, J), J_dot = in_axes_of(R, J_dot);
      bias = {transpose(R) * bias.angular, transpose(R) * bias.linear};
    }
    const Vector sigma = singular_values(J);
    const double size = manipulability(sigma);
    const bool moves = arguments->qd.given();
    Json result{{"tip", model.frames[tip].name}, {"frame", arguments->frame}, {"joints", velocity_names(model)},
                {"jacobian", to_json(J)},        {"singular_values", sigma},  {"manipulability", size}};
    if (moves)
      result["jacobian_dot_velocity"] = {bias.linear.x,  bias.linear.y,  bias.linear.z,
                                         bias.angular.x, bias.angular.y, bias.angular.z};
    if (arguments->dot) result["jacobian_dot"] = to_json(J_dot);
    if (answered(arguments->robot, result)) return;
    const std::vector<std::string> rows{"vx", "vy", "vz", "wx", "wy", "wz"};
    std::cout << "Jacobian of " << model.frames[tip].name << ", " << arguments->frame << " axes\n";
    print_matrix(rows, velocity_names(model), J);
    if (arguments->dot) {
      std::cout << "\nits rate Jdot\n";
      print_matrix(rows, velocity_names(model), J_dot);
    }
    std::cout << "\nsmallest singular value " << shown(sigma.back()) << ", manipulability " << shown(size) << '\n';
    if (moves) std::cout << "Jdot qd: linear " << shown(bias.linear) << ", angular " << shown(bias.angular) << '\n';
  });
}

}  // namespace torsor::cli
