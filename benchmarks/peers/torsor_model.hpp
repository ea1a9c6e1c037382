#pragma once

#include "harness.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace harness {

inline torsor::Model<double> torsor_model(const char* urdf) {
  const torsor::Model<double> model = torsor::build_model<double>(torsor::load_robot(urdf));
  return torsor::with_gravity(model, {0.0, 0.0, gravity});
}

inline std::vector<Joint> joints_of(const torsor::Model<double>& model) {
  std::vector<Joint> joints;
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const torsor::Body<double>& body = model.bodies[i];
    joints.push_back({model.joint_names[i - 1], body.q, body.v, body.joint == torsor::JointType::free, false});
  }
  return joints;
}

/// Position and rotation, row by row.
inline std::vector<double> entries_of(const torsor::Transform<double>& pose) {
  const auto& [R, p] = pose;
  return {p.x, p.y, p.z, R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz};
}

}  // namespace harness
