#include "torsor/trajectory/torque_terms.hpp"

#include "torsor/dynamics/load_friction.hpp"
#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {
namespace {

Conditions<double> without_wrenches(Conditions<double> conditions) {
  conditions.wrenches = {};
  return conditions;
}

bool moves(const BaseMotion<double>& base) {
  const auto is_zero = [](const Vector3<double>& v) { return v.x == 0 && v.y == 0 && v.z == 0; };
  return !is_zero(base.linear_velocity) || !is_zero(base.angular_velocity) || !is_zero(base.linear_acceleration) ||
         !is_zero(base.angular_acceleration);
}

}  // namespace

TorqueTerms::TorqueTerms(const Model<double>& model, const Conditions<double>& conditions, WrenchesAt wrenches_at,
                         int threads)
    : model_(&model), conditions_(without_wrenches(conditions)), base_moves_(moves(conditions.base)),
      wrenches_at_(std::move(wrenches_at)), batch_(model, conditions_, {BatchLayout::states, threads}) {}

void TorqueTerms::compute(Input<double> q, Input<double> qd, Input<double> qdd, TorqueRows& rows) {
  auto& [inertia, coriolis, gravity, friction, spring, wrench, base_motion] = rows.terms;
  for (std::vector<double>& term : rows.terms) term.assign(qdd.size(), 0.0);
  batch_.inertia_torque(q, qdd, inertia);
  batch_.coriolis_torque(q, qd, coriolis);
  batch_.gravity_torque(q, gravity);
  batch_.friction_torque(qd, friction);
  batch_.spring_torque(q, spring);
  if (wrenches_at_) add_wrench_torque(*model_, wrenches_at_, q, wrench);
  if (base_moves_) batch_.base_motion_torque(q, qd, base_motion);
  if (model_->load_friction) add_load(q, qd, qdd, friction);
  rows.tau.assign(qdd.size(), 0.0);
  for (const std::vector<double>& term : rows.terms)
    for (std::size_t k = 0; k < term.size(); ++k) rows.tau[k] += term[k];
}

/// Under the load that all terms make together.
void TorqueTerms::add_load(Input<double> q, Input<double> qd, Input<double> qdd, Output<double> friction) const {
  const auto nq = static_cast<std::size_t>(model_->nq), nv = static_cast<std::size_t>(model_->nv);
  NewtonEulerWorkspace<double> workspace(*model_);
  std::vector<double> tau(nv);
  for (std::size_t state = 0; state * nv < friction.size(); ++state) {
    const Input<double> at = q.subspan(state * nq, nq), v = qd.subspan(state * nv, nv);
    const std::vector<Wrench<double>> wrenches =
        wrenches_at_ ? wrenches_at_({at.begin(), at.end()}) : std::vector<Wrench<double>>();
    newton_euler<double>(*model_, at, v, qdd.subspan(state * nv, nv), {conditions_.gravity, conditions_.base, wrenches},
                         workspace, tau);
    add_load_friction<double>(*model_, v, workspace, friction.subspan(state * nv, nv));
  }
}

void add_wrench_torque(const Model<double>& model, const WrenchesAt& wrenches_at, Input<double> q, Output<double> tau) {
  const auto nq = static_cast<std::size_t>(model.nq), nv = static_cast<std::size_t>(model.nv);
  NewtonEulerWorkspace<double> workspace(model);
  std::vector<double> at(nq), felt(nv);
  const std::vector<double> still(nv, 0.0);
  for (std::size_t state = 0; state * nv < tau.size(); ++state) {
    at.assign(q.begin() + static_cast<std::ptrdiff_t>(state * nq),
              q.begin() + static_cast<std::ptrdiff_t>((state + 1) * nq));
    const std::vector<Wrench<double>> wrenches = wrenches_at(at);
    newton_euler<double>(model, at, still, still, {{}, {}, wrenches}, workspace, felt);
    for (std::size_t k = 0; k < nv; ++k) tau[state * nv + k] += felt[k];
  }
}

}  // namespace torsor
