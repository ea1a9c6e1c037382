#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "torsor/logs/log_source.hpp"
#include "torsor/smoothing/butterworth.hpp"
#include "torsor/smoothing/kalman_noise.hpp"

/// From the rows of a log to positions, velocities, accelerations and torques that went through one and the same
/// filter.
namespace torsor {

enum class SmoothingKind { kalman, butterworth, none };

/// Which cut-off each joint gets where the user names none. One for all keeps the torques that joints exert on each
/// other in step; with own ones the coupling between a quick and a slow joint is distorted.
enum class SmoothingBand {
  median,  // of the cut-offs that the joints in motion call for
  widest,  // of the same
  own      // each joint its own, for its position and its torque
};

struct SmoothingOptions {
  SmoothingKind kind = SmoothingKind::kalman;
  double cutoff = 0;  // Hz at which the smoothing has lost 3 dB; 0: from the data
  SmoothingBand band = SmoothingBand::median;
  NoiseCriterion criterion = NoiseCriterion::cross_validation;
  int order = 4;                                       // of the Butterworth filter, for each pass
  CutoffMeaning meaning = CutoffMeaning::both_passes;  // of its cut-off
  /// Where positions are too noisy for 60 harmonics of the motion: a band that is wider than they ask for, as long as
  /// noise makes no more than 0.6 of the acceleration. For those who smooth once more later
  /// (SmoothingPlan::sound_band): friction turns at once where a joint does, and what a narrow band makes of that
  /// cannot be put right.
  bool spare_turns = false;
  double longest_gap = 0;  // s; what is longer splits the log. 0: ten steps, and at least 0.1 s
};

/// What is fixed once for a log, so that all of its pieces are smoothed alike.
struct SmoothingPlan {
  SmoothingOptions options;
  double origin = 0;                     // s: the first time stamp
  double step = 0;                       // s: the typical one
  double longest_gap = 0;                // s
  std::vector<double> crossover;         // by joint: Hz above which recorded velocities stand for positions; 0: nowhere
  std::vector<KalmanNoise> noise;        // by joint, of its positions, with velocities where these are taken
  std::vector<double> position_cutoff;   // by joint: Hz, where its position sinks into its noise
  std::vector<double> torque_cutoff;     // by joint: Hz, where its torque does
  std::vector<double> motion_frequency;  // by joint: Hz, of a sinusoid with as much acceleration for its velocity
  std::vector<double> sound_cutoff;      // by joint: Hz, the lowest of these, up to where position is signal
  std::vector<double> natural_cutoff;    // by joint: Hz, that and, where it is asked for, what spares turns
  std::vector<char> moves;               // by joint: its motion is well above its noise
  std::vector<double> cutoff;            // by joint: Hz, what is used
  double sound_band = 0;                 // Hz: up to here what was smoothed is worth equations
  long margin = 0;                       // rows that a piece needs on both sides to agree with the whole to 1e-9
};

/// Recorded velocities are taken where positions are so coarse or noisy that these say less of the motion, and where
/// both tell the same motion. A joint's sound cut-off is where its position or its torque, whichever is first, is more
/// noise than signal, but, as far as position is signal, no lower than 60 times the frequency of its motion. Looks at
/// no more than four pieces of 4000 rows. Throws ComputationError where no 13 rows follow each other without a gap, and
/// UsageError where the cut-off is not below half the sampling rate.
SmoothingPlan plan_smoothing(const LogSource& log, const SmoothingOptions& options = {});

/// The same for logs of one robot. Where their steps are alike, to 5 %, noise and motion are judged over all of them
/// together: a short log is smoothed as the others are.
std::vector<SmoothingPlan> plan_smoothing(std::span<const LogSource* const> logs, const SmoothingOptions& options = {});

/// "Kalman smoother, 3 dB at 12.3 Hz for all joints and torques".
std::string in_words(const SmoothingPlan& plan);

/// Rows after smoothing; matrices are rows x joints.
struct SmoothedRows {
  std::vector<long> row;  // where each stands in the piece
  std::vector<double> time;
  Eigen::MatrixXd q, qd, qdd;
  Eigen::MatrixXd tau, tau_raw;                           // filtered like q, and as recorded
  Eigen::MatrixXd q_variance, qd_variance, qdd_variance;  // of the Kalman smoother; else without rows
  Eigen::MatrixXd other;                                  // as recorded; without rows where the log has none
};

/// Smooths rows keep_first .. keep_first + keep_count - 1 of a piece, with the others as margin. Nothing is bridged
/// across a gap longer than the plan's; stretches of fewer than 8 rows between gaps are left out. Without smoothing the
/// log's own velocities and accelerations are passed on, or differences where it has none.
SmoothedRows smooth(const LogRows& piece, long keep_first, long keep_count, const SmoothingPlan& plan);

/// Reads the rows with their margins and smooths them; `row` counts from the beginning of the log.
SmoothedRows smooth(const LogSource& log, long first, long count, const SmoothingPlan& plan);

}  // namespace torsor
