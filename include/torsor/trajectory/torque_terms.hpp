#pragma once

#include <array>
#include <functional>
#include <vector>

#include "torsor/dynamics/batch.hpp"
#include "torsor/model/limits.hpp"

namespace torsor {

/// The effects that torques are split into, in their order (docs/effects.md).
constexpr std::array<const char*, 7> torque_term_names{"inertia", "coriolis", "gravity",    "friction",
                                                       "spring",  "wrench",   "base_motion"};

/// Torques of some states and their terms: by state, by joint.
struct TorqueRows {
  std::vector<double> tau;  // the sum of the terms
  std::array<std::vector<double>, torque_term_names.size()> terms;
};

/// What the robot exerts on the world at a configuration (wrench_in_base_axes, wrench_in_frame_axes).
using WrenchesAt = std::function<std::vector<Wrench<double>>(const std::vector<double>& q)>;

/// The terms of inverse dynamics of many states; one for each thread. `conditions` hold for all states, its wrenches
/// left out: what the robot exerts depends on q, and comes from `wrenches_at`, where there is one.
class TorqueTerms {
 public:
  TorqueTerms(const Model<double>& model, const Conditions<double>& conditions, WrenchesAt wrenches_at,
              int threads = 0);
  void compute(Input<double> q, Input<double> qd, Input<double> qdd, TorqueRows& rows);

 private:
  void add_load(Input<double> q, Input<double> qd, Input<double> qdd, Output<double> friction) const;

  const Model<double>* model_;
  Conditions<double> conditions_;  // without wrenches
  bool base_moves_;
  WrenchesAt wrenches_at_;
  Batch batch_;
};

/// Adds J^T of what the robot exerts to the torques of many states.
void add_wrench_torque(const Model<double>& model, const WrenchesAt& wrenches_at, Input<double> q, Output<double> tau);

}  // namespace torsor
