#pragma once

#include <pinocchio/multibody.hpp>
#include <pinocchio/multibody/joint.hpp>

#include "joint_table.hpp"

namespace harness {

/// Pinocchio's model of the table; the last frame is the tip.
inline pinocchio::Model pinocchio_model(const JointTable& table) {
  using namespace pinocchio;
  using Matrix = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  const auto vector = [](const double* x) { return Eigen::Vector3d(x[0], x[1], x[2]); };
  const auto pose = [&](const double* R, const double* p) {
    return SE3(Eigen::Matrix3d(Eigen::Map<const Matrix>(R)), vector(p));
  };
  Model model;
  model.gravity.linear() << 0, 0, gravity;
  for (const TableJoint& joint : table.joints) {
    const Eigen::Vector3d z = vector(joint.axis);
    const auto add = [&](const auto& type) {
      return model.addJoint(static_cast<JointIndex>(joint.parent), type, pose(joint.R, joint.p), joint.name);
    };
    const auto along = [&](const auto& x, const auto& y, const auto& other_z, const auto& oblique) {
      return z == Eigen::Vector3d::UnitX()   ? add(x)
             : z == Eigen::Vector3d::UnitY() ? add(y)
             : z == Eigen::Vector3d::UnitZ() ? add(other_z)
                                             : add(oblique);
    };
    const JointIndex id = joint.type == "F" ? add(JointModelFreeFlyer())
                          : joint.type == "R"
                              ? along(JointModelRX(), JointModelRY(), JointModelRZ(), JointModelRevoluteUnaligned(z))
                              : along(JointModelPX(), JointModelPY(), JointModelPZ(), JointModelPrismaticUnaligned(z));
    const Eigen::Matrix3d I = Eigen::Map<const Matrix>(joint.I);
    model.appendBodyToJoint(id, Inertia(joint.mass, vector(joint.c), Symmetric3(I)), SE3::Identity());
  }
  model.addFrame(
      Frame("bench_tip", static_cast<JointIndex>(table.tip_parent), 0, pose(table.tip_R, table.tip_p), OP_FRAME));
  return model;
}

}  // namespace harness
