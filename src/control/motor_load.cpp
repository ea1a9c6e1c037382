#include "torsor/control/motor_load.hpp"

#include <algorithm>
#include <cmath>

namespace torsor {
namespace {

struct Size {
  double peak = 0, rms = 0;
};

/// Of a number that `value(row)` gives.
template <class Value>
Size size_of(const std::vector<double>& weight, const Value& value) {
  Size size;
  double square = 0;
  for (std::size_t k = 0; k < weight.size(); ++k) {
    const double x = value(k);
    size.peak = std::max(size.peak, std::abs(x));
    square += weight[k] * x * x;
  }
  size.rms = std::sqrt(square);
  return size;
}

double mean_product(const std::vector<double>& weight, const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < weight.size(); ++k) sum += weight[k] * a[k] * b[k];
  return sum;
}

/// Integral of the part below zero of a line from a to b over a time h, as a magnitude.
double below_zero(double a, double b, double h) {
  const double low = std::min(a, b), high = std::max(a, b);
  if (low >= 0) return 0;
  if (high <= 0) return -(a + b) / 2 * h;
  return low * low / (high - low) / 2 * h;
}

/// The mean square of a motor's torque over a ratio r > 0: a r^2 + b r + c + d / r + e / r^2.
struct MeanSquare {
  double a, b, c, d, e;

  double operator()(double r) const { return std::max(a * r * r + b * r + c + d / r + e / (r * r), 0.0); }
  double slope_r3_over_2(double r) const { return a * r * r * r * r + b / 2 * r * r * r - d / 2 * r - e; }
};

MeanSquare mean_square(const MotionDuty& motion, const JointDuty& joint, const JointDrive& drive) {
  const std::vector<double>& w = motion.weight;
  const double I = drive.rotor_inertia, sign = drive.ratio < 0 ? -1 : 1;
  return {I * I * mean_product(w, joint.qdd, joint.qdd), sign * 2 * I * I * mean_product(w, joint.qdd, joint.carrier),
          I * I * mean_product(w, joint.carrier, joint.carrier) + 2 * I * mean_product(w, joint.qdd, joint.load),
          sign * 2 * I * mean_product(w, joint.carrier, joint.load), mean_product(w, joint.load, joint.load)};
}

/// Where the slope changes its sign, found by halving in the logarithm; a and e are positive. 0 or infinite where they
/// are too far apart for a number.
double zero_of_slope(const MeanSquare& square) {
  const double closed_form = std::pow(square.e / square.a, 0.25);
  if ((square.b == 0 && square.d == 0) || closed_form == 0 || std::isinf(closed_form)) return closed_form;
  double low = closed_form, high = closed_form;
  while (square.slope_r3_over_2(low) > 0) low /= 2;
  while (square.slope_r3_over_2(high) < 0) high *= 2;
  for (int k = 0; k < 200 && low < high; ++k) {
    const double middle = std::sqrt(low * high);
    if (middle <= low || middle >= high) break;
    (square.slope_r3_over_2(middle) < 0 ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

}  // namespace

MotorLoad motor_load(const MotionDuty& motion, std::size_t joint, double ratio, double rotor_inertia) {
  const JointDuty& duty = motion.joints[joint];
  const Size torque = size_of(motion.weight, [&](std::size_t k) {
    return rotor_inertia * (ratio * duty.qdd[k] + duty.carrier[k]) + duty.load[k] / ratio;
  });
  const Size speed = size_of(motion.weight, [&](std::size_t k) { return ratio * duty.qd[k]; });
  const double reflected = ratio * ratio * rotor_inertia;
  const auto over_rotor = [&](double load) {
    return reflected > 0 ? load / reflected : std::numeric_limits<double>::infinity();
  };
  return {torque.peak,
          torque.rms,
          speed.peak,
          speed.rms,
          over_rotor(duty.least_load_inertia),
          over_rotor(duty.largest_load_inertia)};
}

JointLoad joint_load(const MotionDuty& motion, std::size_t joint) {
  const JointDuty& duty = motion.joints[joint];
  const auto power = [&](std::size_t k) { return duty.tau[k] * duty.qd[k]; };
  const Size torque = size_of(motion.weight, [&](std::size_t k) { return duty.tau[k]; });
  const Size speed = size_of(motion.weight, [&](std::size_t k) { return duty.qd[k]; });
  JointLoad load{torque.peak, torque.rms, speed.peak, speed.rms};
  for (std::size_t k = 0; k < duty.tau.size(); ++k) {
    load.peak_power = std::max(load.peak_power, power(k));
    load.peak_braking = std::max(load.peak_braking, -power(k));
  }
  load.mean_power = mean_product(motion.weight, duty.tau, duty.qd);
  if (motion.time.empty()) return load;
  load.regenerated_energy = 0;
  for (std::size_t k = 1; k < motion.time.size(); ++k)
    load.regenerated_energy += below_zero(power(k - 1), power(k), motion.time[k] - motion.time[k - 1]);
  return load;
}

const char* in_words(BestRatio::Kind kind) {
  switch (kind) {
    case BestRatio::Kind::least:
      return "least";
    case BestRatio::Kind::limited_by_speed:
      return "limited by speed";
    case BestRatio::Kind::any_larger_is_less:
      return "any larger is less";
    case BestRatio::Kind::unknown:
      return "unknown";
    case BestRatio::Kind::none:
      break;
  }
  return "no load";
}

BestRatio best_ratio(const MotionDuty& motion, std::size_t joint, const JointDrive& present, double top_speed) {
  const JointDuty& duty = motion.joints[joint];
  const MeanSquare square = mean_square(motion, duty, present);
  const double sign = present.ratio < 0 ? -1 : 1;
  const double speed = size_of(motion.weight, [&](std::size_t k) { return duty.qd[k]; }).peak;
  const double largest = speed > 0 ? top_speed / speed : std::numeric_limits<double>::infinity();
  if (square.e == 0) return {};
  const double turning = square.a > 0 ? zero_of_slope(square) : std::numeric_limits<double>::infinity();
  const double ratio = std::min(turning, largest);
  if (ratio == 0) return {};
  using enum BestRatio::Kind;
  if (std::isinf(ratio)) return {any_larger_is_less, sign * ratio, std::sqrt(std::max(square.c, 0.0))};
  return {ratio < turning ? limited_by_speed : least, sign * ratio, std::sqrt(square(ratio))};
}

}  // namespace torsor
