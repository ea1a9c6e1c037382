#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/core/finding.hpp"

/// What an identification is worth: judged once, here. Tables, JSON and the report show this verdict and decide
/// nothing.
namespace torsor {

struct Estimate;
struct Identification;
struct JointFit;
struct TorqueFit;

enum class Grade { good, fair, poor, unknown };
/// "good", "fair", "poor", "unknown".
const char* to_string(Grade grade);

/// All limits that a result is judged by.
struct VerdictLimits {
  // Small torques make the percentage look bad, and slow motion R2: a joint is as good as the better of the two says.
  double good_percent = 10, good_r2 = 0.97;
  double fair_percent = 25, fair_r2 = 0.85;
  double poor_r2 = 0;               // below, the mean torque predicts better: poor, however small the percentage
  double overfitting = 1.5;         // rms residual of held-out over that of fitted samples
  double presliding = 2;            // rms residual of samples at rest over that of those in motion
  double least_rest = 0.05;         // share of samples at rest from which on their residual is worth a finding
  double beyond_friction = 1.5;     // rms residual at rest over Coulomb friction; beyond, it is something else
  double least_variation = 0.1;     // of the held-out torque over that of the fitted one; below, it says nothing
  double least_motion = 0.1;        // share of held-out samples in motion, below which they say nothing
  double clear_condition = 30;      // well planned motions of six and seven joints reach 10 to 50
  double weak_condition = 200;      // beyond, noise may be mistaken for parameters
  double blind_condition = 1000;    // beyond, the weakest combinations are nothing but noise: fair at best
  double hopeless_condition = 1e5;  // beyond, the motion hardly separates anything: poor
  double significance = 2;          // standard deviations that a value has to be away from zero
  double coloured = 1.5;            // standard deviations over those for white noise, the median of both
  double solved_gap = 1e-6;         // of the consistent fit; beyond, its solver has stopped early
  double usable_gap = 1e-4;         // beyond, it gives no model
  double absurd_percent = 100;      // raw residual of a joint: no torque at all would predict better
  double misread = 0.6;   // residual with what the logs propose over that without; below, they are read wrongly
  double far_mass = 3.1;  // of a link over that of the robot file, or the other way: three and some rounding
  double simulated_percent = 0.1;  // raw residual of the worst joint: no measured torque is explained so well
};
inline constexpr VerdictLimits verdict_limits{};

/// Why a model is not acceptable, found by trying (likely_reason.hpp).
struct LikelyReason {
  std::string cause;                 // "gravity", "sign", "zero", "gain", "clock", "units", ..., "unknown"; none: fine
  std::string sentence;              // begins with the cause
  std::vector<std::string> changes;  // that were tried, in words
  double percent = std::numeric_limits<double>::quiet_NaN();  // residual with them, mean over the joints
  double percent_before = std::numeric_limits<double>::quiet_NaN();
};

struct Verdict {
  Grade grade = Grade::unknown;  // that of the worst joint, or less where the motion does not separate the parameters
  std::string sentence = "No estimate came out of this identification.";
  std::vector<std::string> facts;  // sentences: the figures behind the grade
  std::string conditioning;        // a sentence on how well the motion separates the parameters
  std::vector<Grade> joints;       // unknown where what was held out hardly moves the joint, or its torque
  LikelyReason likely;             // of a model that is not acceptable, or whose logs propose changes
  std::vector<Finding> reasons;    // for doubt; each has a code of docs/identify.md
};

/// What a joint is judged by, and what all tables of a result compare: the smoothed torque of samples in motion, since
/// near rest friction is not a function of the velocity.
const TorqueFit& judged_fit(const JointFit& fit);
inline constexpr std::string_view judged_measure = "smoothed torque, samples in motion";

/// One line for all joints by this measure, those left out that hardly move; not a number where none moves.
struct FitSummary {
  double mean_percent = 0;  // residual in % of the torque, the mean over the joints
  double worst_r2 = 0;
};
FitSummary summary_of(const std::vector<JointFit>& fits);

/// Judges the chosen estimate by its torques, and all else by what it is. Parts of the result may be missing.
Verdict judge(const Identification& result);

Grade grade_of(const TorqueFit& fit);
/// Zero lies outside of the 95 % interval, two standard deviations to each side.
bool significant(const Estimate& estimate, std::size_t base_parameter);

}  // namespace torsor
