#include "torsor/control/control_loop.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "torsor/trajectory/random_stream.hpp"

namespace torsor {
namespace control_loop_parts {

/// What the controller is told of a state.
class Sensors {
 public:
  Sensors(const ControlLoopOptions& options, std::size_t n) : options_(options), q(n, 0.0), qd(n, 0.0), last_(n, 0.0) {}

  void measure(Input<double> true_q, Input<double> true_qd, bool first) {
    const double dt = 1 / options_.rate, share = 1 - std::exp(-2 * std::numbers::pi * options_.filter * dt);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double count = options_.encoder.empty() ? 0 : options_.encoder[i];
      last_[i] = q[i];
      q[i] = count > 0 ? count * std::round(true_q[i] / count) : true_q[i];
      if (first || options_.velocity == ControlLoopOptions::Velocity::measured)
        qd[i] = true_qd[i];
      else
        qd[i] += (options_.velocity == ControlLoopOptions::Velocity::filtered ? share : 1) *
                 ((q[i] - last_[i]) / dt - qd[i]);
    }
  }

 private:
  const ControlLoopOptions& options_;

 public:
  std::vector<double> q, qd;

 private:
  std::vector<double> last_;
};

/// Torques on their way to the motors, the oldest first.
class DelayLine {
 public:
  DelayLine(double delay, double dt, std::size_t n)
      : torques_(static_cast<std::size_t>(delay / dt) + 2, std::vector<double>(n, 0.0)), times_(torques_.size(), 0.0) {}

  void put(double time, Input<double> tau) {
    const std::size_t at = (first_ + count_++) % torques_.size();
    std::copy(tau.begin(), tau.end(), torques_[at].begin());
    times_[at] = time;
  }
  double next_time() const { return count_ == 0 ? HUGE_VAL : times_[first_]; }
  void take(Output<double> tau) {
    std::copy(torques_[first_].begin(), torques_[first_].end(), tau.begin());
    first_ = (first_ + 1) % torques_.size(), --count_;
  }

 private:
  std::vector<std::vector<double>> torques_;
  std::vector<double> times_;
  std::size_t first_ = 0, count_ = 0;
};

/// Adds up errors and notices what should not be.
class Watch {
 public:
  Watch(const ControlLoopOptions& options, std::size_t n)
      : options_(options), saturated_since_(n, HUGE_VAL), told_(n, false) {
    for (std::vector<double>* list : {&sums_.rms_error, &sums_.largest_error, &sums_.rms_torque, &sums_.largest_torque})
      list->assign(n, 0.0);
  }

  /// False where control is lost.
  bool look(double t, Input<double> q, const Reference<double>& reference, Input<double> tau, bool sound) {
    bool any = false;
    ++sums_.samples;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double error = std::abs(q[i] - reference.q[i]);
      sums_.rms_error[i] += error * error, sums_.rms_torque[i] += tau[i] * tau[i];
      sums_.largest_error[i] = std::max(sums_.largest_error[i], error);
      sums_.largest_torque[i] = std::max(sums_.largest_torque[i], std::abs(tau[i]));
      const bool full = !options_.torque_limits.empty() && std::abs(tau[i]) >= options_.torque_limits[i];
      any |= full;
      saturated_since_[i] = full ? std::min(saturated_since_[i], t) : HUGE_VAL;
      if (t - saturated_since_[i] >= options_.longest_saturation && !told_[i]) {
        told_[i] = true;
        tell(ControlFinding::Kind::saturated, saturated_since_[i], static_cast<int>(i), options_.torque_limits[i]);
      }
      if (sound && error < options_.lost_error) continue;
      tell(ControlFinding::Kind::lost, t, static_cast<int>(i), error);
      return false;
    }
    sums_.saturated += any ? 1 : 0;
    return true;
  }
  void tell(ControlFinding::Kind kind, double t, int velocity, double value) {
    sums_.findings.push_back({kind, t, velocity, value});
  }
  ControlReview review() const {
    ControlReview review = sums_;
    const double count = std::max(1.0, static_cast<double>(review.samples));
    for (std::vector<double>* list : {&review.rms_error, &review.rms_torque})
      for (double& x : *list) x = std::sqrt(x / count);
    review.saturated /= count;
    return review;
  }

