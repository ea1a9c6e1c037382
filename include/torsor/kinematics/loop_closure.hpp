#pragma once

#include "torsor/model/limits.hpp"
#include "torsor/model/state.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// The last body that carries both ends of a loop: the base, unless the whole loop hangs on a link that moves.
template <Scalar S>
int meeting_body(const Model<S>& model, const Loop<S>& loop) {
  int a = loop.body[0], b = loop.body[1];
  while (a != b) (a > b ? a : b) = model.bodies[a > b ? a : b].parent;  // a parent has the smaller number
  return a;
}

/// What the loops of a model demand, three rows for each: the gap, point of body[0] minus point of body[1]; its
/// Jacobian J; and the part of its second derivative that velocities alone give, Jdot qd, so that
///   d gap/dt = J qd   and   d^2 gap/dt^2 = J qdd + bias.
/// The rows are in the axes of the loop's meeting_body, most often those of the base. What carries the whole loop has
/// no part in it then: its columns are zero, whatever the gap, and so they stay where rows are redundant.
template <Scalar S>
struct LoopRows {
  Output<S> gap;    // 3 m
  MatrixView<S> J;  // 3 m x nv
  Output<S> bias;   // 3 m
};

/// Scratch: the bodies between the meeting body and one end of a loop, at the end of each list; the meeting body comes
/// before them.
template <Scalar S>
struct LoopWorkspace {
  std::vector<int> branch;
  std::vector<Transform<S>> pose;
  std::vector<Vector3<S>> omega, omega_dot, v_dot;

  explicit LoopWorkspace(const Model<S>& model)
      : branch(model.bodies.size()), pose(branch.size()), omega(branch.size()), omega_dot(branch.size()),
        v_dot(branch.size()) {}

  int walk(const Model<S>& model, int from, int to) {
    int begin = static_cast<int>(branch.size());
    for (int i = to; i != from; i = model.bodies[i].parent) branch[--begin] = i;
    return begin;
  }
};

namespace recursion {

/// rows(k .. k + 2) += s a
template <Scalar S>
void add_to_rows(Output<S> rows, int k, const S& s, const Vector3<S>& a) {
  rows[k] += s * a.x, rows[k + 1] += s * a.y, rows[k + 2] += s * a.z;
}

/// One end of a loop, with the sign that it has in the gap: the forward equations with qdd = 0 and the meeting body at
/// rest. [FGL, Table 3.2; Featherstone 2008, 8.3]
template <Scalar S>
void loop_end(const Model<S>& model, JointPositions<S>& positions, Input<S> qd, int meeting, int body_at_end,
              const Vector3<S>& point, const S& s, int row, LoopWorkspace<S>& workspace, const LoopRows<S>& rows) {
  auto& [branch, pose, omega, omega_dot, v_dot] = workspace;
  const int begin = workspace.walk(model, meeting, body_at_end), end = model.body_count();
  if (begin == end) return add_to_rows<S>(rows.gap, row, s, point);  // it does not move in these axes
  pose[begin - 1] = {}, omega[begin - 1] = {}, omega_dot[begin - 1] = {}, v_dot[begin - 1] = {};
  for (int k = begin; k < end; ++k) {
    const Body<S>& body = model.bodies[branch[k]];
    with_joint(body, [&](auto joint) {
      const auto rate = joint.motion(&qd[body.v]);
      const Transform<S> X = joint.pose(body.placement, positions, body.q), here = k == begin ? X : pose[k - 1] * X;
      const Vector3<S> r = here.p - pose[k - 1].p, omega_h = omega[k - 1], omega_dot_h = omega_dot[k - 1];
      omega[k] = omega_h + here.R * rate.angular;
      omega_dot[k] = omega_dot_h + cross(omega_h, here.R * rate.angular);
      v_dot[k] = v_dot[k - 1] + cross(omega_dot_h, r) + cross(omega_h, cross(omega_h, r)) +
                 sliding_coriolis(omega_h, omega[k], here.R * rate.linear);
      pose[k] = here;
    });
  }
  const Vector3<S> r = pose[end - 1].R * point, at = pose[end - 1].p + r, &omega_e = omega[end - 1];
  add_to_rows<S>(rows.gap, row, s, at);
  add_to_rows<S>(rows.bias, row, s, v_dot[end - 1] + cross(omega_dot[end - 1], r) + cross(omega_e, cross(omega_e, r)));
  for (int k = begin; k < end; ++k) {
    const Body<S>& body = model.bodies[branch[k]];
    for_joint_axes(body.joint, [&](int m, const JointAxis& axis) {
      const Vector3<S> z = joint_axis(body, pose[k].R, axis.column), u = axis.turns ? cross(z, at - pose[k].p) : z;
      const int j = body.v + m;  // a joint that follows shares its column with others
      rows.J(row, j) += s * u.x, rows.J(row + 1, j) += s * u.y, rows.J(row + 2, j) += s * u.z;
    });
  }
}

template <Scalar S>
void loop_closure(const Model<S>& model, Input<S> q, Input<S> qd, LoopWorkspace<S>& workspace,
                  const LoopRows<S>& rows) {
  JointPositions<S> positions(q);
  for (S& x : rows.gap) x = S(0.0);
  for (S& x : rows.bias) x = S(0.0);
  for (int k = 0; k < rows.J.rows * rows.J.columns; ++k) rows.J.data[k] = S(0.0);
  for (std::size_t l = 0; l < model.loops.size(); ++l) {
    const Loop<S>& loop = model.loops[l];
    const int meeting = meeting_body(model, loop), row = 3 * static_cast<int>(l);
    for (int side = 0; side < 2; ++side)
      loop_end<S>(model, positions, qd, meeting, loop.body[side], loop.point[side], S(side == 0 ? 1.0 : -1.0), row,
                  workspace, rows);
  }
}

}  // namespace recursion

