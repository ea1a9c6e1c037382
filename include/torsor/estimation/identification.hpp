#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/core/finding.hpp"
#include "torsor/dynamics/base_parameters.hpp"
#include "torsor/estimation/torque_delay.hpp"
#include "torsor/estimation/verdict.hpp"

/// What comes out of an identification: plain data, from which tables, JSON and the report are made.
namespace torsor {

/// How well a model predicts the torque of one joint on some samples.
struct TorqueFit {
  long samples = 0;
  double rms = 0;       // of the residual: Nm, or N for a prismatic joint
  double relative = 0;  // %: rms of the residual over rms of the measured torque
  double r2 = 0;        // 1 - residual over variance of the measured torque; negative where the mean predicts better
};

/// The torque may be compared as it was measured or smoothed like the motion; at rest friction is not a function of the
/// velocity, so samples in motion are also judged on their own.
struct JointFit {
  TorqueFit smoothed, raw, smoothed_moving, raw_moving;
  TorqueFit smoothed_resting{};  // the other samples: told, and not judged
};

/// One estimate of the base parameters.
struct Estimate {
  std::string method;                            // "weighted"
  std::string note;                              // "strength 0.012 by cross-validation", or why there is no estimate
  bool valid = false;                            // there is an estimate
  std::vector<double> value;                     // by base parameter
  std::vector<double> standard_deviation;        // from the block bootstrap; empty where it was not asked for
  std::vector<double> naive_standard_deviation;  // as if the noise were white; empty where there is no such formula
  /// Of the base parameters, for comparisons between identifications. Of the weighted estimate; else no rows.
  Eigen::MatrixXd covariance;
  /// By base parameter and joint: how far the estimate moves where the width of the joint's Coulomb friction is taken
  /// width_search_step times as large. Beside a covariance, where the width was searched for; else no rows.
  Eigen::MatrixXd width_sensitivity;
  std::vector<JointFit> training, validation;  // by joint; validation is empty where nothing was held out
};

/// The full standard parameters of the physically consistent fit.
struct StandardEstimate {
  bool valid = false;
  std::vector<double> value;       // by column of the layout
  std::vector<double> prior;       // of the robot file; empty where it has no masses
  double prior_increase = 0;       // by how much the prior could let the sum of squares grow, relative
  double gap = 0;                  // objective minus its certified lower bound, relative to the objective
  double smallest_eigenvalue = 0;  // over all pseudo-inertias, relative to each one's trace
  std::vector<int> at_the_limit;   // bodies whose inertia is as thin as it may be: the data know little of them
  std::vector<int> at_zero;        // columns of the layout that would be negative: friction, rotors
  struct FarCentre {
    int body = 0;
    double distance = 0;  // m, beyond the link and a margin
  };
  std::vector<FarCentre> far_centres;  // centres of mass that lie outside of their links
};

/// Some samples of one joint, thinned for plots.
struct TorqueTrace {
  std::vector<double> time, velocity, raw, smoothed, predicted;
  std::vector<double> inertia, coriolis, gravity, friction;  // the parts of predicted; empty where not computed
};

/// How like itself the residual of one joint still is after a while: 1 at once, and 0 later on where it is noise.
struct ResidualCorrelation {
  double step = 0;            // s between two lags
  std::vector<double> value;  // from lag 0
};

/// What a log was read with that its examination had proposed.
struct AppliedProposal {
  std::string log, cause, change;
};

/// What a term of the model was found to be worth: by how much it lets the squared error fall on blocks of the logs
/// that were left out of the fit, as a share of that error, with its standard error over the blocks.
struct TermVerdict {
  std::string term;   // "presliding"
  std::string joint;  // empty: of all joints together
  double gain = 0, standard_error = 0;
  bool admitted = false;
  std::string value{};  // "over 0.3 mrad", where the term has a size
};

/// A term that the user asked about; its number is the base parameter term1, term2, ...
struct OwnTermVerdict {
  std::string joint, formula;
  bool admitted = false;
};

struct Identification {
  std::string robot;
  std::optional<Vector3<double>> gravity;  // in base axes, where another than the robot file's was taken
  std::vector<std::string> joints;         // their names
  std::vector<std::string> torque_units;   // by joint: "Nm" or "N"
  std::vector<std::string> training_logs;  // as the user named them
  std::vector<std::string> validation_logs;
  std::vector<AppliedProposal> applied;  // to the logs; none where that was not asked for
  std::string held_out;                  // in words: "the last 30 % of each log", "validation.csv", "nothing"
  std::string smoothing;                 // in words
  std::string friction;                  // in words
  long rows = 0;                         // of the logs
  long rows_used = 0;                    // that went into the equations
  double duration = 0;                   // s, of the training logs
  double seconds = 0;                    // that the computation took
  TorqueDelay torque_delay;

