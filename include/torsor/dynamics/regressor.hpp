#pragma once

#include <array>

#include "torsor/dynamics/slotine_li.hpp"
#include "torsor/dynamics/spring.hpp"
#include "torsor/dynamics/twist_rows.hpp"
#include "torsor/kinematics/link_motion.hpp"
#include "torsor/model/parameters.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/scalar/pack.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// Scratch of the regressors, by body.
template <Scalar S>
struct RegressorWorkspace {
  LinkMotion<S> motion;
  std::vector<Transform<S>> frame;       // the link's frame of the user's table, in base axes
  std::vector<Matrix3<S>> U;             // acceleration U r + a of the point r of the link, less gravity, ...
  std::vector<Vector3<S>> a;             // ... in the link's frame
  std::vector<S> rotor_torque;           // what a rotor of unit inertia takes from its joint ...
  std::vector<Vector3<S>> rotor_moment;  // ... and from the link that carries it, in base axes
  std::vector<S> mean, half_difference, bracket, still;
  AxisRuns runs;
  TwistRows<S> axes;

  explicit RegressorWorkspace(const Model<S>& model)
      : motion(model), frame(model.bodies.size()), U(frame.size()), a(frame.size()), rotor_torque(frame.size(), S(0.0)),
        rotor_moment(frame.size()), mean(model.nv, S(0.0)), half_difference(mean), bracket(mean), still(mean),
        runs(model), axes(model.axis_count) {}
};

/// Whether a parameter of the layout is the inertia of a rotor.
inline bool has_rotors(const ParameterLayout& layout) {
  for (int c = 0; c < layout.size(); ++c) {
    const ParameterKind kind = layout.entries[c].kind;
    if (kind == ParameterKind::rotor_inertia) return true;
    if (kind == ParameterKind::mass) c += 9;  // the ten of a link stand together
  }
  return false;
}

/// The accelerations of links and rotors at a state, which are all that Y depends on; or `sign` times them added to
/// what is there.
template <bool adds, Scalar S>
void find_accelerations(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd, Input<S> qdd,
                        const Conditions<S>& conditions, const S& sign, RegressorWorkspace<S>& workspace) {
  auto& [motion, frame, U, a, rotor_torque, rotor_moment, mean, half_difference, bracket, still, runs, axes] =
      workspace;
  const auto put = [&](auto& sum, const auto& value) {
    if constexpr (adds)
      sum = sum + sign * value;
    else
      sum = value;
  };
  BaseMotion<S> base = conditions.base;
  base.linear_acceleration = base.linear_acceleration - conditions.gravity;  // gravity as an acceleration of the base
  recursion::link_motion<S>(model, q, qd, qdd, base, motion);
  for (int i = layout.inertial[0] < 0 ? 1 : 0; i < model.body_count(); ++i) {
    const Transform<S>& link = model.frames[model.bodies[i].frame].pose;
    frame[i] = motion.pose[i] * link;
    const Matrix3<S> Rt = transpose(frame[i].R);
    const Matrix3<S> U_i = rotational_acceleration(Rt * motion.omega[i], Rt * motion.omega_dot[i]);
    put(U[i], U_i);
    put(a[i], Rt * motion.v_dot[i] + U_i * (transpose(link.R) * link.p));
  }
  if (!has_rotors(layout)) return;
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const int h = body.parent;
    const Vector3<S> z_m = motion.pose[h].R * body.rotor.direction;
    put(rotor_torque[i], qdd[body.v] + dot(z_m, motion.omega_dot[h]));
    put(rotor_moment[i], qdd[body.v] * z_m + qd[body.v] * cross(motion.omega[h], z_m));
  }
}

