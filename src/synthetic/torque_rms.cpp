#include <algorithm>
#include <cmath>

#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/described_parameters.hpp"
#include "torsor/model/position.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

namespace torsor {
namespace {

constexpr int samples = 2000;

/// Calls `action(q, qd, qdd)` at even times of one period.
template <class Action>
void along(const RepeatedMotion& motion, const Action& action) {
  std::vector<double> q(motion.joint_count()), qd(q), qdd(q);
  for (int i = 0; i < samples; ++i) {
    motion.evaluate(motion.period() * i / samples, q, qd, qdd);
    action(q, qd, qdd);
  }
}

}  // namespace

std::vector<double> torque_rms(const Model<double>& model, const RepeatedMotion& motion) {
  std::vector<double> rms(model.nv, 0.0), tau(model.nv);
  NewtonEulerWorkspace<double> workspace(model);
  along(motion, [&](const auto& q, const auto& qd, const auto& qdd) {
    inverse_dynamics<double>(model, q, qd, qdd, default_conditions(model), workspace, tau);
    for (int j = 0; j < model.nv; ++j) rms[j] += tau[j] * tau[j] / samples;
  });
  for (double& x : rms) x = std::sqrt(x);
  return rms;
}

Model<double> with_typical_friction(const Model<double>& model, const RepeatedMotion& motion) {
  const std::vector<double> torque = torque_rms(model, motion);
  std::vector<double> speed(model.nv, 0.0);
  along(motion, [&](const auto&, const auto& qd, const auto&) {
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

Description with_typical_rotors(const Description& robot, const RepeatedMotion& motion) {
  const Model<double> model = build_model<double>(robot);
  const Matrix<double> B = inertia_matrix(model, motion.centre());
  const auto slides = [&](int j) { return body_of_velocity(model, j).joint == JointType::prismatic; };
  const ParameterLayout layout = parameter_layout(model, {.rotor = true});
  std::vector<double> theta = parameters(model, layout);
  for (int c = 0; c < layout.size(); ++c) {
    if (layout.entries[c].kind != ParameterKind::rotor_inertia || theta[c] != 0) continue;
    const int j = model.bodies[layout.entries[c].body].v;
    double largest = 0;
    for (int k = 0; k < model.nv; ++k)
      if (slides(k) == slides(j)) largest = std::max(largest, B(k, k));
    if (!model.bodies[layout.entries[c].body].follows) theta[c] = 0.5 * B(j, j) + 0.01 * largest;
  }
  return with_parameters(robot, layout, theta);
}

}  // namespace torsor