  ParameterLayout layout;
  BaseParameters base;
  std::vector<std::string> parameter_names;  // of the layout's columns
  std::vector<std::string> base_names;       // "Izz2"
  std::vector<std::string> base_words;       // "Izz2 + 0.4318 mx3 - Ixx3 + ..."
  double condition_number = 0;               // of the weighted regressor with columns of unit length
  std::vector<double> singular_values;       // of the same, descending
  std::vector<std::vector<double>> weakest;  // directions of the smallest singular values, by base parameter
  std::vector<double> noise;                 // by joint: standard deviation of the residual
  std::vector<double> correlation_time;      // by joint: s, of the residual
  std::vector<double> coulomb_width;         // by joint: rad/s; 0 for a sharp one
  std::vector<double> stribeck_velocity;     // by joint: rad/s; 0 where there is none
  std::vector<double> presliding_distance;   // by joint: rad or m over which friction builds up; 0 where there is none
  std::vector<double>
      hysteresis_distance;                // by joint: rad or m over which a second contact bends; 0 where there is none
  std::vector<double> coupling_distance;  // by coupling of the model, likewise
  std::vector<bool> periodic;             // by joint: a torque over the position was added to the robot file's
  bool own_hysteresis = true;             // that of the robot file was kept, since the log was not asked
  std::vector<double> links_torque;       // by joint: its mean size in the fit where friction grows with it; else 0
  std::vector<TermVerdict> terms;         // in the order in which they were decided; those not admitted last
  std::vector<OwnTermVerdict> own_terms;  // as they were asked about
  long block_length = 0;                  // equations in a block of the bootstrap
  double degrees_of_freedom = 0;          // of the standard deviations, from the number of blocks

  std::vector<Estimate> estimates;  // in the order of the table
  int chosen = 0;                   // the one that the model is made from
  StandardEstimate consistent;
  std::vector<TorqueTrace> training_traces, validation_traces;  // by joint, predicted by the written model
  std::vector<ResidualCorrelation> autocorrelation;             // by joint; empty where only the traces tell
  Verdict verdict;
  std::vector<Finding> findings;  // about the logs and files; those that the result itself gives are in the verdict
  std::string version;            // of the program

  /// The estimate of that name (estimation/estimator_table.hpp); a null pointer where it was not made.
  const Estimate* estimate(std::string_view method) const;
  /// The weighted estimate, whose deviations allow for coloured noise; every identification has it.
  const Estimate& weighted() const;
  /// The estimate that the model is made from; a null pointer where there is none.
  const Estimate* chosen_estimate() const;
  /// Those of the logs and files, and the reasons of the verdict.
  std::vector<Finding> all_findings() const;
};

/// The fit that an estimate is judged by: on held-out samples where there are any.
const std::vector<JointFit>& judged_fits(const Estimate& estimate);
/// From the bootstrap, else as if the noise were white; not a number where neither was computed.
double standard_deviation(const Estimate& estimate, std::size_t base_parameter);

}  // namespace torsor
