#include "workbench.hpp"

#include <Eigen/LU>
#include <cmath>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/kinematics/inverse_kinematics.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/position.hpp"

namespace torsor::studio {
namespace {

void put(double*& to, const Vector3<double>& v) { *to++ = v.x, *to++ = v.y, *to++ = v.z; }
void put(double*& to, const Matrix3<double>& R) {
  for (const double entry : {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz}) *to++ = entry;
}
void put(double*& to, const Transform<double>& pose) { put(to, pose.R), put(to, pose.p); }

/// Half axes of the uniform ellipsoid with a body's mass and inertia, its axes, and whether there is such a body.
void put_ellipsoid(double*& to, const Inertia<double>& body) {
  const double m = body.mass;
  const Vector3<double> c = m > 0 ? (1 / m) * body.first_moment : Vector3<double>{};
  const auto& E = body.second_moment;  // about the centre below; of an ellipsoid m a^2 / 5 along each axis
  Eigen::Matrix3d moments;
  moments << E.xx - m * c.x * c.x, E.xy - m * c.x * c.y, E.xz - m * c.x * c.z, 0, E.yy - m * c.y * c.y,
      E.yz - m * c.y * c.z, 0, 0, E.zz - m * c.z * c.z;
  moments.triangularView<Eigen::StrictlyLower>() = moments.transpose();
  const auto [values, vectors] = linear_algebra::symmetric_eigen_3(moments);
  const double least = -1e-9 * (std::abs(E.xx) + std::abs(E.yy) + std::abs(E.zz));
  const bool possible = m >= 0 && values[0] >= least && (m > 0 || values[2] <= -least);
  for (int k = 0; k < 3; ++k) *to++ = m > 0 ? std::sqrt(5 * std::abs(values[k]) / m) : 0;
  const double sign = vectors.determinant() < 0 ? -1 : 1;  // a rotation, and no mirror
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) *to++ = sign * vectors(i, k);
  put(to, c);
  *to++ = possible ? 1 : 0;
}

/// Limits as files have them are by joint, and a joint may have several velocities.
std::vector<JointLimits> limits_by_velocity(const Description& robot, const Model<double>& model) {
  const std::vector<JointLimits> by_joint = joint_limits(robot);
  std::vector<JointLimits> limits(static_cast<std::size_t>(model.nv));
  auto next = by_joint.begin();
  for (std::size_t i = 1; i < model.bodies.size() && next != by_joint.end(); ++i) {
    const Body<double>& body = model.bodies[i];
    if (body.follows) continue;
    JointLimits joint = without_huge(*next++);
    const int n = velocity_count(body.joint);
    if (n > 1) joint.position_low = -HUGE_VAL, joint.position_high = HUGE_VAL;
    for (int k = 0; k < n; ++k) limits[static_cast<std::size_t>(body.v + k)] = joint;
  }
  return limits;
}

}  // namespace

Workbench::Workbench(Reading reading)
    : reading_(std::move(reading)), written_(build_model<double>(reading_.robot)), model_(written_),
      limits_(limits_by_velocity(reading_.robot, model_)), newton_euler_(model_), coriolis_(model_), inertia_(model_),
      terms_(model_), layout_(parameter_layout(model_, {})), poses_(model_.bodies.size()) {
  const auto n = static_cast<std::size_t>(model_.nv), bodies = model_.bodies.size();
  array(Array::q) = zero_position(model_);
  for (const Array which : {Array::qd, Array::qdd, Array::torque, Array::stiffness, Array::damping, Array::motor_torque,
                            Array::tracking_error})
    array(which).assign(n, 0.0);
  array(Array::frame_poses).resize(12 * model_.frames.size());
  array(Array::body_poses).resize(12 * bodies);
  for (const Array which : {Array::inertia, Array::coriolis}) array(which).resize(n * n);
  array(Array::newton_euler).resize(15 * bodies);
  array(Array::bearings).resize(6 * bodies);
  array(Array::centers).resize(4 * (bodies + 1));
  array(Array::ellipsoids).resize(16 * bodies);
  array(Array::energy).resize(2);
  array(Array::target).resize(3);
  array(Array::reference).resize(2 * n);
}

void Workbench::evaluate_picture() {
  forward_kinematics<double>(model_, q(), poses_);
  double* to = array(Array::frame_poses).data();
  for (int k = 0; k < static_cast<int>(model_.frames.size()); ++k) put(to, frame_pose<double>(model_, poses_, k));
  to = array(Array::body_poses).data();
  for (const Transform<double>& pose : poses_) put(to, pose);
  to = array(Array::centers).data();
  Vector3<double> sum{};
  double mass = 0;
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const Inertia<double>& inertia = model_.bodies[i].inertia;
    const Vector3<double> moment = inertia.mass * poses_[i].p + poses_[i].R * inertia.first_moment;
    mass += inertia.mass, sum += moment;
    *to++ = inertia.mass;
    put(to, inertia.mass > 0 ? (1 / inertia.mass) * moment : poses_[i].p);
  }
  *to++ = mass;
  put(to, mass > 0 ? (1 / mass) * sum : sum);
  array(Array::energy) = {kinetic_energy(model_, q(), qd()), potential_energy(model_, q())};
}

