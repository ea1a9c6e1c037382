#include "torsor/experiments/online_load.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>

namespace torsor {
namespace {

constexpr double memory_blocks = 300;  // of noise and of the mean statistic
constexpr double clip = 3.5;           // deviations: a load that begins must not pass for noise
constexpr double peak_memory = 3000;   // blocks in which the largest statistic falls to 1/e

double share(double learned) { return 1 / std::min(learned, memory_blocks); }

}  // namespace

OnlineLoadDetector::OnlineLoadDetector(int joints, int columns, const OnlineLoadOptions& options)
    : options_(options), joints_(joints), residual_(Eigen::VectorXd::Zero(joints)), square_(residual_),
      load_(Eigen::MatrixXd::Zero(joints, unknowns)), row_(Eigen::MatrixXd::Zero(joints, columns)), count_(joints, 0),
      ring_(window_blocks[windows - 1], Block{{}, Eigen::MatrixXd::Zero(columns, unknowns)}),
      products_(Eigen::MatrixXd::Zero(joints, lags + 1)), past_(Eigen::MatrixXd::Zero(joints, lags)),
      learned_(Eigen::VectorXd::Zero(joints)), mean_square_(learned_) {}

/// A block that stands out is clipped; the products run behind by as many blocks as they look back.
void OnlineLoadDetector::learn_noise(int joint, double mean, double square) {
  const double deviation = std::sqrt(products_(joint, 0));
  if (learned_[joint] > 50) mean = std::clamp(mean, -clip * deviation, clip * deviation);
  learned_[joint] += 1;
  const double part = share(learned_[joint]);
  products_(joint, 0) += part * (mean * mean - products_(joint, 0));
  const double usual = learned_[joint] > 50 ? clip * clip * mean_square_[joint] : square;
  mean_square_[joint] += part * (std::min(square, usual) - mean_square_[joint]);
  for (int lag = 1; lag <= lags; ++lag)
    products_(joint, lag) += part * (mean * past_(joint, lag - 1) - products_(joint, lag));
  for (int lag = lags - 1; lag > 0; --lag) past_(joint, lag) = past_(joint, lag - 1);
  past_(joint, 0) = mean;
}

double OnlineLoadDetector::long_run_variance(int joint) const {
  double sum = products_(joint, 0);
  for (int lag = 1; lag <= lags; ++lag) sum += 2 * std::max(0.0, products_(joint, lag));
  return std::max(sum, 1e-300);
}

void OnlineLoadDetector::learn_colour(int equations) {
  double sum = 0;
  int joints = 0;
  for (int j = 0; j < joints_; ++j) {
    if (learned_[j] < 50 || !(mean_square_[j] > 0)) continue;
    sum += long_run_variance(j) * equations / mean_square_[j];
    ++joints;
  }
  if (joints > 0) colour_ = std::max(1.0, sum / joints);
}

bool OnlineLoadDetector::close_block(int equations) {
  Block& block = ring_[next_];
  block.evidence = {}, block.coupling.setZero();
  bool any = false;
  for (int j = 0; j < joints_; ++j) {
    if (2 * count_[j] > equations) {
      any = true;
      const double mean = residual_[j] / count_[j];
      load_.row(j) /= count_[j], row_.row(j) /= count_[j];
      if (learned_[j] > 20) {  // the variance of the blocks before: this one may be what is to be noticed
        const double weight = 1 / long_run_variance(j);
        const Vector4 y = load_.row(j).transpose();
        const Eigen::RowVector4d share = weight * y.transpose();
        block.evidence.information += y * share;
        block.evidence.score += weight * mean * y;
        for (Eigen::Index b = 0; b < row_.cols(); ++b) block.coupling.row(b) += row_(j, b) * share;
      }
      if (blind_blocks_ == 0 && blocks_seen_ >= blocks_to_learn()) learn_noise(j, mean, square_[j] / count_[j]);
    }
    residual_[j] = square_[j] = 0, count_[j] = 0;
    load_.row(j).setZero(), row_.row(j).setZero();
  }
  if (!any) return false;
  learn_colour(equations);
  next_ = (next_ + 1) % static_cast<long>(ring_.size());
  ++filled_, ++blocks_seen_;
  if (blind_blocks_ > 0) {
    --blind_blocks_, filled_ = 0;
    return false;
  }
  return settled() && filled_ >= static_cast<long>(ring_.size());
}

std::array<OnlineLoadDetector::Evidence, OnlineLoadDetector::windows> OnlineLoadDetector::gather(
    PaddedMatrix& coupling) const {
  std::array<Evidence, windows> evidence;
  auto sums = coupling.view();
  sums.setZero();
  const long size = static_cast<long>(ring_.size());
  for (int window = 0, k = 1; window < windows; ++window) {  // a longer one begins with what the shorter one has
    auto sum = sums.middleCols<unknowns>(unknowns * window);
    if (window > 0) evidence[window] = evidence[window - 1], sum = sums.middleCols<unknowns>(unknowns * (window - 1));
    for (; k <= window_blocks[window]; ++k) {
      const Block& block = ring_[(next_ - k + size) % size];
      evidence[window].information += block.evidence.information, evidence[window].score += block.evidence.score;
      sum += block.coupling;
    }
  }
  return evidence;
}

double OnlineLoadDetector::judge(int window, const Evidence& evidence, const Matrix4& uncertainty) {
  Matrix4 V = evidence.information + uncertainty;
  const Vector4 scale = V.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  V = scale.asDiagonal() * V * scale.asDiagonal();
  V.diagonal().array() += 1e-6;  // directions that the motion does not show
  const Vector4 x = scale.cwiseProduct(evidence.score);
  const double statistic = x.dot(V.inverse() * x);
  Usual& usual = usual_[window];
  const double relative = statistic / std::max(options_.threshold, options_.above_usual * usual.peak);
  usual.peak = std::max(usual.peak * (1 - 1 / peak_memory), std::exchange(usual.recent[usual.next], statistic));
  usual.next = (usual.next + 1) % delay;
  largest_ = std::max(largest_, relative);
  return relative;
}

bool OnlineLoadDetector::find_load(const Evidence& evidence, const Matrix4& uncertainty, const Vector4& usual,
                                   Vector4& load, double& mass_deviation) const {
  const Vector4 inverse_variance = usual.cwiseAbs2().cwiseInverse();
  const Matrix4 inverse = (evidence.information + Matrix4(inverse_variance.asDiagonal())).inverse();
  load = inverse * evidence.score;
  const Matrix4 spread = inverse * (evidence.information + uncertainty) * inverse;
  mass_deviation = std::sqrt(spread(0, 0));
  return std::abs(load[0]) > options_.mass_deviations * mass_deviation;
}

void OnlineLoadDetector::start_blind() {
  filled_ = 0;
  for (Usual& usual : usual_) std::fill(std::begin(usual.recent), std::end(usual.recent), 0.0);
  blind_blocks_ = std::lround(options_.blind / options_.block);
}

}  // namespace torsor
