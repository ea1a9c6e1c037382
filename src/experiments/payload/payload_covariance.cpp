#include "experiments/payload/payload_covariance.hpp"

#include <algorithm>
#include <cmath>

#include "estimation/lagged_products.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/core/parallel.hpp"

namespace torsor::payload {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// A stretch of equations of all joints, one below the other, divided by their noise.
struct Rows {
  MatrixXd J;  // by x and gamma
  VectorXd r;
};

class Stretches {
 public:
  Stretches(const Problem& problem, const Fit& fit, int group)
      : p_(problem), fit_(fit), group_(group), felt_(fit.felt(problem, group)) {
    for (const auto& support : equations().support()) A_.emplace_back(p_.A[group](support, Eigen::all));
  }

  const Equations& equations() const { return p_.groups[group_].equations; }

  /// By joint, divided by its noise; 0 where a joint is too slow to count.
  MatrixXd residuals(const EquationRows& rows) const {
    MatrixXd result(rows.count(), p_.joints());
    for (int j = 0; j < p_.joints(); ++j)
      result.col(j) = (rows.y.col(j) - fit_.g[j] * (rows.W[j] * felt(j))).cwiseProduct(rows.weight.col(j)) /
                      fit_.deviation[group_][j];
    return result;
  }

  Rows rows(const EquationRows& all, const MatrixXd& residuals, long first, long count) const {
    Rows result{MatrixXd::Zero(count * p_.joints(), p_.unknowns()), VectorXd(count * p_.joints())};
    for (int j = 0; j < p_.joints(); ++j) {
      const VectorXd weight = all.weight.col(j).segment(first, count) / fit_.deviation[group_][j];
      const MatrixXd W = weight.asDiagonal() * all.W[j].middleRows(first, count);
      result.J.block(j * count, 0, count, p_.columns).noalias() = fit_.g[j] * (W * A_[j]);
      if (p_.gains.cols() > 0)
        result.J.block(j * count, p_.columns, count, p_.gains.cols()).noalias() = W * felt(j) * p_.gains.row(j);
      result.r.segment(j * count, count) = residuals.col(j).segment(first, count);
    }
    return result;
  }

 private:
  VectorXd felt(int joint) const { return felt_(equations().support()[joint]); }

  const Problem& p_;
  const Fit& fit_;
  int group_;
  VectorXd felt_;
  std::vector<MatrixXd> A_;  // by joint: rows of what it feels
};

/// How long a block of a group is, and what blocks of this length do not see of the correlation of its residuals: a
/// factor on standard deviations.
struct BlockPlan {
  long length = 2;
  double unseen = 1;
};

BlockPlan plan_blocks(const Stretches& stretches, int unknowns, long wanted) {
  const Equations& equations = stretches.equations();
  estimation::LaggedProducts products(equations.joints());
  long count = 0;
  for (long at = 0; at < equations.piece_count(); ++at) {
    const auto rows = equations.equations(at);
    products.add(equations.part_of(at), stretches.residuals(*rows));
    count += rows->count();
  }
  double longest = 1, unseen = 0;
  std::vector<double> times;
  for (int j = 0; j < equations.joints(); ++j) {
    times.push_back(estimation::integrated(products.of(j), static_cast<double>(count)));
    longest = std::max(longest, times.back());
  }
  const long most = std::max(2L, count * equations.joints() / (4L * unknowns));
  BlockPlan plan;
  plan.length = wanted > 0 ? wanted : std::clamp(std::lround(std::ceil(3 * longest)), 2L, most);
  const double rows = static_cast<double>(count * equations.joints());
  for (int j = 0; j < equations.joints(); ++j) {
    const std::vector<double> correlation = products.of(j);
    double whole = 1, seen = 1;
    for (std::size_t lag = 1; lag < correlation.size() && whole < times[j]; ++lag) {
      whole += 2 * correlation[lag];
      seen += 2 * correlation[lag] * std::max(0.0, 1 - static_cast<double>(lag) / static_cast<double>(plan.length));
    }
    const double taken = std::max(0.2, 1 - unknowns * times[j] / rows) / (1 - unknowns / rows);
    unseen += std::sqrt(std::max(1.0, whole / seen) / std::min(1.0, taken)) / equations.joints();
  }
  plan.unseen = unseen;
  return plan;
}

/// Sums over blocks, in the targets.
struct Sums {
  MatrixXd scores;   // score score^T
  VectorXd white;    // what white noise would give
  VectorXd taken;    // what the fit takes from the scores of white noise
  VectorXd squares;  // of what white noise would give, block by block
  long blocks = 0;

