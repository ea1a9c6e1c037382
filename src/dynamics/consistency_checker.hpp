#pragma once

#include "dynamics/consistency_inertia.hpp"
#include "dynamics/consistency_state.hpp"
#include "torsor/dynamics/consistency.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/model/parameters.hpp"
#include "torsor/scalar/dual.hpp"

namespace torsor::consistency {

/// What check_consistency does at each state: every formulation against every other.
class Checker {
 public:
  Checker(const Model<double>& model, const ConsistencyOptions& options);

  void look_at(const State& state);
  Consistency result() { return std::move(result_); }

 private:
  struct JointState {
    Vector q, qd, qdd;
  };

  void record(const std::string& name, double difference, double size);
  void compare(const std::string& name, const Vector& x, const Vector& y, double size) {
    record(name, norm(x - y), size);
  }
  Identity& find(const std::string& name);

  // consistency_formulations.cpp
  void newton_euler_forms(const State& state, const Terms<double>& all);
  void lagrange(const State& state);
  void coriolis(const State& state);
  void energies(const State& state, const Terms<double>& all);
  std::vector<Dual> positions_along(const Vector& q, const Vector& qd) const;

  // consistency_regressors.cpp
  void regressors(const State& state);
  void energy_regressors(const State& state);
  void base_rows(const State& state);
  Vector gravity_torque(const Vector& q) const;
  /// Leaves what the base gets of it in compensation_wrench_.
  Vector compensation_torque(const State& state);

  // consistency_forward.cpp
  /// A joint that follows is a joint held by a gear: tau = G^T tau' and B = G^T B' G, where the robot of q' = G q + o
  /// and qd' = G qd has no such joints.
  void followers(const State& state);
  /// The state of the robot without joints that follow, in gear.
  JointState geared(const State& state) const;
  template <class Method>
  void undoes(const std::string& name, const Model<double>& model, const JointState& state,
              const Conditions<double>& conditions, const Method& method);
  void forward(const State& state);

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

}  // namespace torsor::consistency
