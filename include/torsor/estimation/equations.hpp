#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "torsor/dynamics/base_parameters.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/estimation/normal_equations.hpp"
#include "torsor/estimation/own_term.hpp"
#include "torsor/logs/log_source.hpp"
#include "torsor/smoothing/smoothing.hpp"

namespace torsor {

/// A stretch of a log, with the way to smooth it.
struct LogPart {
  const LogSource* source = nullptr;
  SmoothingPlan plan;
  double step = 0;  // s, the typical one
  long first = 0, count = 0;
};

/// The unknowns: the robot with the shape of its friction, the parameters, and what of them the motion can tell.
struct Unknowns {
  Model<double> model;
  ParameterLayout layout;
  BaseParameters base;
  Conditions<double> conditions;
  /// By joint and then by coupling: rad or m over which Coulomb friction builds up (presliding, Dahl's law), 0 where it
  /// is a function of the velocity; no entries where it is that everywhere.
  std::vector<double> presliding_distance{};
  /// Base parameters x joints: those of the torque that the links ask at a joint, about which friction that grows with
  /// it is linearised. No entries where no joint has such friction. [estimation/links_torque.hpp]
  Eigen::MatrixXd links{};
  std::vector<CompiledTerm> own_terms{};  // what the user asked about

  /// By joint: the base parameters that it feels.
  std::vector<std::vector<int>> support() const;
  /// The matrix that makes base parameters of theta.
  Eigen::MatrixXd to_base() const;
};

/// Smoothed samples of a piece of a log, and the regressor at each.
struct Samples {
  SmoothedRows rows;
  std::vector<Eigen::MatrixXd> W;  // by joint: rows x columns that the joint feels
};

/// Rows y = W beta: samples passed through one more low-pass and thinned out, regressor and torque alike.
struct EquationRows {
  std::vector<double> time;
  Eigen::MatrixXd q, qd;           // rows x joints, passed through the same low-pass
  Eigen::MatrixXd qdd_variance;    // rows x joints, of the accelerations behind W; no rows where it is not known
  std::vector<Eigen::MatrixXd> W;  // by joint: rows x columns that the joint feels
  Eigen::MatrixXd y;               // rows x joints
  Eigen::MatrixXd weight;          // rows x joints: 1, and less or 0 for a joint that is slow

  long count() const { return static_cast<long>(time.size()); }
};

struct EquationOptions {
  double rate = 0;           // equations a second; 0: three times the cut-off, and 50 at most
  std::vector<double> slow;  // by joint: rad/s or m/s below which an equation of the joint counts less; or none
  /// s at both ends of a log that give no equations, since smoothing is weak there and machines start with a jerk;
  /// negative: two periods of the cut-off.
  double trim = -1;
  int threads = 0;  // 0: one for each core
};

/// The equations of some logs, made on demand in pieces of bounded size: memory does not grow with the logs. Equations
/// that were made are kept as long as they are few.
class Equations {
 public:
  Equations(Unknowns unknowns, std::vector<LogPart> parts, const EquationOptions& options);

  const Unknowns& unknowns() const { return unknowns_; }
  const std::vector<std::vector<int>>& support() const { return support_; }
  int columns() const { return unknowns_.base.count(); }
  int joints() const { return unknowns_.model.nv; }
  int threads() const { return threads_; }
  double step() const { return step_; }  // s between equations of one log
  long piece_count() const { return static_cast<long>(pieces_.size()); }
  long sample_count() const { return sample_count_; }
  /// Which part of the logs a piece belongs to.
  int part_of(long piece) const { return pieces_[piece].part; }

  /// The equations of a piece. Pieces may be asked for from several threads, each from one at a time.
  std::shared_ptr<const EquationRows> equations(long piece) const;
  /// The samples of a piece, with their regressor: as many of the log's as the smoothed motion needs.
  Samples samples(long at) const;

  /// Further columns of a joint at some samples: rows x columns.
  using Columns = std::function<Eigen::MatrixXd(const Samples& samples, int joint)>;
  /// The equations of a piece with further columns behind the joint's own.
  EquationRows equations_with(long piece, const Columns& columns) const;
  /// By piece: how far contacts are bent, contacts x distances, at its first sample, as a share of what they bend
  /// before they slide. `distance` has the distances, contacts (joints, then couplings) x as many as are of interest.
  /// One pass over the positions.
  std::vector<Eigen::MatrixXd> bends_before(const Eigen::MatrixXd& distance) const;

  /// Other unknowns of the same logs.
  void replace(Unknowns unknowns);
  /// Other widths and Stribeck velocities of friction, taken from `model`.
  void reshape_friction(const Model<double>& model);
  /// Other links, about which friction under load is linearised.
  void linearise_load(Eigen::MatrixXd links);
  /// Other velocities below which the equations of a joint do not count.
  void drop_below(std::vector<double> slow);

  /// Their normal equations, the pieces dealt out to `folds` in turn.
  JointEquations sums(int folds) const;

 private:
  struct Piece {
    int part = 0;
    long first = 0, count = 0;  // equations of the part
  };
  struct Thinning {
    long stride = 1;             // samples of the log for one regressor
    long decimation = 1;         // regressors for one equation
    std::vector<double> window;  // of the low-pass: half of it, the middle first
  };

  /// The smoothed rows of a piece and of what its low-pass needs to either side.
  std::shared_ptr<const SmoothedRows> smoothed(long at) const;
  /// The same rows with their regressor.
  std::shared_ptr<const Samples> samples_around(long at) const;
  EquationRows make(long at, const Samples& all) const;
  void weigh_rests(const Eigen::VectorXd& qd, int joint, Eigen::Ref<Eigen::VectorXd> weight) const;
  Samples with_regressor(long at, SmoothedRows rows) const;
  /// Puts what contacts bend in the place of the sign of the velocity.
  void bend_columns(long at, Samples& samples) const;
  void bend_columns_of_couplings(long at, Samples& samples) const;
  /// Puts |tau_l| u in the columns of friction under load.
  void load_columns(long at, Samples& samples) const;
  /// Puts what their formulas give in the columns of the user's own terms.
  void own_columns(Samples& samples) const;
  /// The direction in which a joint slides, -1 to 1: how far its contact is bent, or what the width makes of qd.
  Eigen::VectorXd turn(long at, const Samples& samples, int joint) const;
  void forget_columns();
  long margin(const Piece& piece) const { return thinning_[piece.part].decimation == 1 ? 0 : reach_; }
  /// Of all that a piece needs: the number of its first sample.
  long first_sample(const Piece& piece) const {
    return std::max(0L, piece.first - margin(piece)) * thinning_[piece.part].decimation;
  }
  void plan_part(int part);

  Unknowns unknowns_;
  std::vector<LogPart> parts_;
  EquationOptions options_;
  std::vector<std::vector<int>> support_;
  std::vector<Eigen::MatrixXd> bends_;  // by piece: at its first sample, contacts x 1; none where no contact bends
  std::vector<Thinning> thinning_;      // by part
  std::vector<Piece> pieces_;
  int threads_ = 1;
  double step_ = 0;
  long sample_count_ = 0;
  bool keep_ = false;  // what was made
  mutable std::vector<std::shared_ptr<const SmoothedRows>> smoothed_;
  mutable std::vector<std::shared_ptr<const Samples>> samples_;
  mutable std::vector<std::shared_ptr<const EquationRows>> equations_;
  static constexpr long reach_ = 3;  // of the low-pass, in equations to either side
};

}  // namespace torsor
