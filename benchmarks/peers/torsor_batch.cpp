#include "torsor/dynamics/batch.hpp"
#include "torsor_model.hpp"

// torsor_batch ROBOT.urdf TIP check|time ..: many states at once, on one core.
int main(int count, char** values) {
  using namespace torsor;
  using harness::keep;
  if (count < 4) return 2;
  const Model<double> model = harness::torsor_model(values[1]);
  const harness::States<std::vector<double>> s(harness::joints_of(model), model.nq, model.nv);
  harness::Program program(harness::joints_of(model));
  Batch batch(model, {BatchLayout::states, 1});

  constexpr std::size_t states = 128;
  const auto nq = static_cast<std::size_t>(model.nq), nv = static_cast<std::size_t>(model.nv);
  const auto joined = [](const std::vector<std::vector<double>>& list) {  // those of the first states follow the last
    std::vector<double> all;
    for (std::size_t k = 0; k < list.size() + states; ++k) {
      const std::vector<double>& one = list[k % list.size()];
      all.insert(all.end(), one.begin(), one.end());
    }
    return all;
  };
  const std::vector<double> q = joined(s.q), qd = joined(s.qd), qdd = joined(s.qdd), tau = joined(s.tau);
  const auto part = [](const std::vector<double>& all, int k, std::size_t width) {
    return Input<double>(all.data() + static_cast<std::size_t>(k) * width, states * width);
  };
  std::vector<double> x(states * nv), M(states * nv * nv);
  const auto vector = [&] { return program.ordered(x.data()); };
  const auto matrix = [&] { return program.ordered_matrix([&](int i, int j) { return M[i * nv + j]; }); };

  program.add(
      "inverse_dynamics", "",
      [&](int k) { batch.inverse_dynamics(part(q, k, nq), part(qd, k, nv), part(qdd, k, nv), x), keep(x.data()); },
      vector, states);
  program.add(
      "forward_dynamics", "",
      [&](int k) { batch.forward_dynamics(part(q, k, nq), part(qd, k, nv), part(tau, k, nv), x), keep(x.data()); },
      vector, states);
  program.add(
      "inertia_matrix", "", [&](int k) { batch.inertia_matrix(part(q, k, nq), M), keep(M.data()); }, matrix, states);
  return program.run({values + 3, values + count});
}
