#include "torsor/estimation/streamed_estimators.hpp"

#include <cmath>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/core/parallel.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double bend = 1.345;                  // 95 % efficient where the noise is normal
constexpr double expected_square = 0.71016459;  // of min(|x|, bend) for a normal x

/// One reweighted pass: the equations, and the sum of squares of the bent residuals by joint.
struct HuberSums {
  std::vector<NormalEquations> sums;
  VectorXd bent, rows;
};

HuberSums huber_piece(const Equations& equations, long piece, const JointEquations& shape, const VectorXd& beta,
                      const VectorXd& deviation) {
  const auto rows = equations.equations(piece);
  HuberSums result{{}, VectorXd::Zero(equations.joints()), VectorXd::Zero(equations.joints())};
  for (int j = 0; j < equations.joints(); ++j) {
    const VectorXd x = (rows->y.col(j) - rows->W[j] * shape.felt(j, beta)).cwiseAbs() / deviation[j];
    const VectorXd weights = x.unaryExpr([](double size) { return size > bend ? bend / size : 1.0; });
    result.bent[j] = x.cwiseMin(bend).cwiseAbs2().dot(rows->weight.col(j));
    result.rows[j] = rows->weight.col(j).sum();
    result.sums.emplace_back(rows->W[j].cols());
    result.sums.back().add(rows->W[j], rows->y.col(j), weights.cwiseProduct(rows->weight.col(j)));
  }
  return result;
}

}  // namespace

LinearEstimate huber(const Equations& equations, const LinearEstimate& start) {
  if (start.beta.size() == 0) return start;
  JointEquations shape{equations.columns(), equations.support(), {}};
  VectorXd beta = start.beta, deviation;
  {
    const JointEquations plain = equations.sums(1);
    deviation = residual_deviation(plain, beta);
  }
  for (int pass = 0; pass < 30; ++pass) {
    shape.by_joint.assign(1, {});
    for (const auto& felt : equations.support()) shape.by_joint[0].emplace_back(static_cast<Eigen::Index>(felt.size()));
    VectorXd bent = VectorXd::Zero(equations.joints()), rows = bent;
    in_order(
        equations.piece_count(), equations.threads(),
        [&](long piece) { return huber_piece(equations, piece, shape, beta, deviation); },
        [&](long, const HuberSums& piece) {
          for (int j = 0; j < equations.joints(); ++j) shape.by_joint[0][j] += piece.sums[j];
          bent += piece.bent, rows += piece.rows;
        });
    const NormalEquations sums = shape.total(weights_of(deviation));
    const VectorXd next = linear_algebra::ScaledFactor(sums.WtW).solve(sums.Wty);
    const double change = ((next - beta).array().abs() / (beta.array().abs() + 1e-12)).maxCoeff();
    beta = next;
    deviation.array() *= (bent.array() / (rows.array().max(1.0) * expected_square)).sqrt().max(1e-3);
    if (change < 1e-6) break;
  }
  return {beta, {}, ""};
}

LinearEstimate covariance_weighted(const Equations& equations, const LinearEstimate& start, const VectorXd& deviation) {
  if (start.beta.size() == 0) return start;
  const Unknowns& unknowns = equations.unknowns();
  std::vector<double> theta(unknowns.layout.entries.size(), 0.0);  // a robot with these torques, and so with this B
  for (int b = 0; b < unknowns.base.count(); ++b) theta[unknowns.base.independent[b]] = start.beta[b];
  const Model<double> model = with_parameters<double>(unknowns.model, unknowns.layout, theta);
  JointEquations sums{equations.columns(), equations.support(), {{}}};
  for (const auto& felt : sums.support) sums.by_joint[0].emplace_back(static_cast<Eigen::Index>(felt.size()));
  const auto work = [&](long piece) {
    const auto rows = equations.equations(piece);
    MatrixXd weight = rows->weight;
    for (Eigen::Index k = 0; k < rows->qdd_variance.rows(); ++k) {
      std::vector<double> q(model.nv);
      for (int j = 0; j < model.nv; ++j) q[j] = rows->q(k, j);
      const Matrix<double> B = inertia_matrix(model, q);
      for (int j = 0; j < model.nv; ++j) {
        double variance = 0;
        for (int i = 0; i < model.nv; ++i) variance += B(j, i) * B(j, i) * rows->qdd_variance(k, i);
        weight(k, j) /= 1 + variance / (deviation[j] * deviation[j]);
      }
    }
    std::vector<NormalEquations> part;
    for (int j = 0; j < model.nv; ++j) {
      part.emplace_back(rows->W[j].cols());
      part.back().add(rows->W[j], rows->y.col(j), weight.col(j));
    }
    return std::pair(std::move(part), rows->qdd_variance.rows() > 0);
  };
  bool known = false;
  in_order(equations.piece_count(), equations.threads(), work, [&](long, const auto& piece) {
    for (int j = 0; j < equations.joints(); ++j) sums.by_joint[0][j] += piece.first[j];
    known |= piece.second;
  });
  if (!known) return {{}, {}, "only the Kalman smoother gives the variance of accelerations"};
  const NormalEquations total = sums.total(weights_of(deviation));
  return {linear_algebra::ScaledFactor(total.WtW).solve(total.Wty), {}, ""};
}

LinearEstimate instrumental_variable(const Equations& equations, const Equations& instruments,
                                     const VectorXd& weights) {
  struct Sums {
    MatrixXd ZtW;
    VectorXd Zty;
  };
  const Eigen::Index p = equations.columns();
  Sums total{MatrixXd::Zero(p, p), VectorXd::Zero(p)};
  const auto work = [&](long piece) {
    const auto rows = equations.equations(piece), other = instruments.equations(piece);
    const long count = std::min(rows->count(), other->count());
    Sums sums{MatrixXd::Zero(p, p), VectorXd::Zero(p)};
    for (int j = 0; j < equations.joints(); ++j) {
      const std::vector<int>& felt = equations.support()[j];
      const MatrixXd Z = weights[j] * (rows->weight.col(j).head(count).asDiagonal() * other->W[j].topRows(count));
      sums.ZtW(felt, felt) += (Z.transpose() * rows->W[j].topRows(count)).eval();
      sums.Zty(felt) += (Z.transpose() * rows->y.col(j).head(count)).eval();
    }
    return sums;
  };
  in_order(std::min(equations.piece_count(), instruments.piece_count()), equations.threads(), work,
           [&](long, const Sums& sums) { total.ZtW += sums.ZtW, total.Zty += sums.Zty; });
  const VectorXd scale = linear_algebra::unit_scale(total.ZtW.cwiseAbs());
  const VectorXd unit =
      linear_algebra::solve_square(scale.asDiagonal() * total.ZtW * scale.asDiagonal(), scale.cwiseProduct(total.Zty));
  if (unit.size() == 0) return {{}, {}, "the instruments do not determine all parameters"};
  return {scale.cwiseProduct(unit), {}, ""};
}

}  // namespace torsor
