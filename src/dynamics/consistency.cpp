#include "torsor/dynamics/consistency.hpp"

#include <algorithm>

#include "dynamics/consistency_inertia.hpp"
#include "dynamics/consistency_state.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/energy_regressor.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/gravity_compensation.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/momentum.hpp"
#include "torsor/dynamics/newton_euler_base_frame.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/cast_model.hpp"
#include "torsor/model/size_limits.hpp"
#include "torsor/scalar/dual.hpp"

namespace torsor::consistency {
namespace {

std::vector<Dual> along(const Vector& x, const Vector& rate) {
  std::vector<Dual> result;
  result.reserve(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) result.emplace_back(x[k], rate[k]);
  return result;
}

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

class Checker {
 public:
  Checker(const Model<double>& model, const ConsistencyOptions& options)
      : model_(model), freed_(with_free_followers(model)), uncoupled_(without_coupled_rotors(freed_)),
        rates_(cast_model<Dual>(model)), select_(all_of(model)), layout_(parameter_layout(model, select_)),
        theta_(parameters(model, layout_)), compensation_(compensation_alone(model)) {
    result_.lagrange = model.nv <= options.lagrange_limit && lagrange_euler_applies(model);
  }

  void look_at(const State& state) {
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

  Consistency result() { return std::move(result_); }

 private:
  void record(const std::string& name, double difference, double size) {
    Identity& identity = find(name);
    const double relative = difference == 0 ? 0 : difference / size;
    identity.disagreement = std::max(identity.disagreement, std::isfinite(relative) ? relative : 1e300);
    ++identity.states;
  }
  void compare(const std::string& name, const Vector& x, const Vector& y, double size) {
    record(name, norm(x - y), size);
  }
  Identity& find(const std::string& name) {
    for (Identity& identity : result_.identities)
      if (identity.name == name) return identity;
    result_.identities.push_back({name});
    return result_.identities.back();
  }

  void newton_euler_forms(const State& state, const Terms<double>& all) {
    const auto& [q, qd, qdd] = std::tie(state.q, state.qd, state.qdd);
    NewtonEulerWorkspace<double> link_frames(model_);
    NewtonEulerBaseFrameWorkspace<double> workspace(model_);
    tau_.resize(model_.nv);
    inverse_dynamics<double>(model_, q, qd, qdd, state.conditions, link_frames, tau_);
    base_wrench_ = list(link_frames.f[0]);
    for (const double moment : list(link_frames.mu[0])) base_wrench_.push_back(moment);
    Vector other(model_.nv);
    newton_euler_base_frame<double>(model_, q, qd, qdd, state.conditions, workspace, other);
    add_friction_torque<double>(model_, qd, other);
    add_spring_torque<double>(model_, q, other);
    compare("Newton-Euler in base axes = in link frames", other, tau_, size_);
    Vector sum = B_ * qdd;
    for (const Vector* term : {&all.coriolis, &all.gravity, &all.friction, &all.spring, &all.wrench, &all.base_motion})
      sum = sum + *term;
    compare("sum of the terms = inverse dynamics", sum, tau_, size_);
    compare("composite bodies = columns of Newton-Euler", B_.data, inertia_matrix_by_columns(model_, q).data, B_size_);
    const Matrix<double> J = jacobian(model_, q, model_.tip);
    Vector virtual_work(model_.nv, 0.0);
    const Vector wrench{state.exerted.force.x,  state.exerted.force.y,  state.exerted.force.z,
                        state.exerted.moment.x, state.exerted.moment.y, state.exerted.moment.z};
    for (int j = 0; j < J.columns; ++j)
      for (int i = 0; i < 6; ++i) virtual_work[j] += J(i, j) * wrench[i];
    compare("torque of a wrench = Jacobian transposed", all.wrench, virtual_work, norm(J.data) * norm(wrench));
  }

  void lagrange(const State& state) {
    const LagrangeEuler<double> L = lagrange_euler(model_, state.q, model_.gravity);
    Vector tau(model_.nv);
    lagrange_euler_torque<double>(model_, L, state.qd, state.qdd, state.at_rest.wrenches, tau);
    NewtonEulerWorkspace<double> workspace(model_);
    Vector expected(tau.size());
    newton_euler<double>(model_, state.q, state.qd, state.qdd, state.at_rest, workspace, expected);
    compare("Lagrange-Euler = Newton-Euler", tau, expected, size_);
    compare("Lagrange-Euler D = inertia matrix", L.D.data + L.actuator.data, B_.data, B_size_);
    Matrix<double> C(model_.nv, model_.nv);
    for (int i = 0; i < C.rows; ++i)
      for (int k = 0; k < C.rows; ++k)
        for (int m = 0; m < C.rows; ++m) C(i, k) += L.h(i, k, m) * state.qd[m];
    compare("Coriolis matrix = Lagrange-Euler h", C_.data, C.data, B_rate_);
    const double kinetic = lagrange_euler_kinetic_energy<double>(model_, L, state.qd);
    record(
        "Lagrange-Euler energies = energies of the links",
        std::abs(kinetic - kinetic_energy(model_, state.q, state.qd)) +
            std::abs(L.potential_energy + spring_energy<double>(model_, state.q) - potential_energy(model_, state.q)),
        std::abs(kinetic) + potential_energy_size(model_, state.q));
  }

  void coriolis(const State& state) {
    const Matrix<Dual> B = inertia_matrix(rates_, positions_along(state.q, state.qd));
    double skew = 0, size = B_rate_;
    for (int i = 0; i < model_.nv; ++i)
      for (int j = 0; j < model_.nv; ++j) {
        const double bdot = 0.5 * (B(i, j).derivative() + B(j, i).derivative());
        skew = std::hypot(skew, bdot - C_(i, j) - C_(j, i));  // the symmetric part of Bdot - 2 C
        size += std::abs(bdot);
      }
    record("Bdot - 2 C is skew-symmetric", skew, size);
    const double scale = B_rate_ * (norm(state.qd) + norm(state.v));
    compare("C qd = Coriolis torque of Newton-Euler", C_ * state.qd, coriolis_torque(model_, state.q, state.qd), scale);
    compare("C v in O(n) = Coriolis matrix times v", coriolis_product(model_, state.q, state.qd, state.v), C_ * state.v,
            scale);
  }

  void energies(const State& state, const Terms<double>& all) {
    const Vector tau = inverse_dynamics(model_, state.q, state.qd, state.qdd, state.at_rest);
    const std::vector<Dual> q = positions_along(state.q, state.qd), qd = along(state.qd, state.qdd);
    const Dual energy = kinetic_energy(rates_, q, qd) + potential_energy(rates_, q);
    record("rate of energy = power", std::abs(energy.derivative() - dot(tau - all.friction - all.wrench, state.qd)),
           size_ * norm(state.qd));
    const Dual potential = potential_energy(rates_, positions_along(state.q, state.v));
    record("slope of potential energy = gravity and spring torque",
           std::abs(potential.derivative() - dot(all.gravity + all.spring, state.v)), size_ * norm(state.v));
    const Vector momentum = generalized_momentum(model_, state.q, state.qd);
    record("kinetic energy = velocity times momentum / 2",
           std::abs(kinetic_energy(model_, state.q, state.qd) - 0.5 * dot(momentum, state.qd)),
           B_rate_ * norm(state.qd));
  }

  void regressors(const State& state) {
    const auto& [q, qd, qdd, v] = std::tie(state.q, state.qd, state.qdd, state.v);
    const Vector compensation = compensation_torque(state);
    const Vector known = terms(model_, q, qd, qdd, state.conditions).wrench + compensation;
    compare("regressor times parameters = torque",
            regressor(model_, layout_, q, qd, qdd, state.conditions) * theta_ + known, tau_, size_);
    const Vector reference = slotine_li_torque(model_, q, qd, v, qdd, {model_.gravity, {}, {}}) +
                             friction_torque(model_, qd) + spring_torque(model_, q);
    const Vector explicit_sum =
        B_ * qdd + C_ * v + gravity_torque(q) + friction_torque(model_, qd) + spring_torque(model_, q);
    const double size = size_ + B_rate_ * norm(v);
    compare("Slotine-Li torque = B qdd_r + C qd_r + g + ...", reference, explicit_sum, size);
    compare("Slotine-Li regressor times parameters = its torque",
            slotine_li_regressor(model_, layout_, q, qd, v, qdd, {model_.gravity, {}, {}}) * theta_ + compensation,
            explicit_sum, size);
    compare("momentum regressor times parameters = B qd", momentum_regressor(model_, layout_, q, qd) * theta_, B_ * qd,
            B_rate_);
    const Vector energy = energy_regressor(model_, layout_, q, qd, model_.gravity) * theta_;
    double rest = 0;  // the energy of a spring at x = 0, which is not linear in the parameters
    for (const Coupling<double>& coupling : model_.couplings)
      rest += 0.5 * coupling.stiffness * coupling.rest * coupling.rest;
    rest += gravity_energy<double>(compensation_, forward_kinematics(model_, q), model_.gravity);
    const double kinetic = kinetic_energy(model_, q, qd), potential = potential_energy(model_, q);
    record("energy regressor times parameters = energies",
           std::abs(energy[0] - kinetic) + std::abs(energy[1] + rest - potential),
           std::abs(kinetic) + potential_energy_size(model_, q));
    ParameterSelection with_base = select_;
    with_base.base = true;
    const ParameterLayout layout = parameter_layout(model_, with_base);
    Vector wrench = regressor(model_, layout, q, qd, qdd, state.conditions) * parameters(model_, layout);
    wrench.resize(6);
    const Vector exerted = list(state.exerted.force);
    const Vector moment =
        list(state.exerted.moment +
             cross(frame_pose<double>(model_, forward_kinematics(model_, q), model_.tip).p, state.exerted.force));
    for (int k = 0; k < 3; ++k) wrench[k] += exerted[k], wrench[3 + k] += moment[k];
    wrench = wrench + compensation_wrench_;
    compare("base rows of the regressor = bearing load of the base", wrench, base_wrench_, norm(base_wrench_));
  }

  /// A joint that follows is a joint held by a gear: tau = G^T tau' and B = G^T B' G, where the robot of q' = G q + o
  /// and qd' = G qd has no such joints.
  void followers(const State& state) {
    const auto [q, qd, qdd] = geared(state);
    const auto gathered = [&](const Vector& x) {
      Vector sum(x.begin(), x.begin() + model_.nv);
      for (std::size_t i = 1; i < model_.bodies.size(); ++i)
        if (model_.bodies[i].follows)
          sum[model_.bodies[i].v] += model_.bodies[i].following.ratio * x[freed_.bodies[i].v];
      return sum;
    };
    NewtonEulerWorkspace<double> workspace(freed_);
    Vector torque(freed_.nv), own(model_.nv);
    newton_euler<double>(freed_, q, qd, qdd, state.conditions, workspace, torque);
    newton_euler<double>(model_, state.q, state.qd, state.qdd, state.conditions, workspace, own);
    compare("joints that follow = free ones in gear: torque", own, gathered(torque), size_);
    compare("joints that follow = free ones in gear: inertia", B_ * state.qdd,
            gathered(inertia_matrix(freed_, q) * qdd), size_ + B_size_ * norm(state.qdd));
  }

  struct JointState {
    Vector q, qd, qdd;
  };
  /// The state of the robot without joints that follow, in gear.
  JointState geared(const State& state) const {
    JointState result{state.q, state.qd, state.qdd};
    for (const Body<double>& body : model_.bodies) {
      if (!body.follows) continue;
      const auto& [turns, ratio, offset] = body.following;
      result.q.push_back(ratio * state.q[body.q] + offset);
      result.qd.push_back(ratio * state.qd[body.v]);
      result.qdd.push_back(ratio * state.qdd[body.v]);
    }
    return result;
  }

  template <class Method>
  void undoes(const std::string& name, const Model<double>& model, const JointState& state,
              const Conditions<double>& conditions, const Method& method) {
    const ScaledInertia B = scaled_inertia(inertia_matrix(model, state.q));
    if (B.singular()) {
      ++find(name).skipped;
      return;
    }
    ForwardDynamicsWorkspace<double> workspace(model);
    const Vector tau = inverse_dynamics(model, state.q, state.qd, state.qdd, conditions);
    Vector qdd(tau.size());
    method(model, state.q, state.qd, tau, conditions, workspace, qdd);
    Vector difference = qdd - state.qdd;
    for (std::size_t i = 0; i < difference.size(); ++i) difference[i] /= B.scale[i];
    record(name, norm(difference),
           size_of(terms(model, state.q, state.qd, state.qdd, conditions), B.scale) / B.smallest);
  }

  void forward(const State& state) {
    const ScaledInertia B = scaled_inertia(B_);
    if (B.singular())
      ++result_.singular_states;
    else if (B.lowest < 0)
      ++result_.indefinite_states;
    undoes("forward dynamics (inertia matrix) undoes inverse", model_, {state.q, state.qd, state.qdd}, state.conditions,
           forward_dynamics_through_inertia<double>);
    undoes("forward dynamics (articulated bodies) undoes inverse", uncoupled_, geared(state), state.conditions,
           [](const auto& model, auto&&... rest) { forward_dynamics<double>(model, rest...); });
  }

  std::vector<Dual> positions_along(const Vector& q, const Vector& qd) const {
    return along(q, position_rate<double>(model_, q, qd));
  }
  /// Leaves what the base gets of it in compensation_wrench_.
  Vector compensation_torque(const State& state) {
    NewtonEulerWorkspace<double> workspace(compensation_);
    const Vector still(model_.nv);
    Vector tau(model_.nv);
    newton_euler<double>(compensation_, state.q, still, still, {state.conditions.gravity, {}, {}}, workspace, tau);
    compensation_wrench_ = list(workspace.f[0]);
    for (const double moment : list(workspace.mu[0])) compensation_wrench_.push_back(moment);
    return tau;
  }
  Vector gravity_torque(const Vector& q) const {
    return terms(model_, q, Vector(model_.nv), Vector(model_.nv), default_conditions(model_)).gravity;
  }

  const Model<double>& model_;
  Model<double> freed_;      // without joints that follow
  Model<double> uncoupled_;  // nor rotors on several joints: articulated bodies carry neither
  Model<Dual> rates_;
  ParameterSelection select_;
  ParameterLayout layout_;
  Vector theta_;
  Model<double> compensation_;  // what of the torque is not linear in the parameters, but known
  Matrix<double> B_, C_;
  Vector tau_, base_wrench_, compensation_wrench_;
  double size_ = 0;    // sum of the magnitudes of the terms
  double B_size_ = 0;  // |B|
  double B_rate_ = 0;  // |B| |qd|
  Consistency result_;
};

}  // namespace
}  // namespace torsor::consistency

namespace torsor {

bool Consistency::holds() const {
  return std::all_of(identities.begin(), identities.end(), [](const Identity& i) { return i.holds(); });
}

Consistency check_consistency(const Model<double>& model, const ConsistencyOptions& options) {
  size_limits::require_joints("every formulation beside every other", model.nv, size_limits::lagrange_euler_joints,
                              "the matrices of Lagrange-Euler grow as n^3");
  std::mt19937_64 engine(options.seed);
  consistency::Checker checker(model, options);
  for (int k = 0; k < options.states; ++k) checker.look_at(consistency::State(model, engine));
  return checker.result();
}

}  // namespace torsor
