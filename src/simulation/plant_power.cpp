#include <algorithm>

#include "simulation/plant.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/model/presliding.hpp"

namespace torsor::simulation {
namespace {

/// Linear momentum, and the first moment of mass, of all that gravity acts on, in base axes.
struct Masses {
  double mass = 0;
  Vector3<double> momentum{}, moment{};

  void add(const Inertia<double>& inertia, double factor, const LinkMotion<double>& motion, int i) {
    const Vector3<double> h = motion.pose[i].R * inertia.first_moment;
    mass += factor * inertia.mass;
    momentum += factor * (inertia.mass * motion.v[i] + cross(motion.omega[i], h));
    moment += factor * (inertia.mass * motion.pose[i].p + h);
  }
};

bool moves(const BaseMotion<double>& base) {
  for (const Vector3<double>& part : {base.linear_velocity, base.angular_velocity})
    if (part.x != 0 || part.y != 0 || part.z != 0) return true;
  return false;
}

}  // namespace

/// With the base at rest U = -sum m g . p has its own gravity; where gravity is another one at the moment, or the base
/// moves, what is missing is counted as work of the base.
SimulationWork Plant::power(double t, Input<double> q, Input<double> qd, Input<double> z, const Rates& rates) {
  SimulationWork power;
  for (int v = 0; v < model_.nv; ++v) power.motors += rates.tau[v] * qd[v];
  friction_torque(qd, z, rates, scratch_);
  for (int v = 0; v < model_.nv; ++v) power.friction -= scratch_[v] * qd[v];
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (rows[r].yields) power.stops += rates.force[r] * velocity(rows[r], qd);
  if (!surroundings_.world) return power;

  set_conditions(t, q, qd);
  const auto& [gravity, base, wrenches] = conditions_;
  link_motion<double>(model_, q, qd, rates.qdd, base, motion_);
  for (const Wrench<double>& wrench : wrenches) {
    const Matrix3<double>& R = motion_.pose[wrench.body].R;
    power.wrenches -= dot(R * wrench.exerted.force, motion_.v[wrench.body]) +
                      dot(R * wrench.exerted.moment, motion_.omega[wrench.body]);
  }
  Masses masses;
  for (int i = 1; i < model_.body_count(); ++i) masses.add(model_.bodies[i].inertia, 1, motion_, i);
  for (int i = 1; i < static_cast<int>(model_.carried.size()); ++i) masses.add(model_.carried[i], -1, motion_, i);
  const Vector3<double> carried = masses.mass * base.linear_velocity + cross(base.angular_velocity, masses.moment);
  power.base += dot(gravity, masses.momentum) - dot(model_.gravity, masses.momentum - carried);
  if (!moves(base)) return power;
  newton_euler<double>(smooth_, q, qd, rates.qdd, conditions_, newton_euler_, scratch_);
  Force<double> load{newton_euler_.link[0].mu, newton_euler_.link[0].f};
  for (int i = 1; i < model_.body_count(); ++i)
    if (model_.bodies[i].parent == 0)
      load += to_parent(newton_euler_.link[i].X, Force<double>{newton_euler_.link[i].mu, newton_euler_.link[i].f});
  power.base += dot(load.force, base.linear_velocity) + dot(load.moment, base.angular_velocity);
  return power;
}

double Plant::kinetic_energy(double t, Input<double> q, Input<double> qd) {
  set_conditions(t, q, qd);
  link_motion<double>(model_, q, qd, still_, conditions_.base, motion_);
  return torsor::kinetic_energy<double>(model_, motion_, qd);
}

double Plant::potential_energy(Input<double> q) {
  forward_kinematics<double>(model_, q, poses_);
  return gravity_energy<double>(model_, poses_, model_.gravity) + spring_energy<double>(model_, q);
}

}  // namespace torsor::simulation
