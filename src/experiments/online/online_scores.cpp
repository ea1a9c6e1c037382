#include "torsor/experiments/online_scores.hpp"

namespace torsor {

OnlineScores::OnlineScores(int columns, double block)
    : block_(block), score_(Eigen::VectorXd::Zero(columns)), squares_(Eigen::MatrixXd::Zero(columns, columns)) {}

void OnlineScores::advance(double seconds) {
  seconds_ += seconds;
  if (seconds_ < block_) return;
  for (Eigen::Index k = 0; k < score_.size(); ++k) squares_.col(k) = kept_ * squares_.col(k) + score_[k] * score_;
  score_.setZero();
  seconds_ = 0, kept_ = 1;
  ++blocks_;
}

Eigen::VectorXd OnlineScores::deviation(const Eigen::MatrixXd& white) const {
  const Eigen::MatrixXd moved = squares_ * white;
  return (white.array() * moved.array()).colwise().sum().max(0).sqrt().matrix();
}

}  // namespace torsor
