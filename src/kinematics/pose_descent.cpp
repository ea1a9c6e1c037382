#include "kinematics/pose_descent.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kinematics/damped_normal_equations.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"

namespace torsor::pose_search {
namespace {

/// The angle from 0 to pi of a sine, not negative, and a cosine.
double angle_of(double s, double c) {
  return c > -0.9 ? 2 * std::atan(s / (1 + c)) : std::numbers::pi - std::atan(s / -c);
}

/// The rotation vector, in base axes, that brings one orientation to another; at most half a turn.
Vector3<double> turn_between(const Matrix3<double>& from, const Matrix3<double>& to) {
  const Matrix3<double> Q = to * transpose(from);
  const Vector3<double> v = 0.5 * Vector3<double>{Q.zy - Q.yz, Q.xz - Q.zx, Q.yx - Q.xy};  // sine times axis
  const double s = length(v), c = 0.5 * (Q.xx + Q.yy + Q.zz - 1);
  if (c > -0.9) return s > 0 ? angle_of(s, c) / s * v : v;
  // Near half a turn the sine says little about the axis u, but Q + Q^T = 2 c 1 + 2 (1 - c) u u^T does.
  const int k = Q.xx >= Q.yy && Q.xx >= Q.zz ? 0 : Q.yy >= Q.zz ? 1 : 2;
  Vector3<double> u = 0.5 * (axis(Q, k) + axis(transpose(Q), k));
  (k == 0 ? u.x : k == 1 ? u.y : u.z) -= c;
  const double angle = angle_of(s, c), size = length(u);
  return (dot(u, v) < 0 ? -angle : angle) / size * u;
}

/// The rotation vector, in base axes, that brings one direction to another by the shortest way.
Vector3<double> turn_between(const Vector3<double>& from, const Vector3<double>& to,
                             const Vector3<double>& any_normal) {
  const Vector3<double> v = cross(from, to);
  const double s = length(v), c = dot(from, to);
  if (s > 0) return angle_of(s, c) / s * v;
  return c > 0 ? v : std::numbers::pi * any_normal;
}

/// The gap at q and, by joint, how the rows of the gap move with it.
void measure(Descent& d, const Goal& goal, const std::vector<double>& q, std::vector<double>& columns, Gap& gap) {
  const int nv = d.model.nv;
  const MatrixView<double> J{d.J.data(), 6, nv};
  recursion::jacobian<double>(d.model, q, d.frame, d.workspace, J);
  ++d.evaluations;
  const Frame<double>& frame = d.model.frames[d.frame];
  const auto [R, p] = frame.body == 0 ? frame.pose : d.workspace.pose.back() * frame.pose;
  const Vector3<double> off = goal.pose.p - p;
  Vector3<double> turn{};
  if (goal.match == PoseMatch::whole)
    turn = turn_between(R, goal.pose.R);
  else if (goal.match == PoseMatch::axis_z)
    turn = turn_between(axis(R, 2), axis(goal.pose.R, 2), axis(R, 0));
  const double L = goal.match == PoseMatch::position ? 0.0 : d.metres_per_radian;
  gap.position = length(off), gap.orientation = length(turn);
  const bool own_axes = goal.match == PoseMatch::axis_z;
  if (own_axes) turn = transpose(R) * turn, turn.z = 0;
  gap.e[0] = off.x, gap.e[1] = off.y, gap.e[2] = off.z;
  gap.e[3] = L * turn.x, gap.e[4] = L * turn.y, gap.e[5] = L * turn.z;
  gap.square = gap.position * gap.position + L * L * gap.orientation * gap.orientation;
  for (int k = 0; k < d.count(); ++k) {
    const int v = d.coordinates[k].v;
    double* c = &columns[static_cast<std::size_t>(Descent::stride) * k];
    Vector3<double> w{J(3, v), J(4, v), J(5, v)};
    if (own_axes) w = transpose(R) * w, w.z = 0;
    c[0] = J(0, v), c[1] = J(1, v), c[2] = J(2, v);
    c[3] = L * w.x, c[4] = L * w.y, c[5] = L * w.z;
  }
}

/// The steps of fewer than six joints: their own equations (C^T C + lambda 1) step = C^T e are smaller, and regular
/// where the rows are not.
void few_steps(Descent& d, double lambda, const double (&e)[6]) {
  int joints[6] = {}, n = 0;
  for (int k = 0; k < d.count(); ++k)
    if (d.held[k] == 0) joints[n++] = k;
  double A[6][6] = {}, x[6] = {};
  const auto column = [&](int a) { return d.column(joints[a]); };
  for (int a = 0; a < 6; ++a) {
    A[a][a] = a < n ? lambda : 1;
    if (a >= n) continue;
    x[a] = times(column(a), e);
    for (int b = 0; b <= a; ++b)
      for (int i = 0; i < 6; ++i) A[a][b] += column(a)[i] * column(b)[i];
  }
  solve_six(A, x);
  for (int a = 0; a < n; ++a) d.step[joints[a]] = x[a];
}

/// The step of least |e - C step|^2 + lambda |step|^2 among joints that are not held. One that would pass its limit
/// goes there, and the others make up for it. [Levenberg 1944; Marquardt 1963]
void damped_step(Descent& d, int conditions, double lambda) {
  double e[6];
  std::copy(d.gap.e, d.gap.e + 6, e);
  for (int pass = 0; pass <= d.count(); ++pass) {
    int free = 0;
    for (int k = 0; k < d.count(); ++k) free += d.held[k] == 0 ? 1 : 0;
    if (free >= conditions) {
      double y[6];
      std::copy(e, e + 6, y);
      solve_damped(d, lambda, y);
      for (int k = 0; k < d.count(); ++k)
        if (d.held[k] == 0) d.step[k] = times(d.column(k), y);
    } else {
      few_steps(d, lambda, e);
    }
    bool all_inside = true;
    for (int k = 0; k < d.count(); ++k) {
      if (d.held[k] != 0) continue;
      const double from = d.q[d.coordinates[k].q], to = from + d.step[k];
      const double inside = std::min(std::max(to, d.low(k)), d.high(k));
      if (to == inside) continue;
      all_inside = false;
      d.held[k] = 1, d.step[k] = inside - from;
      const double* c = d.column(k);
      for (int i = 0; i < 6; ++i) e[i] -= c[i] * d.step[k];
    }
    if (all_inside) return;
  }
}

/// Joints at a limit towards which the gap pulls them stay there. Returns the largest pull on the others.
double hold_at_limits(Descent& d) {
  double largest = 0;
  for (int k = 0; k < d.count(); ++k) {
    const double x = d.q[d.coordinates[k].q], pull = times(d.column(k), d.gap.e);
    d.slope[k] = pull, d.step[k] = 0;
    d.held[k] = (x <= d.low(k) && pull < 0) || (x >= d.high(k) && pull > 0) ? 1 : 0;
    if (d.held[k] == 0) largest = std::max(largest, std::abs(pull));
  }
  return largest;
}

/// What the linear equations say that `step` takes off the square of the gap.
double promised(const Descent& d) {
  double moved[6] = {}, gain = 0;
  for (int k = 0; k < d.count(); ++k) {
    const double* c = d.column(k);
    gain += 2 * d.slope[k] * d.step[k];
    for (int i = 0; i < 6; ++i) moved[i] += c[i] * d.step[k];
  }
  return gain - times(moved, moved);
}

double sum_of_squares(const std::vector<double>& columns) {
  double sum = 0;
  for (const double x : columns) sum += x * x;
  return sum;
}

void keep_trial(Descent& d) {
  std::swap(d.q, d.trial);
  std::swap(d.columns, d.trial_columns);
  d.gap = d.trial_gap;
}

/// Damping is `mu` times the square of the gap, so that convergence is quadratic in the end [Sugihara 2011]; mu follows
/// what a step gained beside what it promised [Nielsen 1999].
void descend(Descent& d, const Goal& goal, const int& iterations, const bool& patient, Arrival& arrival) {
  const int conditions = condition_count(goal.match);
  double mu = 0.1, growth = 2;
  int slow = 0;
  measure(d, goal, d.q, d.columns, d.gap);
  for (int n = 0; n < iterations; ++n) {
    if (d.reached(goal)) {
      arrival = Arrival::reached;
      return;
    }
    const double pull = hold_at_limits(d), size = sum_of_squares(d.columns);
    arrival = Arrival::stalled;
    if (!(pull * pull > 1e-24 * size * d.gap.square)) return;
    damped_step(d, conditions, mu * d.gap.square + 1e-14 * size);
    take_step(d);
    measure(d, goal, d.trial, d.trial_columns, d.trial_gap);
    const double gained = d.gap.square - d.trial_gap.square, ratio = gained / promised(d);
    if (!(gained > 0)) {
      mu *= growth, growth *= 2;
      if (!(mu * d.gap.square < 1e6 * size)) return;
      continue;
    }
    slow = gained < (patient ? 1e-9 : 0.1) * d.gap.square ? slow + 1 : 0;
    keep_trial(d);
    if (slow >= Descent::patience) return;
    const double t = 2 * ratio - 1;
    mu = std::max(mu * std::max(0.1, 1 - t * t * t), 1e-6), growth = 2;
  }
  arrival = d.reached(goal) ? Arrival::reached : Arrival::ran_out;
}

void look_at(Descent& d, const Goal& goal) { measure(d, goal, d.q, d.columns, d.gap); }

}  // namespace

std::vector<char> carriers(const Model<double>& model, int frame) {
  std::vector<char> carries(model.nv, 0);
  for (int i = model.frames[frame].body; i > 0; i = model.bodies[i].parent)
    if (velocity_count(model.bodies[i].joint) == 1) carries[model.bodies[i].v] = 1;
  return carries;
}

Descent::Descent(const Model<double>& robot, int tip, const std::vector<JointLimits>& limits)
    : model(robot), frame(tip), q(robot.nq), trial(robot.nq), before(robot.nq), J(std::size_t{6} * robot.nv),
      workspace(robot) {
  double reach = length(model.frames[frame].pose.p);
  const std::vector<char> moves = carriers(model, frame);
  for (int i = model.frames[frame].body; i > 0; i = model.bodies[i].parent)
    reach += length(model.bodies[i].placement.p);
  std::size_t joint = 0;
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[i];
    if (body.follows) continue;
    const JointLimits own = joint < limits.size() ? limits[joint] : JointLimits{};
    ++joint;
    if (velocity_count(body.joint) != 1 || moves[body.v] == 0) continue;
    coordinates.push_back({body.q, body.v, turns(body.joint), own.position_low, own.position_high});
    if (!turns(body.joint) && std::isfinite(own.position_low) && std::isfinite(own.position_high))
      reach += std::max(std::abs(own.position_low), std::abs(own.position_high));
  }
  metres_per_radian = reach > 0 ? reach / 4 : 1;
  columns.resize(static_cast<std::size_t>(stride) * coordinates.size());
  trial_columns.resize(columns.size());
  step.resize(coordinates.size()), slope.resize(coordinates.size()), held.resize(coordinates.size());
}

Arrival Descent::run(const Goal& goal, int iterations, bool patient) {
  Arrival arrival = Arrival::ran_out;
  run_kernel<double, descend>(*this, goal, iterations, patient, arrival);
  return arrival;
}

void Descent::look(const Goal& goal) { run_kernel<double, look_at>(*this, goal); }

}  // namespace torsor::pose_search