 private:
  const ControlLoopOptions& options_;
  ControlReview sums_;
  std::vector<double> saturated_since_;
  std::vector<bool> told_;
};

}  // namespace control_loop_parts
using namespace control_loop_parts;

struct ControlLoop::Inside {
  ReferenceAt reference;
  ControlCall control;
  ControlLoopOptions options;
  Sensors sensors;
  DelayLine line;
  Watch watch;
  std::vector<double> held, asked;
  double start = 0;
  long sample = -1;  // the last one

  Inside(std::size_t n, ReferenceAt wanted, ControlCall law, const ControlLoopOptions& how)
      : reference(std::move(wanted)), control(std::move(law)), options(how), sensors(options, n),
        line(options.delay, 1 / options.rate, n), watch(options, n), held(n, 0.0), asked(n, 0.0) {
    const double samples = options.delay * options.rate;
    if (samples > 1) watch.tell(ControlFinding::Kind::delay_beyond_sample, 0, -1, samples);
  }

  double next_sample() const { return start + static_cast<double>(sample + 1) / options.rate; }

  /// False where control is lost.
  bool take_sample(double t, Input<double> q, Input<double> qd) {
    const Reference<double> now = reference(t);
    sensors.measure(q, qd, sample < 0);
    ++sample;
    control(t, now, sensors.q, sensors.qd, asked);
    bool sound = true;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      sound &= std::isfinite(asked[i]);
      if (!options.torque_noise.empty())
        asked[i] += options.torque_noise[i] * RandomStream(options.seed, i).normal(sample);
      if (!options.torque_limits.empty())
        asked[i] = std::clamp(asked[i], -options.torque_limits[i], options.torque_limits[i]);
    }
    line.put(t + options.delay, asked);
    return watch.look(t, q, now, asked, sound);
  }
};

ControlLoop::ControlLoop(int nv, ReferenceAt reference, ControlCall control, const ControlLoopOptions& options)
    : inside_(
          std::make_unique<Inside>(static_cast<std::size_t>(nv), std::move(reference), std::move(control), options)) {}
ControlLoop::~ControlLoop() = default;

double ControlLoop::tick(double t, Input<double> q, Input<double> qd) {
  Inside& loop = *inside_;
  if (loop.sample < 0) loop.start = t;
  if (t >= loop.next_sample() && !loop.take_sample(t, q, qd)) return t;
  while (loop.line.next_time() <= t) loop.line.take(loop.held);
  return std::min(loop.next_sample(), loop.line.next_time());
}

void ControlLoop::torque(Output<double> tau) const {
  for (std::size_t i = 0; i < tau.size(); ++i) tau[i] += inside_->held[i];
}

ControlReview ControlLoop::review() const { return inside_->watch.review(); }

ControlledRun run_loop(const Model<double>& robot, const ReferenceAt& reference, const ControlCall& control,
                       const SimulationSchedule& schedule, const ControlLoopOptions& loop_options,
                       const SimulationOptions& options, const Surroundings& world) {
  ControlLoop loop(robot.nv, reference, control, loop_options);
  SimulationSchedule ticking = schedule;
  ticking.on_tick = [&](double t, Input<double> q, Input<double> qd) { return loop.tick(t, q, qd); };
  Surroundings surroundings = world;
  surroundings.torque = [&](double t, Input<double> q, Input<double> qd, Output<double> tau) {
    if (world.torque) world.torque(t, q, qd, tau);
    loop.torque(tau);
  };
  const Reference<double> start = reference(schedule.start);
  const std::vector<double> q(start.q.begin(), start.q.end()), qd(start.qd.begin(), start.qd.end());
  ControlledRun run;
  run.simulation = simulate(robot, q, qd, ticking, options, surroundings);
  run.review = loop.review();
  return run;
}

}  // namespace torsor
