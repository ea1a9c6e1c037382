#include "torsor/dynamics/consistency.hpp"

#include <algorithm>

#include "dynamics/consistency_checker.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/gravity_compensation.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/model/cast_model.hpp"
#include "torsor/model/require_moving.hpp"

namespace torsor::consistency {
namespace {

Model<double> without_coupled_rotors(const Model<double>& model) {
  return changed(model, [](ModelParts<double>& parts) {
    for (Coupling<double>& coupling : parts.couplings) coupling.rotor_inertia = 0;
  });
}

/// The robot with every joint free to move by itself. Friction and springs stay with the joints that lead.
Model<double> with_free_followers(const Model<double>& model) {
  int nq = model.nq, nv = model.nv;
  return changed(model, [&](ModelParts<double>& parts) {
    for (Body<double>& body : parts.bodies) {
      if (!body.follows) continue;
      const double ratio = body.following.ratio;
      if (ratio != 0) body.rotor.spin = 1 / ratio * body.rotor.spin, body.rotor.reflected /= ratio * ratio;
      body.follows = false;
      body.q = nq++, body.v = nv++;
      parts.friction.emplace_back();
    }
  });
}

}  // namespace

Checker::Checker(const Model<double>& model, const ConsistencyOptions& options)
    : model_(model), freed_(with_free_followers(model)), uncoupled_(without_coupled_rotors(freed_)),
      rates_(cast_model<Dual>(model)), select_(all_of(model)), layout_(parameter_layout(model, select_)),
      theta_(parameters(model, layout_)), compensation_(compensation_alone(model)) {
  result_.lagrange = model.nv <= options.lagrange_limit && lagrange_euler_applies(model);
}

void Checker::look_at(const State& state) {
  B_ = inertia_matrix(model_, state.q);
  C_ = coriolis_matrix(model_, state.q, state.qd);
  const Terms<double> all = terms(model_, state.q, state.qd, state.qdd, state.conditions);
  size_ = size_of(all, Vector(model_.nv, 1.0));
  B_size_ = inertia_size(model_, B_, scaled_inertia(B_).singular());
  B_rate_ = B_size_ * norm(state.qd);
  newton_euler_forms(state, all);
  if (model_.followers) followers(state);
  if (result_.lagrange) lagrange(state);
  coriolis(state);
  energies(state, all);
  regressors(state);
  forward(state);
}

void Checker::record(const std::string& name, double difference, double size) {
  Identity& identity = find(name);
  const double relative = difference == 0 ? 0 : difference / size;
  identity.disagreement = std::max(identity.disagreement, std::isfinite(relative) ? relative : 1e300);
  ++identity.states;
}

Identity& Checker::find(const std::string& name) {
  for (Identity& identity : result_.identities)
    if (identity.name == name) return identity;
  result_.identities.push_back({name});
  return result_.identities.back();
}

}  // namespace torsor::consistency

namespace torsor {

bool Consistency::holds() const {
  return std::all_of(identities.begin(), identities.end(), [](const Identity& i) { return i.holds(); });
}

Consistency check_consistency(const Model<double>& model, const ConsistencyOptions& options) {
  require_moving(model, "there is nothing to check");
  std::mt19937_64 engine(options.seed);
  consistency::Checker checker(model, options);
  for (int k = 0; k < options.states; ++k) {
    checker.look_at(consistency::State(model, engine));
    if (options.progress) options.progress((k + 1.0) / options.states);
  }
  return checker.result();
}

}  // namespace torsor
