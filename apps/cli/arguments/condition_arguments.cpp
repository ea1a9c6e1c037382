#include "arguments/condition_arguments.hpp"

#include "torsor/kinematics/forward_kinematics.hpp"

namespace torsor::cli {

void ConditionArguments::add_to(Command& command) {
  gravity_.add_to(command, "--gravity", gravity_help);
  wrench_.add_to(command, "--wrench",
                 "What the tip exerts on the world: fx,fy,fz,nx,ny,nz, moment about the tip's origin");
  command.option("--wrench-frame", wrench_frame_, "Axes of the wrench: base (default) or tip")
      .one_of({"base", "tip"})
      .needs(wrench_.option());
  add_base_motion_to(command);
}

void ConditionArguments::add_base_motion_to(Command& command) {
  base_velocity_.add_to(command, "--base-velocity", "How the base moves, in base axes: vx,vy,vz[,wx,wy,wz]");
  base_acceleration_.add_to(command, "--base-acceleration",
                            "Acceleration of the base, in base axes: ax,ay,az[,dwx,dwy,dwz]");
}

Conditions<double> ConditionArguments::without_wrench(const Model<double>& model) const {
  Conditions<double> conditions = default_conditions(model);
  if (gravity_.given()) conditions.gravity = gravity_.three();
  const auto read = [](const VectorArgument& argument, Vector3<double>& linear, Vector3<double>& angular) {
    if (!argument.given()) return;
    const Vector v = argument.list({3, 6}, "linear, then angular");
    linear = {v[0], v[1], v[2]};
    if (v.size() == 6) angular = {v[3], v[4], v[5]};
  };
  read(base_velocity_, conditions.base.linear_velocity, conditions.base.angular_velocity);
  read(base_acceleration_, conditions.base.linear_acceleration, conditions.base.angular_acceleration);
  return conditions;
}

Wrench<double> ConditionArguments::wrench(const Model<double>& model, const Vector& q, int tip) const {
  if (!has_wrench()) return {};
  const Vector v = wrench_.list({6}, "fx,fy,fz,nx,ny,nz");
  const Force<double> exerted{{v[3], v[4], v[5]}, {v[0], v[1], v[2]}};
  if (wrench_frame_ == "tip") return wrench_in_frame_axes(model, tip, exerted);
  const std::vector<Transform<double>> poses = forward_kinematics(model, q);
  return wrench_in_base_axes<double>(model, poses, tip, exerted);
}

}  // namespace torsor::cli
