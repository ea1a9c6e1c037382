#include <fmt/format.h>

#include <numbers>

#include "log_health/motion_sums.hpp"
#include "log_health/row_clock.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::log_health {
namespace {

using enum Severity;
using std::numbers::pi;

/// The unit that a factor stands for, or nothing.
std::string unit_of(double factor) {
  const std::pair<double, const char*> units[] = {
      {pi / 30, "rpm"}, {pi / 180, "deg/s"}, {2 * pi, "rev/s"}, {1e-3, "mrad/s or mm/s"}};
  for (const auto& [size, name] : units)
    if (std::abs(factor / size - 1) < 0.05) return name;
  return {};
}

class MotionJudge {
 public:
  MotionJudge(const Preview& preview, const MotionSums& sums, Examination& examination)
      : preview_(preview), sums_(sums), at_(examination), n_(examination.log.joint_count()) {}

  void run() {
    judge_clock();
    for (int j = 0; j < n_; ++j) {
      judge_travel(j);
      judge_resolution(j);
      if (!preview_.channels[1].empty()) judge_velocity(j);
      if (!preview_.channels[2].empty()) judge_acceleration(j);
      judge_limits(j);
    }
    judge_synchrony();
  }

 private:
  bool moves(int j) const {
    const ChannelSummary& position = at_.health.joints[static_cast<std::size_t>(j)].position;
    return position.highest - position.lowest > 20 * position.resolution && position.highest > position.lowest;
  }
  /// Positions beyond the limits, or where there are none beyond some turns.
  bool far_out(int j) const {
    const auto k = static_cast<std::size_t>(j);
    const ChannelSummary& position = at_.health.joints[k].position;
    constexpr double turns = 20;
    double low = -turns, high = turns;
    if (k < at_.options.limits.size()) {
      low = std::max(low, at_.options.limits[k].position_low);
      high = std::min(high, at_.options.limits[k].position_high);
    }
    return position.highest > high || position.lowest < low;
  }
  const DerivativeCheck& velocity(int j) const { return sums_.velocity[static_cast<std::size_t>(j)]; }

  void judge_clock() {
    if (preview_.channels[1].empty()) return;
    std::vector<double> factors;
    for (int j = 0; j < n_; ++j)
      if (moves(j) && velocity(j).correlation() > 0.98) factors.push_back(velocity(j).factor());
    if (factors.empty()) return;
    std::sort(factors.begin(), factors.end());
    const double middle = factors[factors.size() / 2];
    const bool agree = factors.back() - factors.front() < 0.01 * std::abs(middle);
    if (!agree || std::abs(middle - 1) < 0.015 || std::abs(middle - 1) > 0.3) return;
    rate_wrong_ = true;
    at_.health.time.scale = factors.size() > 1 ? middle : 1;
    if (factors.size() == 1) at_.health.proposals.push_back({.kind = LogProposal::Kind::clock, .value = middle});
    at_.tell("rate-wrong", warning, 0, "time",
             fmt::format("expected position to change at the recorded velocity, found {:.4g} times that for {} "
                         "({:.4g} .. {:.4g})",
                         middle, counted(static_cast<long>(factors.size()), "joint"), factors.front(), factors.back()),
             fmt::format("the clock runs at a wrong rate: {:.6g} s per step instead of {:.6g} s{}",
                         at_.health.period * middle, at_.health.period, factors.size() > 1 ? ", corrected" : ""));
  }

  void judge_velocity(int j) {
    const DerivativeCheck& check = velocity(j);
    const std::string element = at_.joint(j) + ": velocity";
    if (!moves(j) || check.windows < 10) return;
    if (check.xx == 0) return;  // told as a dead channel
    const double r = check.correlation(), factor = check.factor();
    if (std::abs(r) < 0.9)
      return at_.tell(
          "velocity-not-derivative", warning, 0, element,
          fmt::format("expected the derivative of position, found a correlation of {:.2f} over {} windows of "
                      "{} rows",
                      r, check.windows, sums_.rows_a_window),
          "do not use the column: differentiate position");
    if (rate_wrong_ || std::abs(factor - 1) < 0.1) return;
    if (const std::string unit = unit_of(std::abs(factor)); !unit.empty())
      return at_.tell("velocity-unit", warning, 0, element,
                      fmt::format("expected SI units, found {} ({:.6g} times too large)", unit, 1 / std::abs(factor)),
                      fmt::format("write unit: {} in the mapping", unit));
    if (std::abs(std::abs(factor) * pi / 180 - 1) < 0.05 && far_out(j))
      return at_.tell("velocity-unit", warning, 0, element,
                      fmt::format("expected the derivative of position, found it divided by {:.6g}, and positions "
                                  "farther out than the joint can be",
                                  factor),
                      "the positions may be in degrees: write position: {unit: deg} in the mapping");
    at_.tell(factor < 0 && std::abs(factor + 1) < 0.1 ? "velocity-sign" : "velocity-unit", warning, 0, element,
             fmt::format("expected the derivative of position, found it divided by {:.6g}", factor),
             fmt::format("write scale: {:.6g} in the mapping", factor));
  }

