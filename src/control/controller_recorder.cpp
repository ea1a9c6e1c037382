#include "control/controller_recorder.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/kinematics/forward_kinematics.hpp"

namespace torsor {
namespace {

long samples_a_point(const ControllerComparisonOptions& options, double duration) {
  return std::max(1L, static_cast<long>(std::ceil(duration * options.loop.rate / std::max(1, options.trace_points))));
}

/// Peaks stay, with their sign.
void keep_larger(double& kept, double value) {
  if (std::abs(value) > std::abs(kept)) kept = value;
}

}  // namespace

ControllerRecorder::ControllerRecorder(const Model<double>& robot, const ControllerComparisonOptions& options,
                                       double duration)
    : robot_(robot), options_(options), stride_(samples_a_point(options, duration)),
      wanted_(static_cast<std::size_t>(robot.nv), 0.0), held_(wanted_), last_q_(wanted_), squares_(wanted_),
      peaks_(wanted_), poses_(robot.bodies.size()), wanted_poses_(robot.bodies.size()) {
  run_.final_error = wanted_;
  run_.trace.error.resize(wanted_.size());
  run_.trace.torque.resize(wanted_.size());
}

Controller ControllerRecorder::listening_to(Controller law) {
  law.ask = [this, ask = std::move(law.ask)](double t, const Reference<double>& reference, Input<double> q,
                                             Input<double> qd, Output<double> tau) {
    std::copy(reference.q.begin(), reference.q.end(), wanted_.begin());
    sampled_ = true;
    ask(t, reference, q, qd, tau);
    for (const double x : tau) run_.torque_is_finite &= std::isfinite(x);
  };
  return law;
}

double ControllerRecorder::tick(ControlLoop& loop, double t, Input<double> q, Input<double> qd) {
  add_held_torque(t, q);
  sampled_ = false;
  const double next = loop.tick(t, q, qd);
  std::fill(held_.begin(), held_.end(), 0.0);
  loop.torque(held_);
  for (std::size_t i = 0; i < held_.size(); ++i) keep_larger(peaks_[i], held_[i]);
  if (sampled_) add_sample(t, q);
  return next;
}

/// Torques do not change between ticks, so that their work there is tau (q - q before).
void ControllerRecorder::add_held_torque(double t, Input<double> q) {
  const bool first = samples_ == 0;
  for (std::size_t i = 0; i < held_.size() && !first; ++i) {
    const double work = held_[i] * (q[i] - last_q_[i]);
    squares_[i] += held_[i] * held_[i] * (t - last_t_);
    run_.work += work, run_.energy += std::max(0.0, work);
  }
  last_t_ = t;
  std::copy(q.begin(), q.end(), last_q_.begin());
}

double ControllerRecorder::tip_error(Input<double> q) {
  forward_kinematics<double>(robot_, q, poses_);
  forward_kinematics<double>(robot_, wanted_, wanted_poses_);
  const Vector3<double> way =
      frame_pose<double>(robot_, wanted_poses_, options_.tip).p - frame_pose<double>(robot_, poses_, options_.tip).p;
  return std::sqrt(dot(way, way));
}

void ControllerRecorder::add_sample(double t, Input<double> q) {
  const double off = tip_error(q);
  tip_squares_ += off * off;
  run_.largest_tip_error = std::max(run_.largest_tip_error, off), run_.final_tip_error = off;
  for (std::size_t i = 0; i < held_.size(); ++i) run_.final_error[i] = wanted_[i] - q[i];
  keep(t, q, off);
  ++samples_;
}

void ControllerRecorder::keep(double t, Input<double> q, double off) {
  ControllerTrace& trace = run_.trace;
  if (samples_ % stride_ == 0) {
    trace.time.push_back(t), trace.tip_error.push_back(0);
    for (std::size_t i = 0; i < held_.size(); ++i) trace.error[i].push_back(0), trace.torque[i].push_back(0);
  }
  keep_larger(trace.tip_error.back(), off);
  for (std::size_t i = 0; i < held_.size(); ++i) {
    keep_larger(trace.error[i].back(), wanted_[i] - q[i]);
    keep_larger(trace.torque[i].back(), held_[i]);
  }
}

void ControllerRecorder::set_torque_uses(double time) {
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    const double limit = options_.torque_limits.empty() ? HUGE_VAL : options_.torque_limits[i];
    const double rms = time > 0 ? std::sqrt(squares_[i] / time) : std::abs(held_[i]);
    const bool limited = std::isfinite(limit) && limit > 0;
    run_.torque_squared += squares_[i];
    run_.rms_torque.push_back(rms);
    run_.rms_torque_use.push_back(limited ? rms / limit : std::numeric_limits<double>::quiet_NaN());
    run_.peak_torque_use.push_back(limited ? std::abs(peaks_[i]) / limit : std::numeric_limits<double>::quiet_NaN());
  }
}

ControllerRun ControllerRecorder::finish(const Simulation& run, ControlReview review, double payload) {
  if (!run.samples.empty() && run.samples.back().t > last_t_)
    add_held_torque(run.samples.back().t, run.samples.back().q);
  run_.payload = payload, run_.review = std::move(review), run_.end = run.end;
  double sum = 0;
  for (const double rms : run_.review.rms_error) sum += rms * rms;
  run_.rms_error = std::sqrt(sum / static_cast<double>(std::max<std::size_t>(1, run_.review.rms_error.size())));
  for (const double error : run_.review.largest_error) run_.largest_error = std::max(run_.largest_error, error);
  run_.rms_tip_error = std::sqrt(tip_squares_ / static_cast<double>(std::max(1L, samples_)));
  set_torque_uses(run_.trace.time.empty() ? 0 : last_t_ - run_.trace.time.front());
  return std::move(run_);
}

}  // namespace torsor
