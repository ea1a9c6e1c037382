#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "torsor/core/parallel.hpp"

namespace torsor::python {

/// Does work(worker, state) for every state, on all cores where there are many; each thread has a worker of its own,
/// from make(). What is done at a state must not depend on others.
template <class Make, class Work>
void for_states(std::size_t states, const Make& make, const Work& work) {
  constexpr std::size_t block = 64;
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    auto worker = make();
    for (std::size_t begin = next.fetch_add(block); begin < states; begin = next.fetch_add(block))
      for (std::size_t state = begin; state < std::min(begin + block, states); ++state) work(worker, state);
  };
  if (states <= block) return run();
  std::vector<std::jthread> others;
  const std::size_t blocks = (states + block - 1) / block;
  for (std::size_t t = 1; t < std::min(static_cast<std::size_t>(thread_count(0)), blocks); ++t)
    others.emplace_back(run);
  run();
}

}  // namespace torsor::python
