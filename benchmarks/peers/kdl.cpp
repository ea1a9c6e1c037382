#include <kdl/chaindynparam.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>

#include "joint_table.hpp"

namespace {

KDL::Vector vector_of(const double* x) { return {x[0], x[1], x[2]}; }
KDL::Frame frame_of(const double* R, const double* p) {
  return {KDL::Rotation(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]), vector_of(p)};
}

/// A segment of KDL begins in its parent's frame: the joint stands where the table places it.
KDL::Chain chain_of(const harness::JointTable& table) {
  KDL::Chain chain;
  for (const harness::TableJoint& joint : table.joints) {
    const KDL::Frame placement = frame_of(joint.R, joint.p);
    const KDL::RotationalInertia I(joint.I[0], joint.I[4], joint.I[8], joint.I[1], joint.I[2], joint.I[5]);
    chain.addSegment(KDL::Segment(joint.name,
                                  KDL::Joint(joint.name, placement.p, placement.M * vector_of(joint.axis),
                                             joint.type == "P" ? KDL::Joint::TransAxis : KDL::Joint::RotAxis),
                                  placement, KDL::RigidBodyInertia(joint.mass, vector_of(joint.c), I)));
  }
  chain.addSegment(KDL::Segment("tip", KDL::Joint(KDL::Joint::Fixed), frame_of(table.tip_R, table.tip_p)));
  return chain;
}

/// A KDL vector that the harness can make and fill.
struct Positions : KDL::JntArray {
  explicit Positions(int n) : KDL::JntArray(static_cast<unsigned>(n)) {}
  double& operator[](int i) { return data[i]; }
};

}  // namespace

// kdl TABLE check|time ..: KDL's library as it is packaged; serial arms on a fixed base.
int main(int count, char** values) {
  using harness::keep;
  if (count < 3) return 2;
  const harness::JointTable table = harness::read_joint_table(values[1]);
  const KDL::Chain chain = chain_of(table);
  const int n = static_cast<int>(chain.getNrOfJoints());
  const harness::States<Positions> s(harness::joints_of(table), n, n);
  harness::Program program(harness::joints_of(table));
  const KDL::Vector gravity(0, 0, harness::gravity);
  KDL::ChainIdSolver_RNE newton_euler(chain, gravity);
  KDL::ChainDynParam terms(chain, gravity);
  KDL::ChainFkSolverPos_recursive kinematics(chain);
  KDL::ChainJntToJacSolver jacobian(chain);
  const KDL::Wrenches none(chain.getNrOfSegments(), KDL::Wrench::Zero());
  Positions x(n);
  KDL::JntSpaceInertiaMatrix B(static_cast<unsigned>(n));
  KDL::Jacobian J(static_cast<unsigned>(n));
  KDL::Frame pose;

  program.add(
      "inverse_dynamics", "",
      [&](int k) { newton_euler.CartToJnt(s.q[k], s.qd[k], s.qdd[k], none, x), keep(x.data.data()); },
      [&] { return program.ordered(x.data.data()); });
  program.add(
      "inertia_matrix", "", [&](int k) { terms.JntToMass(s.q[k], B), keep(B.data.data()); },
      [&] { return program.ordered_matrix([&](int i, int j) { return B.data(i, j); }); });
  program.add(
      "forward_kinematics", "tip alone", [&](int k) { kinematics.JntToCart(s.q[k], pose), keep(&pose); },
      [&] {
        std::vector<double> entries(pose.p.data, pose.p.data + 3);
        entries.insert(entries.end(), pose.M.data, pose.M.data + 9);
        return entries;
      });
  program.add(
      "jacobian", "", [&](int k) { jacobian.JntToJac(s.q[k], J), keep(J.data.data()); },
      [&] { return program.ordered_columns([&](int i, int j) { return J.data(i, j); }); });
  return program.run({values + 2, values + count});
}
