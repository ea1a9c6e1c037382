#pragma once

#include <pinocchio/multibody.hpp>
#include <pinocchio/multibody/joint.hpp>

#include "joint_table.hpp"

namespace harness {

/// The kinds of joints that the robots of the benchmark have, in place of Pinocchio's 25: its templates compile three
/// times as fast, and choose among fewer. Needs BOOST_VARIANT_USE_RELAXED_GET_BY_DEFAULT, as no joint follows another.
template <class S, int Options_>
struct Joints {
  using Scalar = S;
  static constexpr int Options = Options_;
  using JointModelVariant =
      boost::variant<pinocchio::JointModelRevoluteTpl<S, Options, 0>, pinocchio::JointModelRevoluteTpl<S, Options, 1>,
                     pinocchio::JointModelRevoluteTpl<S, Options, 2>, pinocchio::JointModelFreeFlyerTpl<S, Options>,
                     pinocchio::JointModelRevoluteUnalignedTpl<S, Options>>;
  using JointDataVariant =
      boost::variant<pinocchio::JointDataRevoluteTpl<S, Options, 0>, pinocchio::JointDataRevoluteTpl<S, Options, 1>,
                     pinocchio::JointDataRevoluteTpl<S, Options, 2>, pinocchio::JointDataFreeFlyerTpl<S, Options>,
                     pinocchio::JointDataRevoluteUnalignedTpl<S, Options>>;
};
using PinocchioModel = pinocchio::ModelTpl<double, 0, Joints>;

/// Pinocchio's model of the table; the last frame is the tip.
inline PinocchioModel pinocchio_model(const JointTable& table) {
  using namespace pinocchio;
  using Matrix = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  const auto vector = [](const double* x) { return Eigen::Vector3d(x[0], x[1], x[2]); };
  const auto pose = [&](const double* R, const double* p) {
    return SE3(Eigen::Matrix3d(Eigen::Map<const Matrix>(R)), vector(p));
  };
  PinocchioModel model;
  model.gravity.linear() << 0, 0, gravity;
  for (const TableJoint& joint : table.joints) {
    const Eigen::Vector3d z = vector(joint.axis);
    const auto add = [&](const auto& type) {
      return model.addJoint(static_cast<JointIndex>(joint.parent), type, pose(joint.R, joint.p), joint.name);
    };
    if (joint.type == "P") throw std::runtime_error("expected joints that turn");
    const JointIndex id = joint.type == "F"               ? add(JointModelFreeFlyer())
                          : z == Eigen::Vector3d::UnitX() ? add(JointModelRX())
                          : z == Eigen::Vector3d::UnitY() ? add(JointModelRY())
                          : z == Eigen::Vector3d::UnitZ() ? add(JointModelRZ())
                                                          : add(JointModelRevoluteUnaligned(z));
    const Eigen::Matrix3d I = Eigen::Map<const Matrix>(joint.I);
    model.appendBodyToJoint(id, Inertia(joint.mass, vector(joint.c), Symmetric3(I)), SE3::Identity());
  }
  model.addFrame(
      Frame("bench_tip", static_cast<JointIndex>(table.tip_parent), 0, pose(table.tip_R, table.tip_p), OP_FRAME));
  return model;
}

}  // namespace harness