/// The row that a unit twist (angular w, linear l, in the link's frame) feels of the link's ten parameters: the power
/// of f = m a + U h and mu = h x a + vee(U E - E U^T) in it, with E from the inertia matrix, E = trace(I)/2 1 - I.
template <Scalar S>
std::array<S, 10> link_row(const Matrix3<S>& U, const Vector3<S>& a, const Vector3<S>& w, const Vector3<S>& l) {
  const Vector3<S> h = transpose(U) * l + cross(a, w);
  const S Exx = w.z * U.yx - w.y * U.zx, Eyy = w.x * U.zy - w.z * U.xy, Ezz = w.y * U.xz - w.x * U.yz;
  const S half(0.5);
  return {dot(l, a),
          h.x,
          h.y,
          h.z,
          half * (Eyy + Ezz - Exx),
          -(w.x * U.zx - w.y * U.zy + w.z * (U.yy - U.xx)),
          w.x * U.yx - w.z * U.yz - w.y * (U.xx - U.zz),
          half * (Exx + Ezz - Eyy),
          -(w.x * (U.zz - U.yy) + w.y * U.xy - w.z * U.xz),
          half * (Exx + Eyy - Ezz)};
}

/// What is the same for all rows of a link's ten columns.
template <Scalar S>
class LinkColumns {
 public:
  LinkColumns(const RegressorWorkspace<S>& workspace, int body)
      : Rt_(transpose(workspace.frame[body].R)), U_(workspace.U[body]), a_(workspace.a[body]) {}

  /// What a twist in base axes feels of the ten parameters, or several where T is a pack.
  template <class T>
  std::array<T, 10> rows(const Motion<T>& twist) const {
    const Matrix3<T> Rt = wide<T>(Rt_);
    return link_row<T>(wide<T>(U_), wide<T>(a_), Rt * twist.angular, Rt * twist.linear);
  }

  template <class T>
  static Vector3<T> wide(const Vector3<S>& v) {
    return {T(v.x), T(v.y), T(v.z)};
  }
  template <class T>
  static Matrix3<T> wide(const Matrix3<S>& A) {
    return {T(A.xx), T(A.xy), T(A.xz), T(A.yx), T(A.yy), T(A.yz), T(A.zx), T(A.zy), T(A.zz)};
  }

 private:
  Matrix3<S> Rt_, U_;
  Vector3<S> a_;
};

/// The rows of the base: force and moment that the ground passes to it, in base axes and about its origin.
template <Scalar S>
void fill_base_rows(const RegressorWorkspace<S>& workspace, int i, int column, MatrixView<S> Y) {
  const LinkColumns<S> link(workspace, i);
  const S zero(0.0), one(1.0);
  const Vector3<S> axes[] = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
  for (int k = 0; k < 3; ++k) {
    const Vector3<S>& e = axes[k];
    const auto of_force = link.template rows<S>({{}, e});
    const auto of_moment = link.template rows<S>({e, cross(e, workspace.frame[i].p)});
    for (int p = 0; p < 10; ++p) Y(k, column + p) += of_force[p], Y(3 + k, column + p) += of_moment[p];
  }
}

/// The axes of joints in base axes.
template <Scalar S>
void place_axes(const Model<S>& model, RegressorWorkspace<S>& workspace) {
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const Matrix3<S>& R = workspace.motion.pose[i].R;
    const Vector3<S>& p = workspace.motion.pose[i].p;
    for_joint_axes(body.joint, [&](int k, const JointAxis& axis) {
      workspace.axes.set(body.axis + k, axis.turns, joint_axis(body, R, axis.column), p);
    });
  }
}

/// The rows that the axes of body `i` and all below it feel of its link, in the ten columns from `column` on, which are
/// zero where joints share a row.
template <class P, Scalar S>
void fill_link_rows(const Model<S>& model, RegressorWorkspace<S>& workspace, int i, int first_row, int column,
                    MatrixView<S> Y) {
  const LinkColumns<S> link(workspace, i);
  const auto point = LinkColumns<S>::template wide<P>(workspace.frame[i].p);
  const int* velocity = workspace.runs.velocity.data();
  for_axes_to_base(workspace.runs, i, [&](int first, int last) {
    for (int k = first; k <= last; k += lane_count<P>) {
      const auto row_of = [&](int lane) { return &Y(first_row + velocity[k + lane], column); };
      const auto rows = link.rows(workspace.axes.template at<P>(k, workspace.runs.turns[k], point));
      const int lanes = std::min(lane_count<P>, last - k + 1);
      if constexpr (lane_count<P> > 1)
        if (!model.followers) {
          put_rows(rows, lanes, row_of);
          continue;
        }
      for (int lane = 0; lane < lanes; ++lane)
        for (int p = 0; p < 10; ++p) row_of(lane)[p] += torsor::lane<S>(rows[p], lane);
    }
  });
}