  explicit Sums(Eigen::Index n)
      : scores(MatrixXd::Zero(n, n)), white(VectorXd::Zero(n)), taken(white), squares(white) {}
  void operator+=(const Sums& other) {
    scores += other.scores, white += other.white, taken += other.taken, squares += other.squares;
    blocks += other.blocks;
  }
};

Sums sums_of(const Stretches& stretches, const BlockPlan& plan, const MatrixXd& L, const VectorXd& scale,
             const MatrixXd& V) {
  const Equations& equations = stretches.equations();
  Sums all(V.cols());
  const auto work = [&](long at) {
    const auto rows = equations.equations(at);
    const MatrixXd residuals = stretches.residuals(*rows);
    Sums sums(V.cols());
    const long blocks = std::max(1L, rows->count() / plan.length);
    for (long b = 0; b < blocks && rows->count() > 0; ++b) {
      const long first = rows->count() * b / blocks, end = rows->count() * (b + 1) / blocks;
      const Rows block = stretches.rows(*rows, residuals, first, end - first);
      const MatrixXd JV = block.J * V;
      const VectorXd score = plan.unseen * (JV.transpose() * block.r);
      sums.scores.noalias() += score * score.transpose();
      const VectorXd white = JV.colwise().squaredNorm();
      const MatrixXd through =
          linear_algebra::solve_lower(L, MatrixXd(scale.asDiagonal() * (block.J.transpose() * JV)));
      sums.white += white, sums.squares += white.cwiseAbs2();
      sums.taken += through.colwise().squaredNorm().transpose();
      ++sums.blocks;
    }
    return sums;
  };
  in_order(equations.piece_count(), equations.threads(), work, [&](long, const Sums& sums) { all += sums; });
  return all;
}

/// By how much coloured noise makes a variance larger than white noise would is much the same for all targets: ratios
/// are drawn to their mean as far as their scatter is no more than chance. [Smyth 2004]
VectorXd moderated(const VectorXd& ratios, double freedom) {
  const Eigen::ArrayXd ratio = ratios.array().log();
  const double by_chance = 2 / freedom, mean = ratio.mean();
  const double scatter = (ratio - mean).square().sum() / std::max<double>(1, static_cast<double>(ratio.size() - 1));
  const double own = scatter > by_chance ? 1 - by_chance / scatter : 0;
  return (mean + own * (ratio - mean)).exp();
}

/// By target: what the deviations of its scores are multiplied by.
VectorXd correction_of(const Sums& sums, const VectorXd& before) {
  std::vector<Eigen::Index> seen;  // the others are as unknown as they were before
  for (Eigen::Index k = 0; k < before.size(); ++k)
    if (sums.white[k] > 1e-9 * before[k] && sums.scores(k, k) > 0) seen.push_back(k);
  VectorXd correction = VectorXd::Zero(before.size());
  if (seen.empty()) return correction;
  const VectorXd white = sums.white(seen), raw = sums.scores.diagonal()(seen);
  const VectorXd left = (white - sums.taken(seen)).cwiseQuotient(white).cwiseMax(0.05);
  const VectorXd freedom = white.cwiseAbs2().cwiseQuotient(sums.squares(seen));
  VectorXd ratio = moderated(raw.cwiseQuotient(white).cwiseQuotient(left), std::max(1.0, freedom.mean()));
  // t quantile over the normal one at 95 %, to first order
  ratio.array() *= (1 + 1.2 / freedom.array().max(3.0)).square();
  correction(seen) = ratio.cwiseProduct(white).cwiseQuotient(raw).cwiseSqrt();
  return correction;
}

}  // namespace

Covariance block_covariance(const Problem& problem, const Fit& fit, const MatrixXd& targets, long block_length) {
  const VectorXd scale = linear_algebra::unit_scale(fit.information);
  const MatrixXd L = linear_algebra::cholesky(scale.asDiagonal() * fit.information * scale.asDiagonal());
  const MatrixXd V =
      scale.asDiagonal() * linear_algebra::solve_lower_transposed(
                               L, linear_algebra::solve_lower(L, MatrixXd(scale.asDiagonal() * targets.transpose())));
  Sums sums(targets.rows());
  for (std::size_t k = 0; k < problem.groups.size(); ++k) {
    const Stretches stretches(problem, fit, static_cast<int>(k));
    sums += sums_of(stretches, plan_blocks(stretches, problem.unknowns(), block_length), L, scale, V);
  }
  const MatrixXd before = V.transpose() * fit.before.asDiagonal() * V;
  const VectorXd correction = correction_of(sums, before.diagonal());
  MatrixXd covariance = correction.asDiagonal() * sums.scores * correction.asDiagonal();
  covariance += before;
  return {covariance, sums.blocks};
}

}  // namespace torsor::payload
