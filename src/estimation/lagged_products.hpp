#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

namespace torsor::estimation {

constexpr int lags = 60;

/// Products of the residual with itself some equations later, across pieces of the same log.
class LaggedProducts {
 public:
  explicit LaggedProducts(int joints)
      : products_(Eigen::MatrixXd::Zero(lags, joints)), counts_(Eigen::VectorXd::Zero(lags)) {}

  void add(int part, const Eigen::MatrixXd& residual) {
    if (part != part_) last_.resize(0, residual.cols());
    part_ = part;
    Eigen::MatrixXd all(last_.rows() + residual.rows(), residual.cols());
    all << last_, residual;
    for (Eigen::Index k = last_.rows(); k < all.rows(); ++k)
      for (Eigen::Index lag = 0; lag < std::min<Eigen::Index>(lags, k + 1); ++lag) {
        products_.row(lag) += all.row(k).cwiseProduct(all.row(k - lag));
        ++counts_[lag];
      }
    last_ = all.bottomRows(std::min<Eigen::Index>(lags - 1, all.rows())).eval();
  }

  std::vector<double> of(int j) const {
    std::vector<double> result;
    for (int lag = 0; lag < lags && counts_[lag] > 0; ++lag)
      result.push_back(products_(0, j) > 0 ? products_(lag, j) / products_(0, j) : 0.0);
    return result;
  }
  double deviation(int j) const { return counts_[0] > 0 ? std::sqrt(products_(0, j) / counts_[0]) : 0; }

 private:
  Eigen::MatrixXd products_, last_;
  Eigen::VectorXd counts_;
  int part_ = -1;
};

/// 1 + 2 (rho_1 + rho_2 + ...) up to the first that is not above the noise of its estimate.
inline double integrated(const std::vector<double>& correlation, double count) {
  double sum = 1;
  for (std::size_t lag = 1; lag < correlation.size(); ++lag) {
    if (correlation[lag] < 2 / std::sqrt(std::max(count, 1.0))) break;
    sum += 2 * correlation[lag];
  }
  return sum;
}

}  // namespace torsor::estimation