/// The columns of the ten parameters of links, from the accelerations in the workspace.
template <class P, Scalar S>
void fill_link_columns(const Model<S>& model, const ParameterLayout& layout, RegressorWorkspace<S>& workspace,
                       int first_row, MatrixView<S> Y) {
  for (int i = 0; i < model.body_count(); ++i) {
    const int column = layout.inertial[i];
    if (column < 0) continue;
    fill_link_rows<P>(model, workspace, i, first_row, column, Y);
    if (first_row > 0) fill_base_rows(workspace, i, column, Y);
  }
}
template <Scalar S>
void fill_link_columns(const Model<S>& model, const ParameterLayout& layout, RegressorWorkspace<S>& workspace,
                       int first_row, MatrixView<S> Y) {
  place_axes(model, workspace);
  if constexpr (!std::same_as<S, double>)
    fill_link_columns<S, S>(model, layout, workspace, first_row, Y);
  else if (model.axis_count <= 2)  // no lanes for nobody
    fill_link_columns<Pack<double, 2>, S>(model, layout, workspace, first_row, Y);
  else
    with_lanes([&](auto width) { fill_link_columns<Pack<double, width>, S>(model, layout, workspace, first_row, Y); });
}

/// The columns of rotor inertias, of joints and of couplings.
template <Scalar S>
void fill_rotor_columns(const Model<S>& model, const ParameterLayout& layout, Input<S> qdd,
                        const RegressorWorkspace<S>& workspace, int first_row, MatrixView<S> Y) {
  for (int c = 0; c < layout.size(); ++c) {
    const auto& [kind, i, at] = layout.entries[c];
    if (kind == ParameterKind::mass) c += 9;  // the ten of a link stand together
    if (kind != ParameterKind::rotor_inertia) continue;
    if (at >= 0) {
      const Coupling<S>& coupling = model.couplings[at];
      const S turned = coupling.combine(&Coupling<S>::Term::v, qdd);
      for (const auto& term : coupling.terms) Y(first_row + term.v, c) += term.coefficient * turned;
      continue;
    }
    const Vector3<S>& moment = workspace.rotor_moment[i];
    const int v = model.bodies[i].v, n = velocity_count(model.bodies[i].joint);
    for (int k = 0; k < n; ++k) Y(first_row + v + k, c) += n == 1 ? workspace.rotor_torque[i] : qdd[v + k];
    for (int j = model.bodies[i].parent; j > 0; j = model.bodies[j].parent) {
      int row = first_row + model.bodies[j].v;
      for (const auto [column, turns] : joint_axes(model.bodies[j].joint)) {
        if (turns) Y(row, c) += dot(moment, joint_axis(model.bodies[j], workspace.motion.pose[j].R, column));
        ++row;
      }
    }
    if (first_row > 0) Y(3, c) = moment.x, Y(4, c) = moment.y, Y(5, c) = moment.z;
  }
}

/// What a parameter of friction or of a spring on the coordinate x multiplies; the shape is that of `friction`.
template <Scalar S>
S friction_or_spring(ParameterKind kind, const Friction<S>& friction, const S& x, const S& xd) {
  if (kind == ParameterKind::stiffness) return x;
  if (kind == ParameterKind::preload) return S(-1.0);
  const FrictionTerms<S> law = friction_law(unit_friction<S>(), xd, friction.shape());
  return *find_friction_parameter(law, kind);
}

