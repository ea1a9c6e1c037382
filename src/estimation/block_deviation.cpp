#include <algorithm>
#include <cmath>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/core/parallel.hpp"
#include "torsor/estimation/streamed_estimators.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// Score and information of a block, in units in which the information of all is 1.
struct Block {
  VectorXd score;
  MatrixXd information;
  long rows = 0;

  explicit Block(Eigen::Index p) : score(VectorXd::Zero(p)), information(MatrixXd::Zero(p, p)) {}
  void operator+=(const Block& other) {
    score += other.score;
    information += other.information;
    rows += other.rows;
  }
};

/// Sums over blocks.
struct BlockSums {
  MatrixXd scores;   // score score^T
  MatrixXd squares;  // information^2: what the fit takes from the scores of white noise
  long blocks = 0;

  explicit BlockSums(Eigen::Index p) : scores(MatrixXd::Zero(p, p)), squares(MatrixXd::Zero(p, p)) {}
  void add(const Block& block) {
    scores.selfadjointView<Eigen::Lower>().rankUpdate(block.score);
    squares.noalias() += block.information * block.information;
    ++blocks;
  }
  void operator+=(const BlockSums& other) {
    scores += other.scores;
    squares += other.squares;
    blocks += other.blocks;
  }
};

class BlockPass {
 public:
  BlockPass(const Equations& equations, const VectorXd& beta, const VectorXd& weights)
      : equations_(equations), weights_(weights), shape_{equations.columns(), equations.support(), {}} {
    const NormalEquations all = equations.sums(1).total(weights);
    scale_ = linear_algebra::unit_scale(all.WtW);
    L_ = linear_algebra::cholesky(scale_.asDiagonal() * all.WtW * scale_.asDiagonal());
    for (int j = 0; j < equations.joints(); ++j) felt_.push_back(shape_.felt(j, beta));
  }

  /// Rows first .. first + count - 1 of a piece.
  Block block(const EquationRows& rows, long first, long count) const {
    const Eigen::Index p = equations_.columns();
    MatrixXd W = MatrixXd::Zero(p, count * equations_.joints());
    VectorXd r(W.cols());
    for (int j = 0; j < equations_.joints(); ++j) {
      const VectorXd root = (weights_[j] * rows.weight.col(j).segment(first, count)).cwiseSqrt();
      const auto& felt = equations_.support()[j];
      const MatrixXd part = root.asDiagonal() * rows.W[j].middleRows(first, count);
      for (std::size_t a = 0; a < felt.size(); ++a)
        W.block(felt[a], j * count, 1, count) = scale_[felt[a]] * part.col(a).transpose();
      r.segment(j * count, count) = root.cwiseProduct(rows.y.col(j).segment(first, count)) - part * felt_[j];
    }
    W = linear_algebra::solve_lower(L_, std::move(W));
    Block result(p);
    result.score.noalias() = W * r;
    result.information.selfadjointView<Eigen::Lower>().rankUpdate(W);
    result.information.triangularView<Eigen::StrictlyUpper>() = result.information.transpose();
    result.rows = count;
    return result;
  }

  BlockDeviation deviation(const BlockSums& sums) const {
    const Eigen::Index p = equations_.columns();
    const MatrixXd back =  // from these units to those of the parameters
        scale_.asDiagonal() * linear_algebra::solve_lower_transposed(L_, MatrixXd(MatrixXd::Identity(p, p)));
    const MatrixXd meat = sums.scores.selfadjointView<Eigen::Lower>();
    const MatrixXd left = MatrixXd::Identity(p, p) - sums.squares;
    MatrixXd covariance = back * meat * back.transpose();
    const MatrixXd of_white_noise = back * back.transpose();
    const VectorXd white = of_white_noise.diagonal();
    const VectorXd expected = (back * left * back.transpose()).diagonal().cwiseMax(0.05 * white);
    const VectorXd unbiased = covariance.diagonal().cwiseMax(1e-300).array() * white.array() / expected.array();
    const auto [variance, degrees_of_freedom] = moderated(unbiased, white, static_cast<double>(sums.blocks));
    const VectorXd correction = (variance.array() / covariance.diagonal().cwiseMax(1e-300).array()).sqrt();
    covariance = correction.asDiagonal() * covariance * correction.asDiagonal();
    return {variance.cwiseSqrt(), covariance, of_white_noise, sums.blocks, degrees_of_freedom};
  }

 private:
  /// By how much coloured noise makes a variance larger than white noise would is much the same for all parameters, and
  /// each of these ratios is known from a limited number of blocks only: they are drawn to their mean as far as their
  /// scatter is no more than that. What is drawn together is known from more than a parameter's own blocks: the degrees
  /// of freedom are those of the blocks and those of the others, 2 over the variance that ratios really have. [Smyth
  /// 2004]
  struct Moderated {
    VectorXd variance;
    double degrees_of_freedom;
  };
  static Moderated moderated(const VectorXd& variance, const VectorXd& white, double blocks) {
    const Eigen::ArrayXd ratio = (variance.array() / white.array()).log();
    const double by_chance = 2 / blocks, mean = ratio.mean();
    const double scatter = (ratio - mean).square().sum() / std::max<double>(1, static_cast<double>(ratio.size() - 1));
    const double own = scatter > by_chance ? 1 - by_chance / scatter : 0;
    const double of_others = 2 / std::max(scatter - by_chance, 2 / (9 * blocks));
    return {white.array() * (mean + own * (ratio - mean)).exp(), blocks + of_others};
  }

  const Equations& equations_;
  VectorXd weights_, scale_;
  JointEquations shape_;
  MatrixXd L_;
  std::vector<VectorXd> felt_;
};

}  // namespace

BlockDeviation block_deviation(const Equations& equations, const VectorXd& beta, const VectorXd& weights,
                               long block_length) {
  const BlockPass pass(equations, beta, weights);
  struct Piece {
    BlockSums whole;               // blocks that lie within the piece
    std::vector<Block> remainder;  // a piece that is no more than a part of a block
    int part = 0;
  };
  const auto work = [&](long at) {
    const auto rows = equations.equations(at);
    Piece piece{BlockSums(equations.columns()), {}, equations.part_of(at)};
    const long blocks = rows->count() / std::max(1L, block_length);
    if (blocks < 2) {
      piece.remainder.push_back(pass.block(*rows, 0, rows->count()));
      return piece;
    }
    for (long b = 0; b < blocks; ++b) {
      const long first = rows->count() * b / blocks, end = rows->count() * (b + 1) / blocks;
      piece.whole.add(pass.block(*rows, first, end - first));
    }
    return piece;
  };
  BlockSums sums(equations.columns());
  Block open(equations.columns());
  int part = -1;
  const auto close = [&] {
    if (open.rows > 0) sums.add(open);
    open = Block(equations.columns());
  };
  in_order(equations.piece_count(), equations.threads(), work, [&](long, const Piece& piece) {
    if (piece.part != part || piece.remainder.empty()) close();
    part = piece.part;
    sums += piece.whole;
    for (const Block& block : piece.remainder) open += block;
    if (open.rows >= block_length) close();
  });
  close();
  return pass.deviation(sums);
}

}  // namespace torsor
