#include "estimation/bent_contacts.hpp"
#include "torsor/estimation/equations.hpp"

/// Columns of friction that are no function of the state alone: of contacts that bend along the way, and of friction
/// that grows with a torque of the fit before.

namespace torsor {

using Eigen::VectorXd;

VectorXd Equations::turn(long at, const Samples& samples, int joint) const {
  const std::vector<double>& distance = unknowns_.presliding_distance;
  if (!bends_.empty() && distance[joint] > 0)
    return bend_along(samples.rows.q.col(joint), bends_[at](joint, 0), distance[joint]);
  return samples.rows.qd.col(joint).unaryExpr(
      [width = unknowns_.model.friction[joint].width](double qd) { return smooth_sign(qd, width); });
}

void Equations::bend_columns_of_couplings(long at, Samples& samples) const {
  const Model<double>& model = unknowns_.model;
  const Eigen::MatrixXd places = places_of_contacts(model, samples.rows.q);
  for (int c = 0; c < static_cast<int>(model.couplings.size()); ++c) {
    const int contact = joints() + c;
    const double distance = unknowns_.presliding_distance[contact];
    if (!(distance > 0)) continue;
    const VectorXd bend = bend_along(places.col(contact), bends_[at](contact, 0), distance);
    for (const auto& term : model.couplings[c].terms)
      for (std::size_t a = 0; a < support_[term.v].size(); ++a) {
        const Parameter& parameter = unknowns_.layout.entries[unknowns_.base.independent[support_[term.v][a]]];
        if (parameter.coupling == c && parameter.kind == ParameterKind::coulomb)
          samples.W[term.v].col(static_cast<Eigen::Index>(a)) = term.coefficient * bend;
      }
  }
}

void Equations::bend_columns(long at, Samples& samples) const {
  const Model<double>& model = unknowns_.model;
  bend_columns_of_couplings(at, samples);
  for (int j = 0; j < joints(); ++j) {
    if (!(unknowns_.presliding_distance[j] > 0)) continue;
    const VectorXd bend = turn(at, samples, j);
    const double slow = model.friction[j].stribeck_velocity;
    for (std::size_t a = 0; a < support_[j].size(); ++a) {
      const Parameter& parameter = unknowns_.layout.entries[unknowns_.base.independent[support_[j][a]]];
      if (parameter.coupling >= 0 || model.bodies[parameter.body].v != j) continue;
      if (parameter.kind == ParameterKind::coulomb) samples.W[j].col(static_cast<Eigen::Index>(a)) = bend;
      if (parameter.kind == ParameterKind::stribeck)
        for (Eigen::Index k = 0; k < bend.size(); ++k)
          samples.W[j](k, static_cast<Eigen::Index>(a)) = bend[k] - smooth_sign(samples.rows.qd(k, j), slow);
    }
  }
}

void Equations::load_columns(long at, Samples& samples) const {
  for (int j = 0; j < joints(); ++j)
    for (std::size_t a = 0; a < support_[j].size(); ++a) {
      const Parameter& parameter = unknowns_.layout.entries[unknowns_.base.independent[support_[j][a]]];
      if (parameter.kind != ParameterKind::load) continue;
      const VectorXd links = samples.W[j] * unknowns_.links.col(j)(support_[j]);
      samples.W[j].col(static_cast<Eigen::Index>(a)) = links.cwiseAbs().cwiseProduct(turn(at, samples, j));
    }
}

void Equations::own_columns(Samples& samples) const {
  for (const CompiledTerm& term : unknowns_.own_terms)
    for (std::size_t a = 0; a < support_[term.joint].size(); ++a) {
      const Parameter& parameter = unknowns_.layout.entries[unknowns_.base.independent[support_[term.joint][a]]];
      if (parameter.kind == ParameterKind::own_term && own_term_number(parameter) == term.number)
        samples.W[term.joint].col(static_cast<Eigen::Index>(a)) = term.column(samples.rows);
    }
}

}  // namespace torsor
