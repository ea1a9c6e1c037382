#pragma once

#include "dynamics/pack_worker.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/model/cast_model.hpp"
#include "torsor/scalar/pack.hpp"

namespace torsor {

/// The conditions on another scalar.
template <Scalar T>
struct CastConditions {
  std::vector<Wrench<T>> wrenches;
  Conditions<T> conditions;

  explicit CastConditions(const Conditions<double>& from) {
    const auto vector = [](const Vector3<double>& v) { return Vector3<T>{T(v.x), T(v.y), T(v.z)}; };
    for (const auto& [body, exerted] : from.wrenches)
      wrenches.push_back({body, {vector(exerted.moment), vector(exerted.force)}});
    const auto& [v, omega, v_dot, omega_dot] = from.base;
    conditions = {vector(from.gravity), {vector(v), vector(omega), vector(v_dot), vector(omega_dot)}, wrenches};
  }
};

/// What the kernels of a pack work on.
template <int N>
struct PackState {
  using S = Pack<double, N>;
  Model<S> model;
  CastConditions<S> world;
  Conditions<S> gravity_alone{world.conditions.gravity, {}, {}}, nothing{};
  NewtonEulerWorkspace<S> newton_euler;
  ForwardDynamicsWorkspace<S> forward;
  CoriolisMatrixWorkspace<S> coriolis;
  std::vector<S> x[3], still, result;

  PackState(const Model<double>& robot, const Conditions<double>& conditions)
      : model(cast_model<S>(robot)), world(conditions), newton_euler(model), forward(model), coriolis(model),
        still(static_cast<std::size_t>(model.nv)), result(static_cast<std::size_t>(std::max(model.nv * model.nv, 1))) {
    for (auto& vector : x) vector.resize(static_cast<std::size_t>(std::max(model.nq, model.nv)));
  }

  Input<S> q() const { return {x[0].data(), static_cast<std::size_t>(model.nq)}; }
  Input<S> velocity(int k) const { return {x[k].data(), still.size()}; }
  Output<S> out() { return {result.data(), still.size()}; }
  MatrixView<S> matrix() { return {result.data(), model.nv, model.nv}; }

  void compute(PackFunction function) {
    switch (function) {
      case PackFunction::inverse_dynamics:
        return torque(velocity(1), velocity(2));
      case PackFunction::bias_torque:
        return torque(velocity(1), still);
      case PackFunction::inertia_torque:
        return rigid_torque(still, velocity(1), nothing);
      case PackFunction::coriolis_torque:
        return rigid_torque(velocity(1), still, nothing);
      case PackFunction::gravity_torque:
        return rigid_torque(still, still, gravity_alone);
      case PackFunction::forward_dynamics:
        return acceleration();
      case PackFunction::inertia_matrix:
        return recursion::inertia_matrix<S>(model, q(), forward.composite, matrix());
      case PackFunction::coriolis_matrix:
        return recursion::coriolis_matrix<S>(model, q(), velocity(1), coriolis, matrix());
    }
  }

 private:
  void torque(Input<S> qd, Input<S> qdd) {
    recursion::inverse_dynamics<S>(model, q(), qd, qdd, world.conditions, newton_euler, out());
  }
  void rigid_torque(Input<S> qd, Input<S> qdd, const Conditions<S>& conditions) {
    recursion::newton_euler<S>(model, q(), qd, qdd, conditions, newton_euler, out());
  }
  void acceleration() {
    if (!joints_are_independent(model) || quicker_through_inertia(model))
      recursion::forward_dynamics_through_inertia<S>(model, q(), velocity(1), velocity(2), world.conditions, forward,
                                                     out());
    else
      recursion::forward_dynamics_by_articulated_bodies<S>(model, q(), velocity(1), velocity(2), world.conditions,
                                                           forward, out());
  }
};

/// N states of vectors, side by side; where there are fewer than N, the last one stands in for those that lack.
template <int N>
void gather(const StridedVectors<const double>& from, std::size_t first, std::size_t count, Pack<double, N>* to) {
  for (int k = 0; k < from.width; ++k) {
    double lanes[N];
    for (int lane = 0; lane < N; ++lane) {
      const std::size_t state = first + std::min<std::size_t>(lane, count - 1);
      lanes[lane] = from.data[state * from.by_state + k * from.by_entry];
    }
    to[k] = Pack<double, N>::load(lanes);
  }
}
template <int N>
void scatter(const Pack<double, N>* from, std::size_t first, std::size_t count, const StridedVectors<double>& to) {
  for (int k = 0; k < to.width; ++k)
    for (std::size_t lane = 0; lane < count; ++lane)
      to.data[(first + lane) * to.by_state + k * to.by_entry] = from[k][static_cast<int>(lane)];
}

/// All packs of a range of states.
template <int N>
void run_packs(PackState<N>& state, PackFunction function, const StridedVectors<const double>* x, std::size_t first,
               std::size_t count, const StridedVectors<double>& result) {
  for (std::size_t done = 0; done < count; done += N) {
    const std::size_t lanes = std::min<std::size_t>(N, count - done);
    for (int k = 0; k < 3; ++k)
      if (x[k].data != nullptr) gather(x[k], first + done, lanes, state.x[k].data());
    state.compute(function);
    scatter(state.result.data(), first + done, lanes, result);
  }
}

/// `run_packs_here` is run_packs<N>, compiled for an instruction set.
template <int N, auto run_packs_here>
class PacksOfStates : public PackWorker {
 public:
  PacksOfStates(const Model<double>& model, const Conditions<double>& conditions) : state_(model, conditions) {}
  int width() const override { return N; }
  void run(PackFunction function, const StridedVectors<const double>* x, std::size_t first, std::size_t count,
           const StridedVectors<double>& result) override {
    run_packs_here(state_, function, x, first, count, result);
  }

 private:
  PackState<N> state_;
};

}  // namespace torsor