/// The column of the stiffness of a ball or free joint.
template <Scalar S>
void add_pose_column(const Model<S>& model, int body, Input<S> q, int first_row, int column, MatrixView<S> Y) {
  S stretch[6] = {S(0.0), S(0.0), S(0.0), S(0.0), S(0.0), S(0.0)};
  for (const PoseSpring<S>& spring : model.pose_springs)
    if (spring.body == body) add_pose_stretch(model, spring, q, S(1.0), stretch);
  for (int k = 0; k < velocity_count(model.bodies[body].joint); ++k)
    Y(first_row + model.bodies[body].v + k, column) = stretch[k];
}

/// The columns of friction, offset and springs.
template <Scalar S>
void fill_joint_columns(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd, int first_row,
                        MatrixView<S> Y) {
  using Term = typename Coupling<S>::Term;
  for (int c = 0; c < layout.size(); ++c) {
    const auto& [kind, i, at] = layout.entries[c];
    if (kind == ParameterKind::mass) c += 9;  // the ten of a link stand together
    if (kind <= ParameterKind::rotor_inertia || kind == ParameterKind::load || kind == ParameterKind::own_term)
      continue;
    if (at < 0 && kind == ParameterKind::stiffness) {
      add_pose_column(model, i, q, first_row, c, Y);
      continue;
    }
    if (at < 0) {  // a joint with several velocities has one friction for all
      for (int k = 0, v = model.bodies[i].v; k < velocity_count(model.bodies[i].joint); ++k, ++v)
        Y(first_row + v, c) = friction_or_spring(kind, model.friction[v], q[model.bodies[i].q], qd[v]);
      continue;
    }
    const Coupling<S>& coupling = model.couplings[at];
    const S x = coupling.combine(&Term::q, q);
    const S value = kind == ParameterKind::sine ? sin(x + coupling.phase)
                    : kind == ParameterKind::cosine
                        ? cos(x + coupling.phase)
                        : friction_or_spring(kind, coupling.friction, x, coupling.combine(&Term::v, qd));
    for (const Term& term : coupling.terms) Y(first_row + term.v, c) += term.coefficient * value;
  }
}

/// Columns of masses and rotors for the accelerations that were added up.
template <Scalar S>
void fill_mass_columns(const Model<S>& model, const ParameterLayout& layout, Input<S> qdd,
                       RegressorWorkspace<S>& workspace, MatrixView<S> Y) {
  for (int k = 0; k < Y.rows * Y.columns; ++k) Y.data[k] = S(0.0);
  fill_link_columns(model, layout, workspace, Y.rows - model.nv, Y);
  fill_rotor_columns(model, layout, qdd, workspace, Y.rows - model.nv, Y);
}

namespace recursion {

/// Y(q, qd, qdd) with tau = Y theta + J^T h_e, columns as in ParameterLayout; to be added is what gravity compensation
/// carries, which is known (gravity_compensation_torque), and friction that grows with the load, which is not linear
/// (load_friction_torque). Y has nv rows; or six more, which then
/// stand first: the wrench that the ground passes to the base (fx fy fz nx ny nz). [notes 001; Siciliano et al.
/// 2009, 7.2.2]
template <Scalar S>
void regressor(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd, Input<S> qdd,
               const Conditions<S>& conditions, RegressorWorkspace<S>& workspace, MatrixView<S> Y) {
  find_accelerations<false>(model, layout, q, qd, qdd, conditions, S(1.0), workspace);
  fill_mass_columns(model, layout, qdd, workspace, Y);
  fill_joint_columns(model, layout, q, qd, Y.rows - model.nv, Y);
}

}  // namespace recursion

/// recursion::regressor, on double with the widest instructions that the processor has.
template <Scalar S>
void regressor(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd, Input<S> qdd,
               const Conditions<S>& conditions, RegressorWorkspace<S>& workspace, MatrixView<S> Y) {
  assert(fits(model, q, qd, qdd));
  run_kernel<S, recursion::regressor<S>>(model, layout, q, qd, qdd, conditions, workspace, Y);
}

