#include <algorithm>
#include <cmath>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/position.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

namespace torsor {
namespace {

constexpr int samples = 2000;

/// Calls `action(q, qd, qdd)` at even times of one period.
template <class Action>
void along(const Excitation& excitation, const Action& action) {
  std::vector<double> q(excitation.joint_count()), qd(q), qdd(q);
  for (int i = 0; i < samples; ++i) {
    excitation.evaluate(excitation.period() * i / samples, q, qd, qdd);
    action(q, qd, qdd);
  }
}

}  // namespace

std::vector<double> torque_rms(const Model<double>& model, const Excitation& excitation) {
  std::vector<double> rms(model.nv, 0.0), tau(model.nv);
  NewtonEulerWorkspace<double> workspace(model);
  along(excitation, [&](const auto& q, const auto& qd, const auto& qdd) {
    inverse_dynamics<double>(model, q, qd, qdd, default_conditions(model), workspace, tau);
    for (int j = 0; j < model.nv; ++j) rms[j] += tau[j] * tau[j] / samples;
  });
  for (double& x : rms) x = std::sqrt(x);
  return rms;
}

Model<double> with_typical_friction(const Model<double>& model, const Excitation& excitation) {
  const std::vector<double> torque = torque_rms(model, excitation);
  std::vector<double> speed(model.nv, 0.0);
  along(excitation, [&](const auto&, const auto& qd, const auto&) {
    for (int j = 0; j < model.nv; ++j) speed[j] += qd[j] * qd[j] / samples;
  });
  const auto slides = [&](int j) { return body_of_velocity(model, j).joint == JointType::prismatic; };
  return changed(model, [&](ModelParts<double>& parts) {
    for (int j = 0; j < model.nv; ++j) {
      Friction<double>& friction = parts.friction[j];
      if (friction.coulomb != 0) continue;
      double largest = 0;  // gears of a wrist rub more than its own small torques would suggest
      for (int k = 0; k < model.nv; ++k)
        if (slides(k) == slides(j)) largest = std::max(largest, torque[k]);
      friction.coulomb = 0.1 * torque[j] + 0.01 * largest;
      if (speed[j] > 0) friction.viscous = std::max(friction.viscous, friction.coulomb / std::sqrt(speed[j]));
    }
  });
}

}  // namespace torsor
