#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/plan/plan_parts.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/model/position.hpp"
#include "torsor/synthetic/log_effects.hpp"
#include "torsor/trajectory/trajectory_torque.hpp"

namespace torsor {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double left_over = 1e-4;     // of the power of a torque: a hundredth of its rms
constexpr double smoothing_above = 3;  // cut-off over the highest frequency that matters
constexpr double samples_in_cutoff = 20;

/// The torque of rigid bodies along one period, without friction, whose jumps no filter passes: by joint, by row.
std::vector<std::vector<double>> rigid_torque(const PlanSetup& setup, const Trajectory& rows) {
  const TrajectoryTorque torque = trajectory_torque(setup.model(), rows, setup.conditions());
  std::vector<std::vector<double>> tau(setup.joints(), std::vector<double>(rows.time.size() - 1, 0.0));
  for (const TrajectoryTerm& term : torque.terms) {
    if (term.name == "friction" || term.rows.empty()) continue;
    for (std::size_t j = 0; j < tau.size(); ++j)
      for (std::size_t i = 0; i < tau[j].size(); ++i) tau[j][i] += term.rows[i][j];
  }
  return tau;
}

double square(double x) { return x * x; }

/// The harmonic of the period above which no more than a share of a signal's power is left, its mean not counted.
int highest_harmonic(const std::vector<double>& x) {
  const auto count = static_cast<double>(x.size());
  double mean = 0, power = 0;
  for (const double value : x) mean += value / count;
  for (const double value : x) power += square(value - mean) / count;
  double left = power;
  int k = 0;
  while (left > left_over * power && k < static_cast<int>(x.size()) / 2) {
    ++k;
    double c = 0, s = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double angle = 2 * pi * k * static_cast<double>(i) / count;
      c += x[i] * std::cos(angle), s += x[i] * std::sin(angle);
    }
    left -= 2 * (square(c / count) + square(s / count));
  }
  return k;
}

double round_up(double rate) {
  for (const double one : {100.0, 200.0, 250.0, 400.0, 500.0, 1000.0, 2000.0, 4000.0, 5000.0, 10000.0})
    if (rate <= one) return one;
  return std::ceil(rate);
}

/// s by which q and tau may be apart, so that the torque that passes meanwhile is the noise of the worst joint.
double time_error_of(const PlanSetup& setup, const std::vector<std::vector<double>>& tau, double step) {
  double least = 0;
  for (std::size_t j = 0; j < tau.size(); ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < tau[j].size(); ++i) sum += square((tau[j][(i + 1) % tau[j].size()] - tau[j][i]) / step);
    const double rate = std::sqrt(sum / static_cast<double>(tau[j].size()));
    if (rate > 0 && (least == 0 || setup.motion.noise[j] / rate < least)) least = setup.motion.noise[j] / rate;
  }
  return least;
}

/// The largest magnitude of each entry of B along the motion.
Matrix<double> largest_inertia(const PlanSetup& setup, const Trajectory& rows) {
  const int n = setup.model().nv;
  Matrix<double> largest(n, n);
  const std::size_t stride = std::max<std::size_t>(1, rows.time.size() / 200);
  for (std::size_t i = 0; i < rows.time.size(); i += stride) {
    const Matrix<double> B = inertia_matrix<double>(setup.model(), rows.q[i]);
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) largest(j, k) = std::max(largest(j, k), std::abs(B(j, k)));
  }
  return largest;
}

/// Steps of d are white noise of d / sqrt(12). Up to a cut-off f its second derivative has (2 pi f)^2 / sqrt(5) of the
/// part of it below f, and so has noise of the torque: B d (2 pi f)^2 / sqrt(60) is to be no more than that, for each
/// torque that feels the joint.
double coarsest_step(const PlanSetup& setup, const Matrix<double>& B, int joint, double cutoff) {
  double step = 0;
  for (int j = 0; j < setup.model().nv; ++j) {
    if (!(B(j, joint) > 0)) continue;
    const double one =
        setup.motion.noise[static_cast<std::size_t>(j)] * std::sqrt(60.0) / (square(2 * pi * cutoff) * B(j, joint));
    if (step == 0 || one < step) step = one;
  }
  return step;
}

void put_gear_ratios(const PlanSetup& setup, ExperimentPlan& plan) {
  const std::vector<double> ratios = gear_ratios(setup.robot);
  for (std::size_t j = 0; j < plan.joints.size(); ++j) {
    plan.joints[j].gear_ratio = ratios[j];
    for (const described::Link& link : setup.robot.links)
      if (link.joint_name == plan.joints[j].name || link.name == plan.joints[j].name)
        plan.joints[j].ratio_stated |= link.rotor.has_value();
  }
}

}  // namespace

void plan_recording(const PlanSetup& setup, ExperimentPlan& plan) {
  const Trajectory& rows = plan.motions.front().rows;
  const FourierSeries& series = setup.motion.series;
  PlannedRecording& recording = plan.recording;
  recording.motion_frequency = series.harmonic_count() / series.period();
  const std::vector<std::vector<double>> tau = rigid_torque(setup, rows);
  int harmonic = series.harmonic_count();
  for (const std::vector<double>& joint : tau) harmonic = std::max(harmonic, highest_harmonic(joint));
  recording.torque_frequency = harmonic / series.period();
  recording.cutoff = smoothing_above * recording.torque_frequency;
  recording.rate = round_up(std::max(setup.options.excitation.rate, samples_in_cutoff * recording.cutoff));
  recording.time_error = time_error_of(setup, tau, rows.time[1] - rows.time[0]);
  put_gear_ratios(setup, plan);
  const Matrix<double> B = largest_inertia(setup, rows);
  for (int j = 0; j < setup.model().nv; ++j)
    plan.joints[static_cast<std::size_t>(j)].position_step = coarsest_step(setup, B, j, recording.cutoff);
}

}  // namespace torsor
