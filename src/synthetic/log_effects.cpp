#include "torsor/synthetic/log_effects.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "torsor/core/error.hpp"
#include "torsor/model/evaluator.hpp"

namespace torsor {
namespace {

TorqueSize share(double value) { return {{value}, true}; }

LogEffects realistic(double rate) {
  LogEffects effects;
  effects.sample_jitter = 0.02 / rate;
  effects.stamp_jitter = 0.01 / rate;
  effects.encoder_counts = 4096;
  effects.motor_encoder = true;
  effects.presliding = 0.002;
  effects.stribeck = 0.15;
  effects.torque_noise = share(0.01);
  effects.coloured_noise = share(0.02);
  effects.correlation_time = 0.03;
  effects.ripple = share(0.01);
  effects.resonance = 25;
  effects.resonance_damping = 0.05;
  effects.torque_step = share(0.001);
  return effects;
}

LogEffects nasty(double rate) {
  LogEffects effects = realistic(rate);
  effects.sample_jitter = 0.1 / rate;
  effects.stamp_jitter = 0.1 / rate;
  effects.rate_error = 0.03;
  effects.encoder_counts = 16384;
  effects.motor_encoder = false;
  effects.velocity = VelocityColumn::difference;
  effects.reference = true;
  effects.reference_lead = 0.02;
  effects.presliding = 0.01;
  effects.stribeck = 0.3;
  effects.torque_noise = share(0.03);
  effects.coloured_noise = share(0.05);
  effects.correlation_time = 0.1;
  effects.ripple = share(0.03);
  effects.resonance = 12;
  effects.resonance_damping = 0.02;
  effects.torque_step = share(0.01);
  effects.torque_limit = share(2.5);
  effects.dropped = 0.002;
  effects.dropped_run = 5;
  effects.garbage = 0.0005;
  return effects;
}

void require(bool sound, const char* name, double value, const std::string& expected) {
  if (!sound) throw UsageError(fmt::format("{}: expected {}, found {:.6g}", name, expected, value));
}

void require_within(const char* name, double value, double low, double high) {
  require(value >= low && value <= high, name, value, fmt::format("a number from {:.6g} to {:.6g}", low, high));
}

void require_size(const char* name, const std::vector<double>& size, int joints) {
  const auto length = static_cast<int>(size.size());
  require(length <= 1 || length == joints, name, length, fmt::format("1 number or {}, one for each joint", joints));
  for (const double value : size) require_within(name, value, 0, 1e9);
}

void check_columns(const LogEffects& effects, int joints) {
  require_within("encoder counts", effects.encoder_counts, 0, 1e12);
  for (const double ratio : effects.gear_ratio)
    require(std::isfinite(ratio) && ratio != 0, "gear ratio", ratio, "a number other than 0");
  const auto length = static_cast<int>(effects.gear_ratio.size());
  require(length <= 1 || length == joints, "gear ratio", length, "1 number, or one for each joint");
  require_within("position noise", effects.position_noise, 0, 1e3);
  require_within("velocity span", effects.velocity_span, 1, 1000);
  require_within("position hold", effects.position_hold, 0, 1);
  require_within("reference lead", effects.reference_lead, -10, 10);
  require_within("dropped", effects.dropped, 0, 0.5);
  require_within("dropped run", effects.dropped_run, 1, 1000);
  require_within("garbage", effects.garbage, 0, 1);
}

void check_torques(const LogEffects& effects, int joints) {
  require_within("presliding", effects.presliding, 0, 10);
  require_within("torque delay", effects.torque_delay, -1, 1);
  require_within("stribeck", effects.stribeck, 0, 10);
  require_within("stribeck velocity", effects.stribeck_velocity, 1e-9, 1e3);
  require_size("torque noise", effects.torque_noise.value, joints);
  require_size("coloured noise", effects.coloured_noise.value, joints);
  require_size("ripple", effects.ripple.value, joints);
  require_size("torque step", effects.torque_step.value, joints);
  require_size("torque limit", effects.torque_limit.value, joints);
  require_within("correlation time", effects.correlation_time, 0, 1e4 / effects.rate);
  require_within("ripple harmonics", effects.ripple_harmonics, 1, 16);
  require_within("resonance", effects.resonance, 0, 100);
  if (effects.resonance > 0) require_within("resonance damping", effects.resonance_damping, 0.005, 10);
}

}  // namespace

const std::vector<std::string>& log_presets() {
  static const std::vector<std::string> names{"clean", "in-class", "realistic", "nasty"};
  return names;
}

LogEffects log_effects(std::string_view preset, double rate) {
  LogEffects effects;
  if (preset == "in-class")
    effects.torque_noise = share(0.02);
  else if (preset == "realistic")
    effects = realistic(rate);
  else if (preset == "nasty")
    effects = nasty(rate);
  else if (preset != "clean")
    throw UsageError(fmt::format("preset: expected clean, in-class, realistic or nasty, found '{}'", preset));
  effects.rate = rate;
  return effects;
}

void check_log_effects(const LogEffects& effects, int joints) {
  require_within("rate", effects.rate, 1, 1e6);
  const double jitter = effects.sample_jitter + effects.stamp_jitter;
  require(effects.sample_jitter >= 0, "sample jitter", effects.sample_jitter, "a time, not below 0");
  require(effects.stamp_jitter >= 0, "stamp jitter", effects.stamp_jitter, "a time, not below 0");
  require(jitter <= 0.25 / effects.rate, "sample jitter and stamp jitter", jitter,
          fmt::format("together at most {:.6g} s, a quarter of the sampling interval", 0.25 / effects.rate));
  require_within("stamp delay", effects.stamp_delay, 0, 0.1);
  require_within("stamp burst", effects.stamp_burst, 0, 0.5);
  require_within("stamp step", effects.stamp_step, 0, 1);
  require_within("rate error", effects.rate_error, -0.5, 0.5);
  check_columns(effects, joints);
  check_torques(effects, joints);
}

std::vector<double> gear_ratios(const Description& description) {
  const Evaluator<double> numbers(description);
  std::vector<double> ratios;
  ratios.reserve(description.links.size());
  for (const described::Link& link : description.links) {
    if (link.joint == JointType::fixed || link.mimic) continue;
    const double ratio = link.rotor ? numbers.value(link.rotor->ratio) : 0;
    const double usual = link.joint == JointType::prismatic ? 2 * std::numbers::pi / 0.01 : 100;
    ratios.push_back(ratio != 0 && ratio != 1 ? ratio : usual);
  }
  return ratios;
}

}  // namespace torsor
