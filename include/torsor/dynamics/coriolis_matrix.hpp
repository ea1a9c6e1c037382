#pragma once

#include "torsor/kinematics/link_motion.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// Scratch of coriolis_matrix; s and s_dot by axis, the others by body; all in base axes, about the base's origin.
template <Scalar S>
struct CoriolisMatrixWorkspace {
  LinkMotion<S> motion;
  std::vector<Motion<S>> s, s_dot;    // a joint's axis, and its rate v x s
  std::vector<Inertia<S>> composite;  // I^C: of a body with all that hangs on it
  std::vector<Matrix3<S>> N;          // the angular block of B^C
  std::vector<Vector3<S>> p;          // linear momentum of the composite: its linear block is -[p]x
  std::vector<S> still;

  explicit CoriolisMatrixWorkspace(const Model<S>& model)
      : motion(model), s(model.axis_count), s_dot(s.size()), composite(model.bodies.size()), N(composite.size()),
        p(composite.size()), still(model.nv, S(0.0)) {}
};

namespace recursion {

/// Joint axes, inertias and B of every body in base axes.
template <Scalar S>
void coriolis_bodies(const Model<S>& model, Input<S> q, Input<S> qd, CoriolisMatrixWorkspace<S>& workspace) {
  auto& [motion, s, s_dot, composite, N, p, still] = workspace;
  recursion::link_motion<S>(model, q, qd, still, {}, motion);
  for (int i = 0; i < model.body_count(); ++i) {
    const Vector3<S>& omega = motion.omega[i];
    const Motion<S> V{omega, motion.v[i] - cross(omega, motion.pose[i].p)};  // of the point now at the base's origin
    composite[i] = to_parent(motion.pose[i], model.bodies[i].inertia);
    const auto& [m, h, E] = composite[i];
    N[i] = -(cross(omega, E) + double_skew(h, V.linear));  // -[omega]x E - [h]x [v]x
    p[i] = m * V.linear + cross(omega, h);
    if (i == 0) continue;
    const Body<S>& body = model.bodies[i];
    const Transform<S>& pose = motion.pose[i];
    Motion<S>*const own = s.data() + body.axis, *const own_dot = s_dot.data() + body.axis;
    for_joint_axes(body.joint, [&](int k, const JointAxis& axis) {
      const Vector3<S> z = joint_axis(body, pose.R, axis.column);
      const Motion<S> s_k = axis.turns ? Motion<S>{z, cross(pose.p, z)} : Motion<S>{{}, z};
      own[k] = s_k;
      own_dot[k] = cross(V, s_k);
    });
  }
}

/// C(q, qd) from the Christoffel symbols of the whole B, rotors included, so that Bdot - 2 C is skew-symmetric and
/// C qd = coriolis_torque. O(n d). [Echeandia, Wensing 2021], whose 6 x 6 factor of a body is, with the second moments
/// E of the pseudo-inertia, B = [-[omega]x E - [h]x [v]x, 0; -[m v + omega x h]x, 0]. docs/algorithms has the steps.
template <Scalar S>
void coriolis_matrix(const Model<S>& model, Input<S> q, Input<S> qd, CoriolisMatrixWorkspace<S>& workspace,
                     MatrixView<S> C) {
  for (int k = 0; k < C.rows * C.columns; ++k) C.data[k] = S(0.0);
  coriolis_bodies(model, q, qd, workspace);
  auto& [motion, s, s_dot, composite, N, p, still] = workspace;
  const S half(0.5);
  for (int j = model.body_count() - 1; j > 0; --j) {
    const Body<S>& body = model.bodies[j];
    const int h = body.parent;
    for (int k = 0; k < velocity_count(body.joint); ++k) {
      const int w = body.v + k;
      const Motion<S>& s_w = s[body.axis + k];
      Force<S> F1 = composite[j] * s_dot[body.axis + k];  // I^C sdot + B^C s
      F1 += {N[j] * s_w.angular, cross(s_w.angular, p[j])};
      Force<S> F2 = composite[j] * s_w;                                         // I^C s
      Vector3<S> F3 = transpose(N[j]) * s_w.angular + cross(p[j], s_w.linear);  // B^C^T s, a moment alone
      for (int m = 0; m < velocity_count(body.joint); ++m) C(body.v + m, w) += dot(s[body.axis + m], F1);
      if (body.rotor.gyroscopic) {  // the rotor turns on the parent
        const Vector3<S> spin = motion.pose[h].R * body.rotor.spin;
        const Vector3<S> turned = half * cross(motion.omega[h], spin);
        F1.moment += turned, F2.moment += spin, F3 += turned;
        N[h] = N[h] - skew(half * qd[w] * spin);
      }
      for (int i = h; i > 0; i = model.bodies[i].parent)
        for (int m = 0; m < velocity_count(model.bodies[i].joint); ++m) {
          const int v = model.bodies[i].v + m, at = model.bodies[i].axis + m;
          C(v, w) += dot(s[at], F1);
          C(w, v) += dot(s_dot[at], F2) + dot(s[at].angular, F3);
        }
    }
    composite[h] = composite[h] + composite[j];
    N[h] = N[h] + N[j];
    p[h] += p[j];
  }
}

}  // namespace recursion

/// recursion::coriolis_matrix, on double with the widest instructions that the processor has.
template <Scalar S>
void coriolis_matrix(const Model<S>& model, Input<S> q, Input<S> qd, CoriolisMatrixWorkspace<S>& workspace,
                     MatrixView<S> C) {
  assert(fits(model, q, qd));
  run_kernel<S, recursion::coriolis_matrix<S>>(model, q, qd, workspace, C);
}

template <Scalar S>
Matrix<S> coriolis_matrix(const Model<S>& model, Input<S> q, Input<S> qd) {
  require_state(model, q, qd);
  Matrix<S> C(model.nv, model.nv);
  CoriolisMatrixWorkspace<S> workspace(model);
  coriolis_matrix<S>(model, q, qd, workspace, C.view());
  return C;
}

#define TORSOR_CORIOLIS_MATRIX(S) \
  template void coriolis_matrix(const Model<S>&, Input<S>, Input<S>, CoriolisMatrixWorkspace<S>&, MatrixView<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_CORIOLIS_MATRIX)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_CORIOLIS_MATRIX
#endif

}  // namespace torsor
