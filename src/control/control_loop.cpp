#include "torsor/control/control_loop.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "torsor/trajectory/random_stream.hpp"

namespace torsor {
namespace {

/// What the controller is told of a state.
class Sensors {
 public:
  Sensors(const LoopOptions& options, std::size_t n) : options_(options), q(n, 0.0), qd(n, 0.0), last_(n, 0.0) {}

  void measure(Input<double> true_q, Input<double> true_qd, bool first) {
    const double dt = 1 / options_.rate, share = 1 - std::exp(-2 * std::numbers::pi * options_.filter * dt);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double count = options_.encoder.empty() ? 0 : options_.encoder[i];
      last_[i] = q[i];
      q[i] = count > 0 ? count * std::round(true_q[i] / count) : true_q[i];
      if (first || options_.velocity == LoopOptions::Velocity::measured)
        qd[i] = true_qd[i];
      else
        qd[i] += (options_.velocity == LoopOptions::Velocity::filtered ? share : 1) * ((q[i] - last_[i]) / dt - qd[i]);
    }
  }

 private:
  const LoopOptions& options_;

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
  Watch(const LoopOptions& options, std::size_t n, LoopResult& result)
      : options_(options), result_(result), saturated_since_(n, HUGE_VAL), told_(n, false) {
    for (std::vector<double>* list : {&result.rms_error, &result.largest_error, &result.rms_torque})
      list->assign(n, 0.0);
  }

  /// False where control is lost.
  bool look(double t, Input<double> q, const Reference<double>& reference, Input<double> tau, bool sound) {
    bool any = false;
    ++samples_;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double error = std::abs(q[i] - reference.q[i]);
      result_.rms_error[i] += error * error, result_.rms_torque[i] += tau[i] * tau[i];
      result_.largest_error[i] = std::max(result_.largest_error[i], error);
      const bool full = !options_.torque_limits.empty() && std::abs(tau[i]) >= options_.torque_limits[i];
      any |= full;
      saturated_since_[i] = full ? std::min(saturated_since_[i], t) : HUGE_VAL;
      if (t - saturated_since_[i] >= options_.longest_saturation && !told_[i]) {
        told_[i] = true;
        tell(LoopFinding::Kind::saturated, saturated_since_[i], i, options_.torque_limits[i]);
      }
      if (!sound || !(error < options_.lost_error)) return tell(LoopFinding::Kind::lost, t, i, error), false;
    }
    saturated_ += any ? 1 : 0;
    return true;
  }
  void finish() {
    const double count = std::max(1.0, static_cast<double>(samples_));
    for (std::vector<double>* list : {&result_.rms_error, &result_.rms_torque})
      for (double& x : *list) x = std::sqrt(x / count);
    result_.saturated = static_cast<double>(saturated_) / count;
  }
  void tell(LoopFinding::Kind kind, double t, std::size_t i, double value) {
    result_.findings.push_back({kind, t, static_cast<int>(i), value});
  }

 private:
  const LoopOptions& options_;
  LoopResult& result_;
  std::vector<double> saturated_since_;
  std::vector<bool> told_;
  long samples_ = 0, saturated_ = 0;
};

}  // namespace

LoopResult run_loop(const Model<double>& robot, const SimulationOptions& simulation, const Surroundings& world,
                    const ReferenceAt& reference, const ControlCall& control, double duration,
                    const LoopOptions& options, const std::function<void(const LoopSample&)>& on_sample) {
  const auto n = static_cast<std::size_t>(robot.nv);
  const double dt = 1 / options.rate;
  LoopResult result;
  Watch watch(options, n, result);
  std::vector<double> held(n, 0.0), asked(n, 0.0);
  Surroundings surroundings = world;
  surroundings.torque = [&](double t, Input<double> q, Input<double> qd, Output<double> tau) {
    if (world.torque) world.torque(t, q, qd, tau);
    for (std::size_t i = 0; i < n; ++i) tau[i] += held[i];
  };
  Simulator simulator(robot, simulation, surroundings);
  Sensors sensors(options, n);
  DelayLine line(options.delay, dt, n);
  if (options.delay > dt)
    result.findings.push_back({LoopFinding::Kind::delay_beyond_sample, 0, -1, options.delay / dt});
  const Reference<double> start = reference(0);
  result.end = simulator.start(0, start.q, start.qd);
  const auto samples = static_cast<long>(std::floor(duration * options.rate * (1 + 1e-12)));
  for (long k = 0; k <= samples && result.end.reached(); ++k) {
    const double t = static_cast<double>(k) * dt;
    const Reference<double> now = reference(t);
    sensors.measure(simulator.q(), simulator.qd(), k == 0);
    control(t, now, sensors.q, sensors.qd, asked);
    bool sound = true;
    for (std::size_t i = 0; i < n; ++i) {
      sound &= std::isfinite(asked[i]);
      if (!options.torque_noise.empty()) asked[i] += options.torque_noise[i] * RandomStream(options.seed, i).normal(k);
      if (!options.torque_limits.empty())
        asked[i] = std::clamp(asked[i], -options.torque_limits[i], options.torque_limits[i]);
    }
    const bool kept = watch.look(t, simulator.q(), now, asked, sound);
    if (on_sample) on_sample({t, simulator.q(), simulator.qd(), now.q, now.qd, asked});
    if (!kept || k == samples) break;
    line.put(t + options.delay, asked);
    for (const double until = t + dt; result.end.reached() && simulator.time() < until;) {
      if (line.next_time() <= simulator.time()) line.take(held);
      result.end =
          simulator.run(std::min(until, std::max(line.next_time(), std::nextafter(simulator.time(), HUGE_VAL))));
    }
  }
  watch.finish();
  return result;
}

}  // namespace torsor
