#include "torsor/control/control_loop.hpp"

#include <algorithm>
#include <cmath>

#include "control/chatter_watch.hpp"
#include "control/control_sensors.hpp"
#include "torsor/trajectory/random_stream.hpp"

namespace torsor {
namespace control_loop_parts {

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
      : options_(options), chatter_(options.rate, options.torque_limits, n), saturated_since_(n, HUGE_VAL),
        told_(n, false) {
    for (std::vector<double>* list : {&sums_.rms_error, &sums_.largest_error, &sums_.rms_torque, &sums_.largest_torque})
      list->assign(n, 0.0);
  }

  void count_sample() { ++sums_.samples; }
  void look_at_asked(double t, Input<double> tau) {
    chatter_.look(t, tau, [this](double start, int joint, double deviation) {
      tell(ControlFinding::Kind::chatters, start, joint, deviation);
    });
  }
  /// False where control is lost.
  bool look(double t, Input<double> q, const Reference<double>& reference, Input<double> tau) {
    bool any = false;
    ++looks_;
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
      if (error < options_.lost_error) continue;
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
    const double count = std::max(1.0, static_cast<double>(looks_));
    for (std::vector<double>* list : {&review.rms_error, &review.rms_torque})
      for (double& x : *list) x = std::sqrt(x / count);
    review.saturated /= count;
    return review;
  }

 private:
  const ControlLoopOptions& options_;
  ControlReview sums_;
  ChatterWatch chatter_;
  long looks_ = 0;
  std::vector<double> saturated_since_;
  std::vector<bool> told_;
};

}  // namespace control_loop_parts
using namespace control_loop_parts;

struct ControlLoop::Inside {
  ReferenceAt reference;
  Controller controller;
  ControlLoopOptions options;
  Sensors sensors;
  DelayLine line;
  Watch watch;
  std::vector<double> held, asked, exerted;
  double start = 0;
  long sample = -1;  // the last one
  long look = 0;     // the same, of looks
  bool followed = true;

  Inside(std::size_t n, ReferenceAt wanted, Controller law, const ControlLoopOptions& how)
      : reference(std::move(wanted)), controller(std::move(law)), options(how), sensors(options, n),
        line(options.delay, 1 / options.rate, n), watch(options, n), held(n, 0.0), asked(n, 0.0), exerted(n, 0.0) {
    const double samples = options.delay * options.rate;
    if (samples > 1) watch.tell(ControlFinding::Kind::delay_beyond_sample, 0, -1, samples);
  }

  double next_sample() const { return start + static_cast<double>(sample + 1) / options.rate; }
  /// Errors are looked at with every sample, and a hundred times a second at least: a slow loop does not see its own.
  double next_look() const {
    const double between = std::ceil(100 / options.rate);
    return between > 1 ? start + static_cast<double>(look + 1) / (between * options.rate) : HUGE_VAL;
  }

  /// False where control is lost.
  bool come(double t, Input<double> q, Input<double> qd) {
    const bool samples = t >= next_sample(), looks = samples || t >= next_look();
    if (looks) {
      const Reference<double> now = reference(t);
      if (samples && !take_sample(t, now, q, qd)) return false;
      while (line.next_time() <= t) line.take(held);
      look = static_cast<long>(std::floor((t - start) * options.rate * std::ceil(100 / options.rate) + 1e-6));
      return watch.look(t, q, now, held);
    }
    while (line.next_time() <= t) line.take(held);
    return true;
  }

 private:
  /// False where a torque is no number.
  bool take_sample(double t, const Reference<double>& now, Input<double> q, Input<double> qd) {
    sensors.measure(q, qd, sample < 0);
    ++sample;
    watch.count_sample();
    controller.ask(t, now, sensors.q, sensors.qd, asked);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (std::isfinite(asked[i])) continue;
      watch.tell(ControlFinding::Kind::not_finite, t, static_cast<int>(i), 0);
      return false;
    }
    set_exerted();
    watch.look_at_asked(t, asked);
    if (controller.applied) controller.applied(asked, 1 / options.rate);
    if (controller.follows && !controller.follows() && followed) {
      followed = false;
      watch.tell(ControlFinding::Kind::singular, t, -1, 0);
    }
    line.put(t + options.delay, exerted);
    return true;
  }

  /// What is asked for within the limits of the motors, and what they make of it.
  void set_exerted() {
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const double limit = options.torque_limits.empty() ? HUGE_VAL : options.torque_limits[i];
      const double noise =
          options.torque_noise.empty() ? 0 : options.torque_noise[i] * RandomStream(options.seed, i).normal(sample);
      exerted[i] = std::clamp(asked[i] + noise, -limit, limit);
      asked[i] = std::clamp(asked[i], -limit, limit);
    }
  }
};

const ControlFinding* ControlReview::failure() const {
  const auto found =
      std::find_if(findings.begin(), findings.end(), [](const auto& finding) { return finding.fails(); });
  return found == findings.end() ? nullptr : &*found;
}

double ControlReview::overall_rms_error() const {
  double sum = 0;
  for (const double e : rms_error) sum += e * e;
  return rms_error.empty() ? 0 : std::sqrt(sum / static_cast<double>(rms_error.size()));
}

ControlLoop::ControlLoop(int nv, ReferenceAt reference, Controller controller, const ControlLoopOptions& options)
    : inside_(std::make_unique<Inside>(static_cast<std::size_t>(nv), std::move(reference), std::move(controller),
                                       options)) {}
ControlLoop::~ControlLoop() = default;

double ControlLoop::tick(double t, Input<double> q, Input<double> qd) {
  Inside& loop = *inside_;
  if (loop.sample < 0) loop.start = t;
  if (!loop.come(t, q, qd)) return t;
  return std::min({loop.next_sample(), loop.next_look(), loop.line.next_time()});
}

void ControlLoop::torque(Output<double> tau) const {
  for (std::size_t i = 0; i < tau.size(); ++i) tau[i] += inside_->held[i];
}

Input<double> ControlLoop::measured_q() const { return inside_->sensors.q; }
Input<double> ControlLoop::measured_qd() const { return inside_->sensors.qd; }

ControlReview ControlLoop::review() const { return inside_->watch.review(); }

ControlledRun run_loop(const Model<double>& robot, const ReferenceAt& reference, const Controller& controller,
                       const SimulationSchedule& schedule, const ControlLoopOptions& loop_options,
                       const SimulationOptions& options, const Surroundings& world) {
  ControlLoop loop(robot.nv, reference, controller, loop_options);
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
