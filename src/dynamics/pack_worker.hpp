#pragma once

#include <memory>

#include "torsor/model/conditions.hpp"

namespace torsor {

/// What is computed for several states at once, and the vectors it takes.
enum class PackFunction {
  inverse_dynamics,  // q, qd, qdd
  bias_torque,       // q, qd
  forward_dynamics,  // q, qd, tau
  inertia_torque,    // q, qdd
  coriolis_torque,   // q, qd
  gravity_torque,    // q
  inertia_matrix,    // q
  coriolis_matrix    // q, qd
};

/// Vectors of many states, wherever their numbers lie: entry k of a state is at data[state * by_state + k * by_entry].
template <class T>
struct StridedVectors {
  T* data = nullptr;
  std::size_t by_state = 0, by_entry = 0;
  int width = 0;
};

/// A robot on packs of states, for one thread.
class PackWorker {
 public:
  virtual ~PackWorker() = default;
  /// How many states it takes at once.
  virtual int width() const = 0;
  /// The function at the states first .. first + count - 1; x are the vectors it takes, three at most. What a state
  /// gives does not depend on the states beside it.
  virtual void run(PackFunction function, const StridedVectors<const double>* x, std::size_t first, std::size_t count,
                   const StridedVectors<double>& result) = 0;
};

/// The one for this processor.
std::unique_ptr<PackWorker> pack_worker(const Model<double>& model, const Conditions<double>& conditions);

// One for each instruction set, in a source of its own.
std::unique_ptr<PackWorker> pack_worker_baseline(const Model<double>& model, const Conditions<double>& conditions);
std::unique_ptr<PackWorker> pack_worker_avx2(const Model<double>& model, const Conditions<double>& conditions);
std::unique_ptr<PackWorker> pack_worker_avx512(const Model<double>& model, const Conditions<double>& conditions);

}  // namespace torsor
