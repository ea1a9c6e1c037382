#pragma once

#include "support/random_robot.hpp"
#include "torsor/scalar/dual.hpp"

namespace torsor::test {

/// A state on Dual whose derivatives are rates: what is computed from it has its rate beside it.
struct DualState {
  Model<Dual> model;
  std::vector<Dual> q, qd;

  DualState(const Description& robot, const std::vector<double>& at, const std::vector<double>& velocity,
            const std::vector<double>& acceleration)
      : model(build_model<Dual>(robot)) {
    const std::vector<double> rate = position_rate(build_model<double>(robot), at, velocity);
    for (std::size_t k = 0; k < at.size(); ++k) q.emplace_back(at[k], rate[k]);
    for (std::size_t k = 0; k < velocity.size(); ++k) qd.emplace_back(velocity[k], acceleration[k]);
  }
};

inline Vector3<double> rate(const Vector3<Dual>& v) { return {v.x.derivative(), v.y.derivative(), v.z.derivative()}; }
inline std::vector<double> rate(const std::vector<Dual>& list) {
  std::vector<double> result;
  for (const Dual& entry : list) result.push_back(entry.derivative());
  return result;
}

/// Robots of every kind in turn: chains and trees, ball and free joints, followers.
inline Description any_robot(Random& random, int seed) {
  const int joints = 2 + seed % 8;
  switch (seed % 3) {
    case 0:
      return random_robot(random, joints);
    case 1:
      return random_robot_with_ball_and_free_joints(random, joints);
    default:
      return random_robot_with_followers(random, joints);
  }
}

}  // namespace torsor::test