/// All rows of all loops, in place; nothing is allocated. How the base moves does not matter.
template <Scalar S>
void loop_closure(const Model<S>& model, Input<S> q, Input<S> qd, LoopWorkspace<S>& workspace,
                  const LoopRows<S>& rows) {
  assert(fits(model, q, qd) && rows.gap.size() == 3 * model.loops.size() && rows.bias.size() == rows.gap.size());
  assert(rows.J.rows == static_cast<int>(rows.gap.size()) && rows.J.columns == model.nv);
  run_kernel<S, recursion::loop_closure<S>>(model, q, qd, workspace, rows);
}

/// The same as values.
template <Scalar S>
struct LoopClosure {
  std::vector<S> gap;
  Matrix<S> J;
  std::vector<S> bias;

  explicit LoopClosure(const Model<S>& model)
      : gap(3 * model.loops.size(), S(0.0)), J(static_cast<int>(gap.size()), model.nv), bias(gap.size(), S(0.0)) {}
  LoopRows<S> rows() { return {gap, J.view(), bias}; }
};

template <Scalar S>
LoopClosure<S> loop_closure(const Model<S>& model, Input<S> q, Input<S> qd) {
  require_state(model, q, qd);
  LoopClosure<S> result(model);
  LoopWorkspace<S> workspace(model);
  loop_closure<S>(model, q, qd, workspace, result.rows());
  return result;
}

/// The length of the widest of the gaps (or of their rates), three numbers for each loop.
double widest_gap(Input<double> gap);

/// How close_loops and hold_loops choose among the ways to move the joints.
struct LoopOptions {
  double tolerance = 1e-12;  // m, on the widest gap
  int iterations = 100;
  std::vector<int> held{};  // velocities (places in qd) that stay as they are
  /// Positive definite, nv x nv: the change is the smallest in this metric. Hand in the inertia matrix, and it is the
  /// smallest in kinetic energy. Without one, or with one that is not positive definite, it is the smallest sum of
  /// squares, radians and metres alike.
  Matrix<double> metric{};
  /// As joint_limits gives them: a joint that would end beyond one stays at it, and the others close the loops.
  std::vector<JointLimits> limits{};
};

struct LoopOutcome {
  bool held = true;  // below the tolerance
  double gap = 0;    // what is left of the widest gap, m; of its rate, m/s
  int iterations = 0;
};

/// Moves q until the loops are closed: Gauss-Newton with the pseudo-inverse of J, since a planar loop has redundant
/// rows. A step that would widen the gap is taken again, shorter and damped [Levenberg 1944; Marquardt 1963];
/// quaternions stay of unit length. Where bars lie in line no small motion may close a loop: a few starts beside q are
/// tried then. Where the loops cannot be closed from here, q is left where the gap was smallest, and the outcome says
/// so.
LoopOutcome close_loops(const Model<double>& model, Output<double> q, const LoopOptions& options = {});

/// Changes qd as little as can be so that J qd = 0: the loops stay closed. `tolerance` is on the rate, m/s, for a
/// robot that moves at 1 m/s; one that moves faster has as much more.
LoopOutcome hold_loops(const Model<double>& model, Input<double> q, Output<double> qd, const LoopOptions& options = {});

#define TORSOR_LOOP_CLOSURE(S) \
  template void loop_closure(const Model<S>&, Input<S>, Input<S>, LoopWorkspace<S>&, const LoopRows<S>&)
TORSOR_DECLARE_INSTANCES(TORSOR_LOOP_CLOSURE)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_LOOP_CLOSURE
#endif

}  // namespace torsor
