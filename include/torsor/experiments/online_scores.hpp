#pragma once

#include <Eigen/Core>
#include <cmath>

namespace torsor {

/// How far coloured noise and a model that does not fit everywhere move a recursive least squares fit: the sum of
/// squares of what blocks of time pull it by, from which deviations follow [Liang and Zeger 1986]. Where noise is
/// white, it is R^T R. Only the constructor and deviation() allocate.
class OnlineScores {
 public:
  explicit OnlineScores(int columns, double block = 1);

  /// What was learned counts less by this factor.
  void forget(double kept) { score_ *= kept, kept_ *= kept * kept; }
  /// An equation: its row, what it left before it was taken and after, and the variance that it was weighted by. The
  /// geometric mean of both is free of the error of the parameters.
  template <class Row>
  void add(const Row& row, double before, double after, double variance) {
    const double square = before * after;
    if (square > 0) score_ += std::copysign(std::sqrt(square), before) / variance * row.transpose();
  }
  /// Ends the block where it has lasted long enough.
  void advance(double seconds);

  long blocks() const { return blocks_; }
  /// By unknown, from the covariance that white noise would make.
  Eigen::VectorXd deviation(const Eigen::MatrixXd& white) const;

 private:
  double block_, seconds_ = 0, kept_ = 1;
  long blocks_ = 0;
  Eigen::VectorXd score_;
  Eigen::MatrixXd squares_;
};

}  // namespace torsor