/// Slotine and Li's form: Y theta = B qdd_r + C(q, qd) qd_r + g + friction(qd) + spring(q), C that of Christoffel;
/// without friction that grows with the load.
/// As in slotine_li_torque, C(q, qd) qd_r is a difference of two squares.
template <Scalar S>
void slotine_li_regressor(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd, Input<S> qd_r,
                          Input<S> qdd_r, const Conditions<S>& conditions, RegressorWorkspace<S>& workspace,
                          MatrixView<S> Y) {
  assert(fits(model, q, qd, qd_r, qdd_r));
  split_velocities<S>(model, qd, qd_r, qdd_r, workspace.mean, workspace.half_difference, workspace.bracket);
  find_accelerations<false, S>(model, layout, q, workspace.mean, workspace.bracket, conditions, S(1.0), workspace);
  find_accelerations<true, S>(model, layout, q, workspace.half_difference, workspace.still, {}, S(-1.0), workspace);
  fill_mass_columns(model, layout, qdd_r, workspace, Y);
  fill_joint_columns(model, layout, q, qd, Y.rows - model.nv, Y);
}

/// Y with B(q) qd = Y theta: the generalised momentum.
template <Scalar S>
void momentum_regressor(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd,
                        RegressorWorkspace<S>& workspace, MatrixView<S> Y) {
  assert(fits(model, q, qd));
  find_accelerations<false, S>(model, layout, q, workspace.still, qd, {}, S(1.0), workspace);  // B qd = NE(q, 0, qd; 0)
  fill_mass_columns(model, layout, qd, workspace, Y);
}

template <Scalar S>
Matrix<S> regressor(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd, Input<S> qdd,
                    const Conditions<S>& conditions) {
  require_state(model, q, qd, qdd);
  Matrix<S> Y(model.nv + (layout.base ? 6 : 0), layout.size());
  RegressorWorkspace<S> workspace(model);
  regressor<S>(model, layout, q, qd, qdd, conditions, workspace, Y.view());
  return Y;
}
template <Scalar S>
Matrix<S> slotine_li_regressor(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd,
                               Input<S> qd_r, Input<S> qdd_r, const Conditions<S>& conditions) {
  require_state(model, q, qd);
  require_velocities(model, "qd_r", qd_r);
  require_velocities(model, "qdd_r", qdd_r);
  Matrix<S> Y(model.nv + (layout.base ? 6 : 0), layout.size());
  RegressorWorkspace<S> workspace(model);
  slotine_li_regressor<S>(model, layout, q, qd, qd_r, qdd_r, conditions, workspace, Y.view());
  return Y;
}
template <Scalar S>
Matrix<S> momentum_regressor(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd) {
  require_state(model, q, qd);
  Matrix<S> Y(model.nv + (layout.base ? 6 : 0), layout.size());
  RegressorWorkspace<S> workspace(model);
  momentum_regressor<S>(model, layout, q, qd, workspace, Y.view());
  return Y;
}

#define TORSOR_REGRESSOR(S)                                                                                            \
  template void regressor(const Model<S>&, const ParameterLayout&, Input<S>, Input<S>, Input<S>, const Conditions<S>&, \
                          RegressorWorkspace<S>&, MatrixView<S>)
#define TORSOR_SLOTINE_LI_REGRESSOR(S)                                                                                \
  template void slotine_li_regressor(const Model<S>&, const ParameterLayout&, Input<S>, Input<S>, Input<S>, Input<S>, \
                                     const Conditions<S>&, RegressorWorkspace<S>&, MatrixView<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_REGRESSOR)
TORSOR_DECLARE_INSTANCES(TORSOR_SLOTINE_LI_REGRESSOR)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_REGRESSOR
#undef TORSOR_SLOTINE_LI_REGRESSOR
#endif

}  // namespace torsor