  void judge_acceleration(int j) {
    const DerivativeCheck& check = sums_.acceleration[static_cast<std::size_t>(j)];
    if (!moves(j) || check.windows < 10 || check.xx == 0) return;
    const double r = check.correlation();
    // What is left of quantised positions after two differences is no acceleration.
    const double window = static_cast<double>(sums_.rows_a_window) * preview_.period;
    const double noise = 2 * at_.health.joints[static_cast<std::size_t>(j)].position.resolution / window;
    if (std::abs(r) < 0.8 && check.change() > 3 * noise)
      at_.tell(
          "acceleration-not-derivative", warning, 0, at_.joint(j) + ": acceleration",
          fmt::format("expected the second derivative of position, found a correlation of {:.2f} over {} windows of "
                      "{} rows",
                      r, check.windows, sums_.rows_a_window),
          "do not use the column: differentiate position");
    else if (std::abs(r) >= 0.8 && std::abs(check.factor() - 1) > 0.25 && !rate_wrong_)
      at_.tell("acceleration-unit", warning, 0, at_.joint(j) + ": acceleration",
               fmt::format("expected the second derivative of position, found it divided by {:.6g}", check.factor()),
               "name its unit in a mapping, or do not use the column");
  }

  void judge_travel(int j) {
    const ChannelSummary& position = at_.health.joints[static_cast<std::size_t>(j)].position;
    const double travel = position.highest - position.lowest, fastest = sums_.fastest[static_cast<std::size_t>(j)];
    if (travel > 0 && (travel < 0.1 || fastest < 0.05))
      at_.tell("little-motion", warning, 0, at_.joint(j),
               fmt::format("expected a motion of some tenths of a rad and rad/s, found {:.3g} rad and at most {:.3g} "
                           "rad/s",
                           travel, fastest),
               "its friction and inertia are barely identifiable: move it farther and faster");
    const double share =
        static_cast<double>(sums_.slow[static_cast<std::size_t>(j)]) / static_cast<double>(std::max(1L, sums_.windows));
    if (share > 0.5 && travel > 0)
      at_.tell("presliding", note, 0, at_.joint(j),
               fmt::format("expected most rows in motion, found {:.0f} % below 0.1 rad/s", 100 * share),
               "friction is not a function of velocity there: judge the model on samples in motion");
  }

  void judge_resolution(int j) {
    const ChannelSummary& position = at_.health.joints[static_cast<std::size_t>(j)].position;
    const double step = position.resolution / preview_.period;
    const double rms = std::sqrt(sums_.products(j, j) / static_cast<double>(std::max(1L, sums_.windows)));
    if (rms > 0 && step > 0.2 * rms)
      at_.tell("quantisation", note, 0, at_.joint(j) + ": position",
               fmt::format("expected steps far below the motion from row to row, found {:.3g} rad: {:.3g} rad/s in one "
                           "step of time, where the joint moves with {:.3g} rad/s rms",
                           position.resolution, step, rms),
               "record more digits, or smooth over several rows");
  }

  void judge_limits(int j) {
    const auto k = static_cast<std::size_t>(j);
    if (k >= at_.options.limits.size()) return;
    const JointLimits& limits = at_.options.limits[k];
    const JointSummary& joint = at_.health.joints[k];
    const auto tell = [&](const char* what, double found, double limit) {
      at_.tell("beyond-limits", warning, 0, at_.joint(j) + ": " + what,
               fmt::format("expected at most the robot's {:.6g}, found {:.6g}", limit, found),
               "wrong unit, wrong zero, or wrong robot");
    };
    const double slack = 0.01;
    if (joint.position.highest > limits.position_high + slack)
      tell("position", joint.position.highest, limits.position_high);
    if (joint.position.lowest < limits.position_low - slack)
      tell("position", joint.position.lowest, limits.position_low);
    const double torque = std::max(-joint.torque.lowest, joint.torque.highest);
    if (torque > 1.5 * limits.torque) tell("torque", torque, limits.torque);
    if (sums_.fastest[k] > 1.2 * limits.velocity) tell("velocity", sums_.fastest[k], limits.velocity);
  }

  void judge_synchrony() {
    for (int i = 0; i < n_; ++i)
      for (int j = i + 1; j < n_; ++j) {
        const double size = std::sqrt(sums_.products(i, i) * sums_.products(j, j));
        if (!moves(i) || !moves(j) || size == 0) continue;
        const double r = sums_.products(i, j) / size;
        if (std::abs(r) < 0.998) continue;  // exciting motions come to 0.99, and what is left tells joints apart
        at_.tell("synchronous-motion", warning, 0, at_.joint(i) + " and " + at_.joint(j),
                 fmt::format("expected independent motions, found velocities with a correlation of {:.4f}", r),
                 "their effects cannot be separated: use different frequencies");
      }
  }

  const Preview& preview_;
  const MotionSums& sums_;
  Examination& at_;
  int n_;
  bool rate_wrong_ = false;
};

}  // namespace

void judge_motion(const Preview& preview, Examination& examination) {
  judge_stamps(preview, examination);
  const SoundLog sound(examination.log, examination.health);
  MotionSums sums = sum_motion(sound, examination.health.period);
  // Velocities that were made of positions are those of all rows: of rows that do not repeat others they are too large.
  if (examination.health.repeated_rows > 0 && !preview.channels[1].empty()) {
    const double step = examination.health.duration / static_cast<double>(examination.health.rows);
    MotionSums all = sum_motion(SoundLog(examination.log, examination.invalid), step);
    sums.velocity = std::move(all.velocity);
  }
  if (sums.windows > 0) MotionJudge(preview, sums, examination).run();
}

}  // namespace torsor::log_health
