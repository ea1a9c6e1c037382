#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "smoothing/natural_cutoff.hpp"
#include "smoothing/stretches.hpp"
#include "smoothing/velocity_fusion.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/ranges.hpp"

namespace torsor {

namespace {

using smoothing::find_natural_cutoffs, smoothing::Sampled, smoothing::Stretch;

constexpr long fewest_planned_rows = 13, most_pieces = 4, piece_rows = 4000;

double allowed_gap(const SmoothingOptions& options, double step) {
  return options.longest_gap > 0 ? options.longest_gap : std::max(10 * step, 0.1);
}

/// The longest stretch of each of a few pieces, spread over the log.
Sampled representative(const LogSource& log, const SmoothingOptions& options) {
  const long rows = log.row_count(), number = std::clamp(rows / piece_rows, 1L, most_pieces);
  const long each = std::min(rows, piece_rows);
  Sampled result;
  for (long i = 0; i < number; ++i) {
    const LogRows piece = log.read(number > 1 ? i * (rows - each) / (number - 1) : 0, each);
    const double gap = allowed_gap(options, typical_step(piece.time));
    Stretch longest;
    for (const Stretch& stretch : smoothing::stretches(piece.time, gap))
      if (stretch.count > longest.count) longest = stretch;
    if (longest.count < fewest_planned_rows) continue;
    const auto first = piece.time.begin() + longest.first;
    const std::vector<double> time(first, first + longest.count);
    result.position.push_back({time, piece.q.middleRows(longest.first, longest.count)});
    result.torque.push_back({time, piece.tau.middleRows(longest.first, longest.count)});
    if (piece.qd.rows() > 0) result.velocity.push_back({time, piece.qd.middleRows(longest.first, longest.count)});
  }
  if (result.position.empty())
    throw ComputationError(
        fmt::format("smoothing: expected {} rows without a gap somewhere in the log, found none", fewest_planned_rows));
  return result;
}

/// One for all joints, of those that joints in motion call for.
double common_cutoff(const SmoothingPlan& plan, const std::vector<double>& cutoff) {
  std::vector<double> candidates;
  for (std::size_t j = 0; j < cutoff.size(); ++j)
    if (plan.moves[j] != 0) candidates.push_back(cutoff[j]);
  if (candidates.empty()) candidates = cutoff;
  std::sort(candidates.begin(), candidates.end());
  if (plan.options.band == SmoothingBand::median)
    return std::sqrt(candidates[(candidates.size() - 1) / 2] * candidates[candidates.size() / 2]);
  return candidates.back();
}

void choose_cutoffs(SmoothingPlan& plan) {
  const SmoothingOptions& options = plan.options;
  plan.cutoff = plan.natural_cutoff;
  if (options.cutoff > 0) {
    if (options.cutoff >= 0.5 / plan.step)
      throw UsageError(
          fmt::format("smoothing: expected a cut-off below half the sampling rate, {:.6g} Hz, found {:.6g} Hz",
                      0.5 / plan.step, options.cutoff));
    std::fill(plan.cutoff.begin(), plan.cutoff.end(), options.cutoff);
    plan.sound_band = options.cutoff;
    return;
  }
  plan.sound_band = common_cutoff(plan, plan.sound_cutoff);
  if (options.band != SmoothingBand::own)
    std::fill(plan.cutoff.begin(), plan.cutoff.end(), common_cutoff(plan, plan.natural_cutoff));
}

long margin_of(const SmoothingPlan& plan) {
  constexpr double remainder = 1e-14, room = 1.3;  // room for stretches of shorter steps
  double lowest = *std::min_element(plan.cutoff.begin(), plan.cutoff.end());
  for (const double crossover : plan.crossover)
    if (crossover > 0) lowest = std::min(lowest, 2 * crossover);  // with half of the digits: it passes a difference
  double rows = 8;
  if (plan.options.kind == SmoothingKind::kalman) {
    // The slowest poles lie at w0 exp(+-i 60 deg) about the negative axis: half of w0. For a wide band the smoother
    // becomes the quintic spline through the samples, whose influence shrinks by 0.43 a row.
    const double pole = plan.step * std::pow(ratio_of_cutoff(lowest, plan.step) / plan.step, 1.0 / 6);
    rows = -std::log(remainder) / std::min(0.5 * pole, 0.84) + 40;
  } else if (plan.options.kind == SmoothingKind::butterworth) {
    const LowPass filter = butterworth_zero_phase(plan.options.order, lowest, plan.step, plan.options.meaning);
    rows = static_cast<double>(settling_samples(filter, remainder)) + 16;
  }
  return static_cast<long>(std::ceil(room * rows));
}

/// A log with what is known of it alone.
struct LogAlone {
  SmoothingPlan plan;
  Sampled sampled;
};

LogAlone look_at(const LogSource& log, const SmoothingOptions& options) {
  LogAlone one;
  SmoothingPlan& plan = one.plan;
  plan.options = options;
  one.sampled = representative(log, options);
  std::vector<double> steps;
  steps.reserve(one.sampled.position.size());
  for (const SignalPiece& piece : one.sampled.position) steps.push_back(typical_step(piece.time));
  std::sort(steps.begin(), steps.end());
  plan.step = steps[steps.size() / 2];
  if (!(plan.step > 0)) throw ComputationError("smoothing: most time stamps are equal");
  plan.origin = log.read(0, 1).time.front();
  plan.longest_gap = allowed_gap(options, plan.step);
  return one;
}

/// Finds the noise of positions, and where velocities say more than they; with these in them from then on.
Sampled with_noise(Sampled sampled, SmoothingPlan& plan) {
  plan.noise = estimate_noise(sampled.position, plan.options.criterion);
  if (sampled.velocity.size() != sampled.position.size()) return sampled;
  plan.crossover = smoothing::crossovers(sampled.position, sampled.velocity, plan.noise, plan.step);
  if (std::all_of(plan.crossover.begin(), plan.crossover.end(), [](double one) { return one == 0; })) {
    plan.crossover.clear();
    return sampled;
  }
  for (std::size_t p = 0; p < sampled.position.size(); ++p)
    for (std::size_t j = 0; j < plan.crossover.size(); ++j) {
      if (plan.crossover[j] == 0) continue;
      const auto joint = static_cast<Eigen::Index>(j);
      const auto samples = [&](const SignalPiece& piece) {
        return std::span<const double>(piece.samples.col(joint).data(), piece.time.size());
      };
      SignalPiece& position = sampled.position[p];
      const std::vector<double> both = smoothing::fused(position.time, samples(position), samples(sampled.velocity[p]),
                                                        plan.crossover[j], plan.step);
      position.samples.col(joint) = Eigen::VectorXd::Map(both.data(), position.samples.rows());
    }
  plan.noise = estimate_noise(sampled.position, plan.options.criterion);
  return sampled;
}

/// Noise levels take time, and only the covariance of the Kalman smoother needs them beside a cut-off that is given.
void find_cutoffs(Sampled sampled, SmoothingPlan& plan) {
  const SmoothingOptions& options = plan.options;
  if (options.cutoff > 0 && options.kind != SmoothingKind::kalman)
    plan.natural_cutoff.resize(static_cast<std::size_t>(sampled.position.front().samples.cols()));
  else
    find_natural_cutoffs(with_noise(std::move(sampled), plan), plan);
  choose_cutoffs(plan);
  plan.natural_cutoff.resize(plan.noise.size());
  plan.margin = margin_of(plan);
}

/// The plan of one log for another, which has its own instants.
SmoothingPlan taken_over(SmoothingPlan plan, const SmoothingPlan& own) {
  plan.origin = own.origin, plan.step = own.step, plan.longest_gap = own.longest_gap;
  plan.margin = margin_of(plan);
  return plan;
}

bool alike(double step, double other) { return std::abs(step - other) <= 0.05 * std::min(step, other); }

}  // namespace

SmoothingPlan plan_smoothing(const LogSource& log, const SmoothingOptions& options) {
  const LogSource* one = &log;
  return plan_smoothing({&one, 1}, options).front();
}

std::vector<SmoothingPlan> plan_smoothing(std::span<const LogSource* const> logs, const SmoothingOptions& options) {
  if (options.cutoff != 0) require_in(ranges::cutoff, "cutoff", options.cutoff);
  std::vector<LogAlone> alone;
  alone.reserve(logs.size());
  for (const LogSource* log : logs) alone.push_back(look_at(*log, options));
  std::vector<SmoothingPlan> plans(logs.size());
  for (std::size_t first = 0; first < logs.size(); ++first) {
    if (!plans[first].cutoff.empty()) continue;
    Sampled together;
    for (const LogAlone& one : alone) {
      if (!alike(one.plan.step, alone[first].plan.step)) continue;
      together.position.insert(together.position.end(), one.sampled.position.begin(), one.sampled.position.end());
      together.torque.insert(together.torque.end(), one.sampled.torque.begin(), one.sampled.torque.end());
      together.velocity.insert(together.velocity.end(), one.sampled.velocity.begin(), one.sampled.velocity.end());
    }
    SmoothingPlan plan = alone[first].plan;
    find_cutoffs(std::move(together), plan);
    for (std::size_t k = first; k < logs.size(); ++k)
      if (plans[k].cutoff.empty() && alike(alone[k].plan.step, plan.step)) plans[k] = taken_over(plan, alone[k].plan);
  }
  return plans;
}

std::string in_words(const SmoothingPlan& plan) {
  if (plan.options.kind == SmoothingKind::none) return "none";
  const auto [least, most] = std::minmax_element(plan.cutoff.begin(), plan.cutoff.end());
  const std::string kind = plan.options.kind == SmoothingKind::kalman
                               ? std::string("Kalman smoother")
                               : fmt::format("zero-phase Butterworth filter of order {}", plan.options.order);
  const bool each = plan.options.kind == SmoothingKind::butterworth && plan.options.meaning == CutoffMeaning::each_pass;
  const std::string loss = each ? "3 dB in each pass" : "3 dB";
  const auto joints = std::count_if(plan.crossover.begin(), plan.crossover.end(), [](double one) { return one > 0; });
  const std::string velocities =
      joints == 0 ? "" : fmt::format("; with the recorded velocities of {} joint{}", joints, joints == 1 ? "" : "s");
  if (*least == *most)
    return fmt::format("{}, {} at {:.3g} Hz for all joints and torques{}", kind, loss, *most, velocities);
  return fmt::format("{}, {} at {:.3g} to {:.3g} Hz, by joint{}", kind, loss, *least, *most, velocities);
}

}  // namespace torsor
