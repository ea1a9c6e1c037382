#pragma once

#include <array>
#include <vector>

#include "torsor/experiments/padded_matrix.hpp"

namespace torsor {

struct OnlineLoadOptions {
  bool watch = true;
  double block = 0.1;  // s: residuals are averaged over it, which leaves little of the noise's colour
  double threshold =
      100;  // of the statistic, which is chi-square with four degrees of freedom where all noise is normal
  double above_usual = 4;      // and over its largest value in the last minutes, since no model fits everywhere
  double mass_deviations = 5;  // that the mass of a load has to be away from zero
  double settle = 20;          // s of motion before noise is learned, and as much again before anything is told
  double blind = 2.5;          // s after a change in which no other is told: what is carried is being learned
};

/// Tells whether the residuals of the last second look like a load at the last link: a generalised likelihood ratio on
/// its mass and first moments [Willsky and Jones 1976]. Residuals are averaged over blocks; what is left of their
/// colour is measured and counted in (long-run variance), and so are the uncertainty of the parameters and what the
/// statistic amounts to on average where nothing happens, since no model fits exactly. Only the constructor allocates.
class OnlineLoadDetector {
 public:
  static constexpr int unknowns = 4;  // mass, and mass times centre
  static constexpr int windows = 2;
  static constexpr int window_blocks[windows] = {3, 10};
  static constexpr int lags = 5;    // blocks
  static constexpr int delay = 20;  // blocks
  using Vector4 = Eigen::Matrix<double, unknowns, 1>;
  using Matrix4 = Eigen::Matrix<double, unknowns, unknowns>;

  OnlineLoadDetector(int joints, int columns, const OnlineLoadOptions& options);

  /// An equation of a joint: its residual, what it feels of the load, and its row of the regressor.
  template <class Load, class Row>
  void add(int joint, double residual, const Load& load, const Row& row) {
    residual_[joint] += residual;
    square_[joint] += residual * residual;
    load_.row(joint) += load;
    row_.row(joint) += row;
    ++count_[joint];
  }
  /// Ends a block that had so many equations. False where the windows are not full yet.
  bool close_block(int equations);

  /// What the blocks of a window say of the load.
  struct Evidence {
    Matrix4 information = Matrix4::Zero();
    Vector4 score = Vector4::Zero();
  };
  /// Of each window, and how the load is coupled to the parameters: four columns a window, a row for each parameter.
  std::array<Evidence, windows> gather(PaddedMatrix& coupling) const;
  /// The statistic over its limit: above 1, an alarm where it is a mass. `uncertainty` is coupling^T (covariance)
  /// coupling.
  double judge(int window, const Evidence& evidence, const Matrix4& uncertainty);
  /// The load that the score speaks of, beside what loads are like at all; false where its mass could be zero.
  bool find_load(const Evidence& evidence, const Matrix4& uncertainty, const Vector4& usual, Vector4& load,
                 double& mass_deviation) const;
  /// Forgets the blocks, not the noise; nothing is told for as long as the options say.
  void start_blind();

  bool settled() const { return blocks_seen_ * options_.block >= 2 * options_.settle; }
  bool blind() const { return blind_blocks_ > 0; }
  /// Long-run variance of a block's mean residual over what white noise of the same equations would have, the mean over
  /// joints and at least 1: by so much variances are larger than white noise makes them.
  double colour() const { return colour_; }
  /// The largest that the statistic has been, over its limit.
  double largest_statistic() const { return largest_; }

 private:
  struct Block {
    Evidence evidence;
    Eigen::Matrix<double, Eigen::Dynamic, unknowns, Eigen::RowMajor> coupling;
  };
  void learn_noise(int joint, double mean, double square);
  void learn_colour(int equations);
  double blocks_to_learn() const { return options_.settle / options_.block; }
  double long_run_variance(int joint) const;

  OnlineLoadOptions options_;
  int joints_;
  Eigen::VectorXd residual_, square_;
  Eigen::MatrixXd load_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> row_;
  std::vector<int> count_;
  std::vector<Block> ring_;
  long next_ = 0;                // block in the ring
  long filled_ = 0;              // blocks since the last start
  double blocks_seen_ = 0;       // with motion
  long blind_blocks_ = 0;        // that are left
  Eigen::MatrixXd products_;     // joints x lags + 1: of a block's mean with itself some blocks later
  Eigen::MatrixXd past_;         // joints x lags: means of the last blocks
  Eigen::VectorXd learned_;      // blocks by joint
  Eigen::VectorXd mean_square_;  // by joint: of an equation's residual
  struct Usual {
    double peak = 0;            // decays slowly
    double recent[delay] = {};  // statistics that are too young to be usual
    long next = 0;
  };
  Usual usual_[windows];
  double colour_ = 1, largest_ = 0;
};

}  // namespace torsor