void Workbench::evaluate_links() {
  double* steps = array(Array::newton_euler).data();
  double* bearings = array(Array::bearings).data();
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const NewtonEulerLink<double>& link = newton_euler_.link[i];
    for (const Vector3<double>* v : {&link.omega, &link.omega_dot, &link.p_ddot, &link.f, &link.mu}) put(steps, *v);
    put(bearings, poses_[i].R * link.f);
    put(bearings, poses_[i].R * link.mu);
  }
  double* to = array(Array::ellipsoids).data();
  for (const Body<double>& body : model_.bodies) put_ellipsoid(to, body.inertia);
}

void Workbench::evaluate() {
  evaluate_picture();
  const int n = model_.nv;
  const Conditions<double> conditions = default_conditions(model_);
  inertia_matrix<double>(model_, q(), inertia_, {array(Array::inertia).data(), n, n});
  coriolis_matrix<double>(model_, q(), qd(), coriolis_, {array(Array::coriolis).data(), n, n});
  terms<double>(model_, q(), qd(), qdd(), conditions, newton_euler_, terms_);
  array(Array::gravity_torque) = terms_.gravity, array(Array::coriolis_torque) = terms_.coriolis;
  array(Array::inertia_torque) = terms_.inertia, array(Array::friction_torque) = terms_.friction;
  array(Array::spring_torque) = terms_.spring;
  inverse_dynamics<double>(model_, q(), qd(), qdd(), conditions, newton_euler_, array(Array::torque));
  evaluate_links();
  array(Array::lagrange_torque).clear();
  if (lagrange_euler_applies(model_))
    array(Array::lagrange_torque) = lagrange_euler_torque<double>(model_, q(), qd(), qdd(), conditions);
}

void Workbench::inertia_of_body(int body) {
  const Model<double> alone = changed(without_rotors(model_), [&](ModelParts<double>& parts) {
    for (int i = 0; i < static_cast<int>(parts.bodies.size()); ++i)
      if (i != body) parts.bodies[static_cast<std::size_t>(i)].inertia = {};
  });
  array(Array::table) = inertia_matrix<double>(alone, q()).data;
}

void Workbench::predict(int rows) {
  const auto n = static_cast<std::size_t>(model_.nv), nq = static_cast<std::size_t>(model_.nq);
  double* row = array(Array::table).data();
  for (int k = 0; k < rows; ++k, row += nq + 3 * n)
    inverse_dynamics<double>(model_, {row, nq}, {row + nq, n}, {row + nq + n, n}, default_conditions(model_),
                             newton_euler_, {row + nq + 2 * n, n});
}

double Workbench::reach(bool keep_direction) {
  InverseKinematicsOptions options;
  options.match = keep_direction ? PoseMatch::whole : PoseMatch::position;
  options.limits = joint_limits(description());
  options.tolerance = 1e-9;
  options.starts = 1;
  options.iterations = 40;
  options.prefer = SolutionPreference::near_posture;
  const std::vector<double>& target = array(Array::target);
  forward_kinematics<double>(model_, q(), poses_);
  const Transform<double> pose{frame_pose<double>(model_, poses_, model_.tip).R, {target[0], target[1], target[2]}};
  std::vector<double> found = array(Array::q);
  const InverseKinematicsOutcome outcome =
      InverseKinematics(model_, model_.tip, std::move(options)).solve_from(pose, found);
  array(Array::q) = found;
  return outcome.position_error;
}

void Workbench::rebuild() {
  model_ = written_;
  if (shifted_ >= 0) {
    const BaseParameters& base = base_parameters();
    std::vector<double> theta = parameters(written_, layout_);
    theta[static_cast<std::size_t>(base.dependent[static_cast<std::size_t>(shifted_)])] += shift_;
    for (int b = 0; b < base.count(); ++b)
      theta[static_cast<std::size_t>(base.independent[static_cast<std::size_t>(b)])] -=
          shift_ * base.coefficients(b, shifted_);
    model_ = with_parameters<double>(written_, layout_, theta);
  }
  if (load_.mass != 0) model_ = with_payload(model_, model_.tip, load_);
}

void Workbench::set_payload(double mass, const Vector3<double>& center) {
  load_ = {mass, mass * center, mass * outer(center)};
  rebuild();
}

const BaseParameters& Workbench::base_parameters() {
  if (!base_ && written_.nv == 0) base_.emplace();
  if (!base_) base_ = torsor::base_parameters(written_, layout_, default_conditions(written_));
  return *base_;
}

void Workbench::shift(int d, double amount) {
  shifted_ = d, shift_ = amount;
  rebuild();
}

}  // namespace torsor::studio
