#include "torsor/estimation/friction_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/core/parallel.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

using Shape = FrictionShape<double>;

/// What the linear model has for the friction of one joint.
struct Terms {
  std::vector<ParameterKind> kinds;
  std::vector<int> at;  // their places among the columns that the joint feels

  int count() const { return static_cast<int>(kinds.size()); }
  bool has(ParameterKind kind) const { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); }
};

Terms terms_of(const Equations& equations, int joint) {
  const Unknowns& unknowns = equations.unknowns();
  const FrictionTerms<double> any{};
  Terms terms;
  const std::vector<int>& felt = equations.support()[joint];
  for (std::size_t a = 0; a < felt.size(); ++a) {
    const Parameter& parameter = unknowns.layout.entries[unknowns.base.independent[felt[a]]];
    if (parameter.coupling >= 0 || find_friction_parameter(any, parameter.kind) == nullptr ||
        unknowns.model.bodies[parameter.body].v != joint)
      continue;
    terms.at.push_back(static_cast<int>(a));
    terms.kinds.push_back(parameter.kind);
  }
  return terms;
}

std::vector<Shape> candidates(const Terms& terms, double largest_velocity) {
  const bool stribeck = terms.has(ParameterKind::stribeck);
  std::vector<Shape> shapes;
  for (double share = 1e-3; share < 0.6; share *= width_search_step) {
    if (!stribeck) shapes.push_back({share * largest_velocity, 0});
    for (double slow = 0.01; stribeck && slow < 0.6; slow *= std::pow(10.0, 0.3))
      if (slow > 1.5 * share) shapes.push_back({share * largest_velocity, slow * largest_velocity});
  }
  return shapes;
}

VectorXd basis(const Terms& terms, const Shape& shape, double qd) {
  const FrictionTerms<double> law = friction_law(unit_friction<double>(), qd, shape);
  VectorXd row(terms.count());
  for (int k = 0; k < terms.count(); ++k) row[k] = *find_friction_parameter(law, terms.kinds[k]);
  return row;
}

/// The torque that friction has to explain: all that the rest of the model leaves.
VectorXd friction_torque_of(const Samples& samples, int joint, const Terms& terms, VectorXd felt) {
  for (const int at : terms.at) felt[at] = 0;
  return samples.rows.tau.col(joint) - samples.W[joint] * felt;
}

using Sums = std::vector<std::vector<NormalEquations>>;  // [joint][candidate]

/// The terms that cannot be negative: a wide Coulomb friction above a negative viscous one fits many a motion, and
/// holds for no other.
std::vector<int> not_negative(const Terms& terms) {
  using enum ParameterKind;
  std::vector<int> places;
  for (int k = 0; k < terms.count(); ++k)
    if (terms.kinds[k] == viscous || terms.kinds[k] == coulomb || terms.kinds[k] == stribeck) places.push_back(k);
  return places;
}

/// The least squared residual with no negative friction: the best of all choices of terms that are 0.
double residual(const NormalEquations& sums, const std::vector<int>& positive) {
  double least = std::numeric_limits<double>::infinity();
  for (unsigned zeros = 0; zeros < 1U << positive.size(); ++zeros) {
    MatrixXd A = sums.WtW;
    VectorXd b = sums.Wty;
    for (std::size_t k = 0; k < positive.size(); ++k) {
      if ((zeros >> k & 1U) == 0) continue;
      A.row(positive[k]).setZero(), A.col(positive[k]).setZero();
      A(positive[k], positive[k]) = 1, b[positive[k]] = 0;
    }
    const VectorXd beta = linear_algebra::solve_symmetric(A, b);
    const bool possible = beta.size() > 0 && beta.allFinite() &&
                          std::all_of(positive.begin(), positive.end(), [&](int place) { return beta[place] >= 0; });
    if (possible) least = std::min(least, sums.squared_residual(beta));
  }
  return least;
}

}  // namespace

Model<double> with_best_friction_shape(const Equations& equations, const VectorXd& beta,
                                       const VectorXd& largest_velocity) {
  const JointEquations columns{equations.columns(), equations.support(), {}};
  std::vector<Terms> terms;
  std::vector<std::vector<Shape>> shapes;
  Sums sums(equations.joints());
  for (int j = 0; j < equations.joints(); ++j) {
    terms.push_back(terms_of(equations, j));
    shapes.push_back(terms[j].has(ParameterKind::coulomb) ? candidates(terms[j], largest_velocity[j])
                                                          : std::vector<Shape>{});
    sums[j].assign(shapes[j].size(), NormalEquations(terms[j].count()));
  }
  const auto work = [&](long piece) {
    const Samples samples = equations.samples(piece);
    Sums part = sums;
    for (int j = 0; j < equations.joints(); ++j) {
      const VectorXd y = friction_torque_of(samples, j, terms[j], columns.felt(j, beta));
      MatrixXd W(y.size(), terms[j].count());
      for (std::size_t c = 0; c < shapes[j].size(); ++c) {
        for (Eigen::Index k = 0; k < y.size(); ++k) W.row(k) = basis(terms[j], shapes[j][c], samples.rows.qd(k, j));
        part[j][c] = NormalEquations(terms[j].count());
        part[j][c].add(W, y);
      }
    }
    return part;
  };
  in_order(equations.piece_count(), equations.threads(), work, [&](long, const Sums& part) {
    for (int j = 0; j < equations.joints(); ++j)
      for (std::size_t c = 0; c < part[j].size(); ++c) sums[j][c] += part[j][c];
  });
  return changed(equations.unknowns().model, [&](ModelParts<double>& parts) {
    for (int j = 0; j < equations.joints(); ++j) {
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t c = 0; c < shapes[j].size(); ++c) {
        const double left = residual(sums[j][c], not_negative(terms[j]));
        if (left >= least) continue;
        least = left;
        parts.friction[j].width = shapes[j][c].width;
        parts.friction[j].stribeck_velocity = shapes[j][c].stribeck_velocity;
      }
    }
  });
}

}  // namespace torsor
