#include "estimation/links_torque.hpp"

#include "torsor/core/parallel.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// Whether what a parameter asks of the joint with velocity v comes from the links: the rotors of joints further out
/// are carried, and count.
bool of_links(const Model<double>& model, const Parameter& parameter, int v) {
  if (parameter.coupling >= 0) return false;
  return parameter.kind <= ParameterKind::izz ||
         (parameter.kind == ParameterKind::rotor_inertia && model.bodies[parameter.body].v != v);
}

}  // namespace

std::vector<double> standard_parameters(const Unknowns& unknowns, const VectorXd& beta) {
  const BaseParameters& base = unknowns.base;
  std::vector<double> theta = parameters(unknowns.model, unknowns.layout);
  for (int b = 0; b < base.count(); ++b) {
    double value = beta[b];
    for (std::size_t d = 0; d < base.dependent.size(); ++d)
      value -= base.coefficients(b, static_cast<int>(d)) * theta[base.dependent[d]];
    theta[base.independent[b]] = value;
  }
  return theta;
}

MatrixXd links_in_base(const Unknowns& unknowns, const std::vector<double>& theta) {
  MatrixXd links = MatrixXd::Zero(unknowns.layout.size(), unknowns.model.nv);
  for (int c = 0; c < unknowns.layout.size(); ++c)
    for (int v = 0; v < unknowns.model.nv; ++v)
      if (of_links(unknowns.model, unknowns.layout.entries[c], v)) links(c, v) = theta[c];
  return unknowns.to_base() * links;
}

std::vector<bool> may_have_load(const Model<double>& model) {
  std::vector<int> bodies(model.nv, 0);  // that move with the velocity
  for (int i = 1; i < model.body_count(); ++i) ++bodies[model.bodies[i].v];
  std::vector<bool> may;
  may.reserve(bodies.size());
  for (const int count : bodies) may.push_back(count == 1 && model.carried.empty());
  return may;
}

std::vector<double> mean_links_torque(const Equations& equations) {
  const Unknowns& unknowns = equations.unknowns();
  VectorXd sum = VectorXd::Zero(equations.joints());
  double count = 0;
  const auto work = [&](long piece) {
    const auto rows = equations.equations(piece);
    VectorXd part(equations.joints() + 1);
    for (int j = 0; j < equations.joints(); ++j)
      part[j] = (rows->W[j] * unknowns.links.col(j)(equations.support()[j])).cwiseAbs().sum();
    part[equations.joints()] = static_cast<double>(rows->count());
    return part;
  };
  in_order(equations.piece_count(), equations.threads(), work, [&](long, const VectorXd& part) {
    sum += part.head(equations.joints());
    count += part[equations.joints()];
  });
  std::vector<double> mean;
  mean.reserve(unknowns.model.friction.size());
  for (int j = 0; j < equations.joints(); ++j)
    mean.push_back(unknowns.model.friction[j].load_free() || count == 0 ? 0 : sum[j] / count);
  return mean;
}

}  // namespace torsor
