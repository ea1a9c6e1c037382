#include "dynamics/packs_of_states.hpp"

namespace torsor {

std::unique_ptr<PackWorker> pack_worker_baseline(const Model<double>& model, const Conditions<double>& conditions) {
  static constexpr auto run = [](PackState<2>& state, PackFunction function, const StridedVectors<const double>* x,
                                 std::size_t first, std::size_t count, const StridedVectors<double>& result) {
    run_with_baseline<run_packs<2>>(state, function, x, first, count, result);
  };
  return std::make_unique<PacksOfStates<2, run>>(model, conditions);
}

}  // namespace torsor
