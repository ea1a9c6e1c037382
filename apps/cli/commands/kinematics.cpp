#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "arguments/condition_arguments.hpp"
#include "arguments/position_limits.hpp"
#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/kinematics/link_motion.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor::cli {
namespace kinematics_command {

Json pose_json(const Transform<double>& T) {
  const auto row = [](double x, double y, double z, double p) { return Json::array({x, y, z, p}); };
  return Json::array({row(T.R.xx, T.R.xy, T.R.xz, T.p.x), row(T.R.yx, T.R.yy, T.R.yz, T.p.y),
                      row(T.R.zx, T.R.zy, T.R.zz, T.p.z), row(0, 0, 0, 1)});
}

}  // namespace kinematics_command

void add_kinematics(CommandLine& tool) {
  using namespace kinematics_command;
  Command command = tool.command("kinematics", "Poses of the links, velocity and acceleration of any point");
  struct Arguments {
    RobotArguments robot;
    VectorArgument q, qd, qdd, point;
    ConditionArguments conditions;
  };
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::kinematics);
  arguments->q.add_to(command, "--q", "Joint positions", true);
  arguments->qd.add_to(command, "--qd", "Joint velocities (default 0)");
  arguments->qdd.add_to(command, "--qdd", "Joint accelerations (default 0)");
  arguments->point.add_to(command, "--point", "A point x,y,z in the tip's frame (default its origin)");
  arguments->conditions.add_base_motion_to(command);
  command.on_run([arguments] {
    const Model<double> model = arguments->robot.load();
    const int tip = arguments->robot.tip(model);
    const Frame<double>& frame = model.frames[tip];
    const LinkMotion<double> motion =
        link_motion(model, positions(arguments->q, arguments->robot, model), arguments->qd.velocities(model),
                    arguments->qdd.velocities(model), arguments->conditions.without_wrench(model).base);
    const PointMotion<double> point = point_motion(motion, frame.body, frame.pose * arguments->point.three());
    const Transform<double> pose = frame_pose<double>(model, motion.pose, tip);
    Json frames = Json::array();
    for (int k = 0; k < static_cast<int>(model.frames.size()); ++k) {
      const Transform<double> T = frame_pose<double>(model, motion.pose, k);
      frames.push_back({{"name", model.frames[k].name}, {"position", entries_json(T.p)}, {"rotation", to_json(T.R)}});
    }
    const Json result{{"tip", frame.name},
                      {"pose", pose_json(pose)},
                      {"roll_pitch_yaw", entries_json(roll_pitch_yaw(pose.R))},
                      {"point",
                       {{"position", entries_json(point.position)},
                        {"velocity", entries_json(point.velocity)},
                        {"acceleration", entries_json(point.acceleration)}}},
                      {"angular_velocity", entries_json(motion.omega[frame.body])},
                      {"angular_acceleration", entries_json(motion.omega_dot[frame.body])},
                      {"frames", frames}};
    if (answered(arguments->robot, result)) return;
    Table table({"frame", "x", "y", "z", "axis x", "", "", "axis y", "", "", "axis z", "", ""});
    for (int k = 0; k < static_cast<int>(model.frames.size()); ++k) {
      const auto [R, p] = frame_pose<double>(model, motion.pose, k);
      std::vector<std::string> row{model.frames[k].name};
      for (const double x : {p.x, p.y, p.z, R.xx, R.yx, R.zx, R.xy, R.yy, R.zy, R.xz, R.yz, R.zz})
        row.push_back(fmt::format("{:.4f}", x + 0.0));
      table.add(row);
    }
    table.print();
    std::cout << fmt::format("\n{}: xyz {}, roll pitch yaw {}\n", frame.name, shown(pose.p),
                             shown(roll_pitch_yaw(pose.R)));
    std::cout << "\npoint of " << frame.name << ", base axes\n";
    std::cout << "  position      " << shown(point.position) << "\n  velocity      " << shown(point.velocity)
              << "\n  acceleration  " << shown(point.acceleration) << "\n  omega         "
              << shown(motion.omega[frame.body]) << "\n  omega_dot     " << shown(motion.omega_dot[frame.body]) << '\n';
  });
}

}  // namespace torsor::cli
