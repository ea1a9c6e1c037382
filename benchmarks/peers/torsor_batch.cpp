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

}  // namespace

// torsor_batch [compiled] ROBOT.urdf TIP check|time ..: many states at once, on one core.
int main(int count, char** values) {
  using namespace torsor;
  const bool compiled = count > 1 && std::string_view(values[1]) == "compiled";
  if (compiled) ++values, --count;
  if (count < 4) return 2;
  const Model<double> model = harness::torsor_model(values[1]);
  const harness::States<std::vector<double>> s(harness::joints_of(model), model.nq, model.nv);
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
