#ifdef __x86_64__
#include "dynamics/packs_of_states.hpp"

namespace torsor {

std::unique_ptr<PackWorker> pack_worker_avx2(const Model<double>& model, const Conditions<double>& conditions) {
  static constexpr auto run = [](PackState<4>& state, PackFunction function, const StridedVectors<const double>* x,
                                 std::size_t first, std::size_t count, const StridedVectors<double>& result) {
    run_with_avx2<run_packs<4>>(state, function, x, first, count, result);
  };
  return std::make_unique<PacksOfStates<4, run>>(model, conditions);
}

}  // namespace torsor
#endif
