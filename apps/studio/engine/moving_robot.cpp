#include "moving_robot.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/position.hpp"

namespace torsor::studio {
namespace {

constexpr double sample_time = 1e-3;
constexpr long most_steps = 20000;  // in one run of the page

ControllerKind kind_of(Drive drive) {
  switch (drive) {
    case Drive::pd:
      return ControllerKind::pd;
    case Drive::pd_gravity:
      return ControllerKind::pd_gravity;
    case Drive::adaptive:
      return ControllerKind::adaptive;
    case Drive::impedance:
      return ControllerKind::impedance;
    case Drive::feed_forward:
      return ControllerKind::feed_forward;
    case Drive::lqr:
      return ControllerKind::lqr;
    case Drive::off:
    case Drive::hold:
    case Drive::computed_torque:
      break;
  }
  return ControllerKind::computed_torque;
}

bool is_zero(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return x == 0; });
}

}  // namespace

/// Each joint swings from where it begins, as far as the page says, and back: q0 + a (1 - cos(w t)) / 2.
Reference<double> MovingRobot::reference(double t) {
  const std::vector<double>& numbers = bench_.array(Array::reference);
  const std::size_t n = wanted_.size();
  const double w = 2 * std::numbers::pi / period_;
  for (std::size_t i = 0; i < n; ++i) {
    const double half = numbers[n + i] / 2;
    wanted_[i] = numbers[i] + half * (1 - std::cos(w * t));
    wanted_rate_[i] = half * w * std::sin(w * t);
    wanted_acceleration_[i] = half * w * w * std::cos(w * t);
  }
  return {wanted_, wanted_rate_, wanted_acceleration_};
}

/// There and back it goes the same way.
std::vector<std::vector<double>> MovingRobot::poses_of_reference() {
  constexpr int count = 12;
  std::vector<std::vector<double>> poses;
  for (int k = 0; k <= count; ++k) {
    reference(period_ / 2 * k / count);
    poses.push_back(wanted_);
  }
  return poses;
}

void MovingRobot::set_gains(ControllerKind kind) {
  std::vector<double>&stiffness = bench_.array(Array::stiffness), &damping = bench_.array(Array::damping);
  const bool are_usual = stiffness == usual_.stiffness && damping == usual_.damping;
  lowered_.clear();
  if (!are_usual && !(is_zero(stiffness) && is_zero(damping))) return;
  const Model<double>& model = bench_.written();
  const std::vector<std::vector<double>> poses = poses_of_reference();
  usual_ = default_gains(model, kind, poses.front(), 20, {poses, sample_time});
  lowered_ = lowered_joints(default_gains(model, kind, poses.front()), usual_, velocity_names(model));
  stiffness = usual_.stiffness, damping = usual_.damping;
}

/// What motors cannot exert, they do not.
void MovingRobot::saturate() {
  const std::vector<JointLimits>& limits = bench_.limits();
  for (std::size_t i = 0; i < tau_.size(); ++i) tau_[i] = std::clamp(tau_[i], -limits[i].torque, limits[i].torque);
}

void MovingRobot::set_drive(Drive drive, double period) {
  drive_ = drive, period_ = period;
  controller_.reset();
  lowered_.clear();
  const auto n = static_cast<std::size_t>(bench_.model().nv);
  tau_.assign(n, 0.0);
  wanted_ = wanted_rate_ = wanted_acceleration_ = tau_;
  const Model<double>& model = bench_.written();
  if (drive == Drive::hold && model.nq == model.nv)
    tau_ = inverse_dynamics(model, bench_.array(Array::q), tau_, tau_);  // no velocities, no accelerations
  saturate();
  if (simulator_) simulator_->reconsider();
  if (drive == Drive::off || drive == Drive::hold || model.nq != model.nv) return;
  ControllerOptions options;
  options.kind = kind_of(drive);
  options.sample_time = sample_time;
  if (!is_of_tip(options.kind)) {
    set_gains(options.kind);
    options.gains = {bench_.array(Array::stiffness), bench_.array(Array::damping), {}};
  }
  controller_ = make_controller(model, options, reference(time()));
}

bool MovingRobot::start(Drive drive, double period) {
  simulator_.reset();
  set_drive(drive, period);
  poses_.resize(bench_.model().bodies.size());
  Surroundings around;
  around.torque = [this](double, Input<double>, Input<double>, Output<double> tau) {
    std::copy(tau_.begin(), tau_.end(), tau.begin());
  };
  around.world = [this](double, Input<double> q, Input<double>, Conditions<double>& conditions) {
    if (pushed_ == 0) return;
    forward_kinematics<double>(bench_.model(), q, poses_);
    const Vector3<double> exerted = -(transpose(poses_[static_cast<std::size_t>(pushed_)].R) * force_);
    wrench_ = {pushed_, {cross(point_, exerted), exerted}};
    conditions.wrenches = {&wrench_, 1};
  };
  SimulationOptions options;
  options.limits = joint_limits(bench_.description());
  options.tolerance = 1e-9;
  options.most_steps = most_steps;
  for (const bool stops : {true, false}) {  // a pose outside of the limits may still be tried without them
    if (!stops) options.limits.clear();
    simulator_.emplace(bench_.model(), options, around);
    next_sample_ = 0;
    if (simulator_->start(0, bench_.q(), bench_.qd()).reached()) return true;
  }
  simulator_.reset();
  return false;
}

void MovingRobot::sample() {
  if (!controller_) return;
  (*controller_)(simulator_->time(), reference(simulator_->time()), simulator_->q(), simulator_->qd(), tau_);
  saturate();
  if (controller_->applied) controller_->applied(tau_, sample_time);
  simulator_->reconsider();
}

SimulationEnd MovingRobot::run(double until) {
  SimulationEnd end;
  if (!simulator_) return {SimulationEnd::Kind::singular, 0, -1};
  const long before = simulator_->steps();
  while (end.reached() && simulator_->time() < until - 1e-12) {
    if (simulator_->steps() - before > most_steps) {
      end = {SimulationEnd::Kind::too_many_steps, time(), -1};
      break;
    }
    if (controller_ && simulator_->time() >= next_sample_ - 1e-9) {
      sample();
      next_sample_ = simulator_->time() + sample_time;
    }
    end = simulator_->run(controller_ ? std::min(until, next_sample_) : until);
  }
  store();
  return end;
}

void MovingRobot::store() {
  const auto copy = [&](Input<double> from, Array to) {
    std::copy(from.begin(), from.end(), bench_.array(to).begin());
  };
  copy(simulator_->q(), Array::q), copy(simulator_->qd(), Array::qd), copy(simulator_->qdd(), Array::qdd);
  copy(tau_, Array::motor_torque);
  if (!controller_) return;
  const Reference<double> wanted = reference(simulator_->time());
  std::vector<double>& error = bench_.array(Array::tracking_error);
  for (std::size_t i = 0; i < error.size(); ++i) error[i] = wanted.q[i] - simulator_->q()[i];
}

void MovingRobot::model_changed() {
  if (simulator_) simulator_->set_model(bench_.model());
}

void MovingRobot::push(int body, const Vector3<double>& point, const Vector3<double>& force) {
  pushed_ = body, point_ = point, force_ = force;
  if (simulator_) simulator_->reconsider();
}

}  // namespace torsor::studio
