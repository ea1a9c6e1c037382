#include <string_view>

#include "torsor/codegen/compile.hpp"
#include "torsor/dynamics/batch.hpp"
#include "torsor_model.hpp"

namespace {

constexpr std::size_t states = 128;

/// Vectors of `states` states from one on, in a layout; those of the first states follow the last.
class Vectors {
 public:
  Vectors(const std::vector<std::vector<double>>& list, torsor::BatchLayout layout) : parts_(list.size()) {
    const std::size_t width = list[0].size();
    for (std::size_t k = 0; k < list.size(); ++k) {
      if (k % states != 0 && k >= harness::checked_states) continue;  // where no call begins
      parts_[k].resize(states * width);
      for (std::size_t state = 0; state < states; ++state)
        for (std::size_t i = 0; i < width; ++i)
          parts_[k][layout == torsor::BatchLayout::states ? state * width + i : i * states + state] =
              list[(k + state) % list.size()][i];
    }
  }
  torsor::Input<double> operator[](int k) const { return parts_[static_cast<std::size_t>(k)]; }

 private:
  std::vector<std::vector<double>> parts_;
};

/// The functions of a batch in one layout, added to a program.
struct Layout {
  torsor::Batch batch;
  Vectors q, qd, qdd, tau;
  std::size_t nv, by_entry;  // entry i of the first state's result is at i * by_entry
  std::vector<double> x, M;

  Layout(const torsor::Model<double>& model, const harness::States<std::vector<double>>& s,
         const torsor::BatchOptions& options)
      : batch(model, options), q(s.q, options.layout), qd(s.qd, options.layout), qdd(s.qdd, options.layout),
        tau(s.tau, options.layout), nv(static_cast<std::size_t>(model.nv)),
        by_entry(options.layout == torsor::BatchLayout::states ? 1 : states), x(states * nv), M(states * nv * nv) {}

  void add_to(harness::Program& program, const char* name) {
    using harness::keep;
    const auto vector = [this, &program] {
      std::vector<double> first;
      for (std::size_t i = 0; i < nv; ++i) first.push_back(x[i * by_entry]);
      return program.ordered(first.data());
    };
    const auto matrix = [this, &program] {
      return program.ordered_matrix([&](int i, int j) { return M[(i * nv + j) * by_entry]; });
    };
    program.add(
        "inverse_dynamics", name, [&](int k) { batch.inverse_dynamics(q[k], qd[k], qdd[k], x), keep(x.data()); },
        vector, states);
    program.add(
        "forward_dynamics", name, [&](int k) { batch.forward_dynamics(q[k], qd[k], tau[k], x), keep(x.data()); },
        vector, states);
    program.add("inertia_matrix", name, [&](int k) { batch.inertia_matrix(q[k], M), keep(M.data()); }, matrix, states);
  }
};

/// How many times as quick two threads are as one, on many states; both take turns, and the least time of each counts.
void print_two_cores(const torsor::Model<double>& model, const harness::States<std::vector<double>>& s) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t many = 65536;
  constexpr int rounds = 25;
  const std::size_t nv = static_cast<std::size_t>(model.nv);
  const auto repeated = [&](const std::vector<std::vector<double>>& list) {
    std::vector<double> all;
    for (std::size_t k = 0; k < many; ++k)
      all.insert(all.end(), list[k % list.size()].begin(), list[k % list.size()].end());
    return all;
  };
  const std::vector<double> q = repeated(s.q), qd = repeated(s.qd), x = repeated(s.qdd);
  std::vector<double> y(many * nv);
  torsor::BatchOptions options;
  options.threads = 1;
  torsor::Batch one(model, options);
  options.threads = 2;
  torsor::Batch two(model, options);
  const auto seconds = [&](torsor::Batch& batch, bool inverse) {
    const auto begin = Clock::now();
    inverse ? batch.inverse_dynamics(q, qd, x, y) : batch.forward_dynamics(q, qd, x, y);
    harness::keep(y.data());
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  std::printf("{\"functions\": [");
  for (const bool inverse : {true, false}) {
    double alone = HUGE_VAL, both = HUGE_VAL;
    for (int round = 0; round < rounds; ++round) {
      alone = std::min(alone, seconds(one, inverse));
      both = std::min(both, seconds(two, inverse));
    }
    std::printf("%s{\"name\": \"%s\", \"two_cores\": %.3f}", inverse ? "" : ", ",
                inverse ? "inverse_dynamics" : "forward_dynamics", alone / both);
  }
  std::printf("]}\n");
}

}  // namespace

// torsor_batch [compiled] ROBOT.urdf TIP check|time ..: many states at once, on one core.
// torsor_batch ROBOT.urdf TIP cores: two cores against one.
int main(int count, char** values) {
  using namespace torsor;
  const bool compiled = count > 1 && std::string_view(values[1]) == "compiled";
  if (compiled) ++values, --count;
  if (count < 4) return 2;
  const Model<double> model = harness::torsor_model(values[1]);
  const harness::States<std::vector<double>> s(harness::joints_of(model), model.nq, model.nv);
  if (std::string_view(values[3]) == "cores") return print_two_cores(model, s), 0;
  harness::Program program(harness::joints_of(model));
  BatchOptions options;
  options.threads = 1;
  if (compiled) options.kernels = compile(model, {"inverse-dynamics", "forward-dynamics", "inertia-matrix"}).kernels();
  Layout by_state(model, s, options);
  options.layout = BatchLayout::components;
  Layout by_component(model, s, options);
  by_state.add_to(program, "state after state");
  by_component.add_to(program, "component after component");
  return program.run({values + 3, values + count});
}
