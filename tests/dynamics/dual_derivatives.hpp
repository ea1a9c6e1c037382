#pragma once

#include <functional>

#include "support/random_robot.hpp"
#include "torsor/model/cast_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor::test {

using Duals = std::vector<Dual>;

/// Numbers that change at some rates.
inline Duals duals(const std::vector<double>& x, const std::vector<double>& rates) {
  Duals result;
  for (std::size_t k = 0; k < x.size(); ++k) result.emplace_back(x[k], rates[k]);
  return result;
}

/// The same world, as constants.
struct DualConditions {
  std::vector<Wrench<Dual>> wrenches;
  Conditions<Dual> conditions;

  explicit DualConditions(const Conditions<double>& from) {
    const auto vector = [](const Vector3<double>& v) { return Vector3<Dual>{Dual(v.x), Dual(v.y), Dual(v.z)}; };
    for (const Wrench<double>& wrench : from.wrenches)
      wrenches.push_back({wrench.body, {vector(wrench.exerted.moment), vector(wrench.exerted.force)}});
    conditions = {vector(from.gravity),
                  {vector(from.base.linear_velocity), vector(from.base.angular_velocity),
                   vector(from.base.linear_acceleration), vector(from.base.angular_acceleration)},
                  wrenches};
  }
  DualConditions(const DualConditions&) = delete;
  DualConditions& operator=(const DualConditions&) = delete;
};

/// The derivatives of a function of (q, qd, x) by forward mode: one run of it for each direction. Positions move along
/// the tangent, with the rate of q that a unit velocity gives.
struct DualDerivatives {
  using Function = std::function<Duals(const Duals& q, const Duals& qd, const Duals& x)>;
  Matrix<double> by_q, by_qd, by_x;

  DualDerivatives(const Model<double>& model, const std::vector<double>& q, const std::vector<double>& qd,
                  const std::vector<double>& x, const Function& function)
      : by_q(model.nv, model.nv), by_qd(by_q), by_x(by_q) {
    const std::vector<double> still_q(model.nq, 0.0), still(model.nv, 0.0);
    for (int k = 0; k < model.nv; ++k) {
      std::vector<double> unit = still;
      unit[k] = 1;
      const auto column = [&](const Duals& y, Matrix<double>& result) {
        for (int i = 0; i < model.nv; ++i) result(i, k) = y[i].derivative();
      };
      column(function(duals(q, position_rate(model, q, unit)), duals(qd, still), duals(x, still)), by_q);
      column(function(duals(q, still_q), duals(qd, unit), duals(x, still)), by_qd);
      column(function(duals(q, still_q), duals(qd, still), duals(x, unit)), by_x);
    }
  }
};

/// Largest entry of the difference, of the largest entry or of 1e-3: a derivative may be zero.
inline double disagreement(const Matrix<double>& a, const Matrix<double>& b) {
  double worst = 0, size = 1e-3;
  for (std::size_t k = 0; k < a.data.size(); ++k) {
    worst = std::max(worst, std::abs(a.data[k] - b.data[k]));
    size = std::max(size, std::abs(b.data[k]));
  }
  return a.data.size() == b.data.size() && worst == worst ? worst / size : 1e300;
}

/// Every kind of random robot in turn: with all that a robot can have, as robots are built, with ball and free joints,
/// with joints that follow others.
inline Description random_robot_of_every_kind(Random& random, int seed) {
  const int joints = 1 + seed / 4 % 9;
  if (seed % 4 == 0) return with_gravity_compensation(random, random_robot(random, joints));
  if (seed % 4 == 1) return random_robot_with_ball_and_free_joints(random, joints);
  if (seed % 4 == 2) return random_robot_with_followers(random, joints + 1);
  return random_tidy_robot(random, joints);
}

}  // namespace torsor::test
