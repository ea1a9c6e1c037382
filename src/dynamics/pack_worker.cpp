#include "dynamics/pack_worker.hpp"

#include "torsor/core/instruction_set.hpp"

namespace torsor {

std::unique_ptr<PackWorker> pack_worker(const Model<double>& model, const Conditions<double>& conditions) {
#ifdef __x86_64__
  if (instruction_set == InstructionSet::avx512) return pack_worker_avx512(model, conditions);
  if (instruction_set == InstructionSet::avx2) return pack_worker_avx2(model, conditions);
#endif
  return pack_worker_baseline(model, conditions);
}

}  // namespace torsor
