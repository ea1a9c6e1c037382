#pragma once

#include <functional>
#include <optional>

#include "torsor/estimation/identification.hpp"
#include "torsor/estimation/own_term.hpp"
#include "torsor/log_health/clean_log.hpp"
#include "torsor/logs/log_source.hpp"
#include "torsor/model/description.hpp"
#include "torsor/smoothing/smoothing.hpp"

namespace torsor {

/// A log with the name that messages call it by.
struct NamedLog {
  std::string name;
  const LogSource* source = nullptr;
};

/// Where the width of Coulomb friction comes from.
enum class CoulombWidth { searched, sharp, as_in_the_robot_file };

struct IdentifyOptions {
  /// Besides the links: what the robot may have. Couplings of the robot file are always part of it.
  bool rotor = true, viscous = true, coulomb = true, offset = true, asymmetric = false, stribeck = false;
  /// Cross-validation decides about rotors, presliding, friction that bends over the velocity or grows with the load,
  /// as far as they were left open here. Not for results that are to be compared: other logs may ask for other terms.
  bool select_terms = true;
  /// Cross-validation decides about these, too, where it decides about terms; else the model has all of them.
  std::vector<OwnTerm> own_terms;
  CoulombWidth width = CoulombWidth::searched;
  std::vector<double> widths;  // by joint, in place of `width`
  /// Velocities below which an equation of the joint does not count, since friction near rest is not a function of the
  /// velocity: one for all joints, or one for each. Without any: as many times the width of Coulomb friction as
  /// `slow_in_widths` says, and at least `slow_share` of the joint's largest velocity, since the moment in which
  /// friction turns is never known exactly.
  std::vector<double> slow;
  double slow_in_widths = 1, slow_share = 0.05;
  std::optional<Vector3<double>> gravity;  // in place of the robot's

  SmoothingOptions smoothing;
  /// One delay of all torques is searched for and told where it shows on held-out parts; and then removed.
  bool torque_delay = false, remove_delay = false;
  double equation_rate = 0;  // Hz; 0: three times the cut-off, and 50 at most
  double trim = -1;          // s at both ends of a log that are not used; negative: two periods of the cut-off
  double hold_out = 0.25;    // the last part of every training log, where no log is given for validation
  bool instrumental = true, huber = true, regularised = true;  // the estimators that need more time
  bool deviations = true;                                      // standard deviations for coloured noise
  long block_length = 0;                                       // equations in a block; 0: by the residual's correlation
  bool use_prior = true;                                       // the robot file's masses, where it has them
  /// By how much the prior may let the sum of squares grow, relative; without it, by as much as noise alone is expected
  /// to move it, and 5 % at most: then the prior decides where the data cannot (expected_increase in estimators.hpp).
  std::optional<double> prior_increase;
  bool tries_proposals =
      true;  // of log files whose model is not acceptable: what is wrong is looked for (likely_reason.hpp)
  std::optional<std::string> chosen;  // the estimator behind the plots; the consistent one where it exists
  int threads = 0;
  /// Told what is being done, and how much of all is done, from 0 to 1.
  std::function<void(const std::string& stage, double done)> progress;
};

/// From logs of motion to parameters: smoothing, equations, the shape of friction, every estimator, what they are worth
/// on data they have not seen, and the physically consistent model.
/// Throws ComputationError where the logs cannot answer at all.
Identification identify(const Description& robot, const std::vector<NamedLog>& training,
                        const std::vector<NamedLog>& validation, const IdentifyOptions& options = {});

/// The same from log files: what was found in them is among the findings, and where the options have no gravity, that
/// of the first log's mapping is taken.
Identification identify(const Description& robot, const std::vector<CleanLog>& training,
                        const std::vector<CleanLog>& validation, IdentifyOptions options = {});

}  // namespace torsor
