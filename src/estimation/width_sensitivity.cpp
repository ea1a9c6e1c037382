#include "estimation/width_sensitivity.hpp"

#include "torsor/core/linear_algebra.hpp"
#include "torsor/core/parallel.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

Equations with_wider_friction(const Equations& equations, double factor) {
  Equations wider = equations;
  wider.reshape_friction(changed(equations.unknowns().model, [&](ModelParts<double>& parts) {
    for (Friction<double>& friction : parts.friction) friction.width *= factor;
  }));
  return wider;
}

}  // namespace

MatrixXd width_sensitivity(const Equations& equations, const VectorXd& beta, const VectorXd& weights, double factor) {
  const Equations wider = with_wider_friction(equations, factor);
  const JointEquations shape{equations.columns(), equations.support(), {}};
  const auto work = [&](long piece) {  // W^T Sigma^-1 (torque that the width changes), one column a joint
    const auto rows = equations.equations(piece), other = wider.equations(piece);
    MatrixXd slope = MatrixXd::Zero(equations.columns(), equations.joints());
    for (int j = 0; j < equations.joints(); ++j) {
      const VectorXd more = (other->W[j] - rows->W[j]) * shape.felt(j, beta);
      const VectorXd felt = weights[j] * (rows->W[j].transpose() * more.cwiseProduct(rows->weight.col(j)));
      for (std::size_t a = 0; a < shape.support[j].size(); ++a) slope(shape.support[j][a], j) = felt[a];
    }
    return slope;
  };
  MatrixXd slope = MatrixXd::Zero(equations.columns(), equations.joints());
  in_order(equations.piece_count(), equations.threads(), work, [&](long, const MatrixXd& part) { slope += part; });
  return -linear_algebra::ScaledFactor(equations.sums(1).total(weights).WtW).solve(slope);
}

}  // namespace torsor
