#include "experiments/online/online_start.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace torsor::experiments {

using Eigen::MatrixXd, Eigen::VectorXd;

bool is_friction(const Parameter& parameter) {
  const FrictionTerms<double> any{};
  return find_friction_parameter(any, parameter.kind) != nullptr;
}

VectorXd start_of(const Unknowns& unknowns, const std::optional<std::vector<double>>& prior) {
  if (!prior) return VectorXd::Zero(unknowns.base.count());
  const std::vector<double> values = base_values(unknowns.base, *prior);
  return VectorXd::Map(values.data(), unknowns.base.count());
}

/// Friction and rotors of robot files are often left out, or guesses: they may be as large as anything else.
VectorXd start_deviation(const Unknowns& unknowns, const VectorXd& start) {
  std::map<ParameterKind, std::pair<double, int>> kinds;
  const auto kind = [&](int b) { return unknowns.layout.entries[unknowns.base.independent[b]].kind; };
  for (int b = 0; b < unknowns.base.count(); ++b) {
    auto& [sum, count] = kinds[kind(b)];
    sum += std::abs(start[b]), ++count;
  }
  const double usual = std::max(start.cwiseAbs().mean(), 1.0);
  VectorXd deviation(start.size());
  for (int b = 0; b < unknowns.base.count(); ++b) {
    const auto& [sum, count] = kinds[kind(b)];
    const bool guessed = kind(b) > ParameterKind::izz || !(sum > 0);
    deviation[b] = 3 * (std::abs(start[b]) + (guessed ? std::max(sum / count, usual) : sum / count));
  }
  return deviation;
}

VectorXd walk_shares(const Unknowns& unknowns, const OnlineOptions& options) {
  VectorXd shares(unknowns.base.count());
  for (int b = 0; b < unknowns.base.count(); ++b)
    shares[b] =
        is_friction(unknowns.layout.entries[unknowns.base.independent[b]]) ? options.friction_walk : options.other_walk;
  return shares;
}

VectorXd load_deviations(const Unknowns& unknowns) {
  double mass = 0;
  for (const Body<double>& body : unknowns.model.bodies) mass += body.inertia.mass;
  const double load = mass > 0 ? std::max(0.5, 0.25 * mass) : 5, reach = 0.2;
  VectorXd deviation(10);
  deviation << load, VectorXd::Constant(3, load * reach), VectorXd::Constant(6, load * reach * reach);
  return deviation;
}

}  // namespace torsor::experiments
