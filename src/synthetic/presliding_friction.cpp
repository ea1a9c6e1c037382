#include "synthetic/presliding_friction.hpp"

#include <cmath>

#include "torsor/dynamics/load_friction.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/presliding.hpp"

namespace torsor {
namespace {

/// Coulomb friction that jumps, and is there in both directions.
bool is_sharp(const Friction<double>& friction) {
  return friction.width == 0 && friction.coulomb > std::abs(friction.coulomb_difference);
}
bool bends(const Friction<double>& friction) { return has_presliding(friction) && is_sharp(friction); }

template <class Change>
Model<double> with_frictions(const Model<double>& model, const Change& change) {
  return changed(model, [&](ModelParts<double>& parts) {
    for (Friction<double>& friction : parts.friction) change(friction);
    for (Coupling<double>& coupling : parts.couplings) change(coupling.friction);
  });
}

}  // namespace

Model<double> with_presliding(const Model<double>& model, double distance) {
  if (distance <= 0) return model;
  return with_frictions(model, [&](Friction<double>& friction) {
    if (is_sharp(friction) && !has_presliding(friction)) friction.presliding_stiffness = friction.coulomb / distance;
  });
}

Model<double> without_presliding_friction(const Model<double>& model) {
  return with_frictions(model, [](Friction<double>& friction) {
    if (bends(friction)) friction = {};
  });
}

PreslidingFriction::PreslidingFriction(const Model<double>& model, const RepeatedMotion& motion,
                                       const LogEffects& effects)
    : model_(model), grid_(motion.period()), stribeck_(effects.stribeck),
      stribeck_velocity_(effects.stribeck_velocity) {
  const auto add = [&](const Friction<double>& friction, std::vector<Coupling<double>::Term> terms, int body) {
    if (bends(friction)) contacts_.push_back({friction, std::move(terms), body, {}, {}});
  };
  for (int v = 0; v < model.nv; ++v)
    add(model.friction[v], {{v, v, 1.0}}, static_cast<int>(&body_of_velocity(model, v) - model.bodies.data()));
  for (const Coupling<double>& coupling : model.couplings) add(coupling.friction, coupling.terms, -1);
  if (absent()) return;
  std::vector<double> q(motion.joint_count()), qd(q), qdd(q), tau(q);
  NewtonEulerWorkspace<double> newton_euler(model);
  for (int i = 0; i < grid_.size(); ++i) {
    motion.evaluate(grid_.time(i), q, qd, qdd);
    if (model.load_friction)
      torsor::newton_euler<double>(model, q, qd, qdd, default_conditions(model), newton_euler, tau);
    for (Contact& contact : contacts_) contact.place.push_back(contact.at(model_, q, qd, newton_euler));
  }
  for (Contact& contact : contacts_) bring_into_steady_state(contact);
}

/// A period turns z into a z + b, and the motion has run for long: z is where it is again a period later. A contact
/// that never moves is not bent.
void PreslidingFriction::bring_into_steady_state(Contact& contact) const {
  const double unit = contact.friction.coulomb / contact.friction.presliding_stiffness;
  const double b = contact.after_a_period(0, grid_.step());
  const double a = (contact.after_a_period(unit, grid_.step()) - b) / unit;
  contact.after_a_period(a < 1 ? b / (1 - a) : 0, grid_.step());
}

double PreslidingFriction::Contact::after_a_period(double z, double step) {
  deflection.resize(place.size());
  for (std::size_t i = 0; i < place.size(); ++i) {
    deflection[i] = z;
    z = moved(z, place[i], place[(i + 1) % place.size()], step);
  }
  return z;
}

PreslidingFriction::Place PreslidingFriction::Contact::at(const Model<double>& model, std::span<const double> q,
                                                          std::span<const double> qd,
                                                          const NewtonEulerWorkspace<double>& newton_euler) const {
  Place sum;
  if (!friction.load_free()) sum.links = links_torque(model, newton_euler, body);
  for (const auto& term : terms) sum.x += term.coefficient * q[term.q], sum.xd += term.coefficient * qd[term.v];
  return sum;
}

/// In a short time in which the velocity changes evenly, so that the place where it turns back is known, and the load
/// hardly changes.
double PreslidingFriction::Contact::moved(double z, const Place& from, const Place& to, double seconds) const {
  const double distance = to.x - from.x;
  const Friction<double> rubs = friction.under_load((from.links + to.links) / 2);
  if (from.xd * to.xd >= 0) return deflection_after(rubs, z, distance, from.xd, to.xd);
  const double there = from.xd * seconds / 2 * from.xd / (from.xd - to.xd);
  return deflection_after(rubs, deflection_after(rubs, z, there, from.xd, 0), distance - there, 0, to.xd);
}

void PreslidingFriction::add_torque(double time, std::span<const double> q, std::span<const double> qd,
                                    const NewtonEulerWorkspace<double>& newton_euler, std::span<double> tau) const {
  const auto [i, part] = grid_.place(time);
  for (const Contact& contact : contacts_) {
    const Place now = contact.at(model_, q, qd, newton_euler);
    const double z = contact.moved(contact.deflection[i], contact.place[i], now, part * grid_.step());
    const auto [torque, rate] = presliding(contact.friction.under_load(now.links), now.xd, z);
    const double bristles = contact.friction.presliding_stiffness * z + contact.friction.presliding_damping * rate;
    const double speed = now.xd / stribeck_velocity_;
    const double force = torque + stribeck_ * std::exp(-speed * speed) * bristles;
    for (const auto& term : contact.terms) tau[term.v] += term.coefficient * force;
  }
}

}  // namespace torsor
