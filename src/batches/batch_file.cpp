#include "torsor/batches/batch_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "torsor/dynamics/batch.hpp"
#include "torsor/model/deflections.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/require_load_free.hpp"

namespace torsor {
namespace {

using Vector = std::vector<double>;

/// What stays of the columns of results once their rows are gone.
struct Totals {
  Vector smallest, largest, squares;

  explicit Totals(std::size_t columns)
      : smallest(columns, std::numeric_limits<double>::infinity()),
        largest(columns, -std::numeric_limits<double>::infinity()), squares(columns, 0.0) {}

  void add(std::size_t column, std::size_t width, const Vector& numbers) {
    for (std::size_t start = 0; start < numbers.size(); start += width)
      for (std::size_t k = 0; k < width; ++k) {
        const double value = numbers[start + k];
        smallest[column + k] = std::min(smallest[column + k], value);
        largest[column + k] = std::max(largest[column + k], value);
        squares[column + k] += value * value;
      }
  }
};

class BatchWork : public StreamWork {
 public:
  BatchWork(const Model<double>& model, const std::filesystem::path& path, const Conditions<double>& conditions,
            const BatchFileOptions& options, Totals& totals)
      : model_(model), path_(path), options_(options), totals_(totals),
        frame_(options.frame < 0 ? model.tip : options.frame),
        batch_(model, {conditions.gravity, conditions.base, {}}, {BatchLayout::states, 1, options.kernels}) {
    for (const BatchFunction function : options.functions)
      results_.push_back({function, batch_columns(model, function).size(), {}});
  }

  std::vector<TableBlock> compute(const StateRows& states) override {
    q_ = states.of(StateVector::q);
    wrong_quaternion_ = normalize();
    wrench_.assign(options_.wrenches_at && !q_.empty() ? states.count * static_cast<std::size_t>(model_.nv) : 0, 0.0);
    if (!wrench_.empty()) add_wrench_torque(model_, options_.wrenches_at, q_, wrench_);
    std::vector<TableBlock> blocks;
    for (auto& [function, width, numbers] : results_) {
      numbers.resize(states.count * width);
      compute(function, states, numbers);
      blocks.push_back({numbers.data(), width});
    }
    return blocks;
  }

  void inspect(std::size_t first, const StateRows&) override {
    if (wrong_quaternion_ > 0)
      throw ComputationError(path_.string() + ": row " + std::to_string(first + wrong_quaternion_) +
                             ": expected quaternions w,x,y,z of length 1: no result");
    std::size_t column = 0;
    for (const auto& [function, width, numbers] : results_) {
      const auto wrong = std::ranges::find_if(numbers, [](double value) { return !std::isfinite(value); });
      if (wrong != numbers.end()) fail(function, first + static_cast<std::size_t>(wrong - numbers.begin()) / width + 1);
      totals_.add(column, width, numbers);
      column += width;
    }
  }

 private:
  struct Results {
    BatchFunction function;
    std::size_t width;
    Vector numbers;
  };

  [[noreturn]] void fail(BatchFunction function, std::size_t row) const {
    for (const auto& [name, known] : batch_functions())
      if (known == function)
        throw ComputationError(path_.string() + ": " + name + " of row " + std::to_string(row) +
                               " is not finite: no result");
    throw ComputationError(path_.string() + ": row " + std::to_string(row) + " has no finite result");
  }

  /// Brings quaternions to unit length; the first row, from 1, where one was far from it, or 0.
  std::size_t normalize() {
    if (model_.nq == model_.nv) return 0;
    constexpr double near = 1e-3;
    const auto nq = static_cast<std::size_t>(model_.nq);
    std::size_t wrong = 0;
    for (std::size_t start = 0; start < q_.size(); start += nq) {
      const Vector written(&q_[start], &q_[start] + nq);
      normalize_position<double>(model_, {&q_[start], nq});
      for (std::size_t k = 0; k < nq; ++k)
        if (wrong == 0 && !(std::abs(q_[start + k] - written[k]) < near)) wrong = start / nq + 1;
    }
    return wrong;
  }

  void compute(BatchFunction function, const StateRows& states, Vector& out) {
    const Vector &qd = states.of(StateVector::qd), &qdd = states.of(StateVector::qdd);
    switch (function) {
      case BatchFunction::inverse_dynamics:
        batch_.inverse_dynamics(q_, qd, qdd, out);
        return add_wrench(out);
      case BatchFunction::bias_torque:
        batch_.bias_torque(q_, qd, out);
        return add_wrench(out);
      case BatchFunction::forward_dynamics:
        return forward_dynamics(qd, states.of(StateVector::tau), out);
      case BatchFunction::inertia_matrix:
        return batch_.inertia_matrix(q_, out);
      case BatchFunction::coriolis_matrix:
        return batch_.coriolis_matrix(q_, qd, out);
      case BatchFunction::coriolis_torque:
        return batch_.coriolis_torque(q_, qd, out);
      case BatchFunction::gravity_torque:
        return batch_.gravity_torque(q_, out);
      case BatchFunction::friction_torque:
        return batch_.friction_torque(qd, out);
      case BatchFunction::forward_kinematics:
        return batch_.forward_kinematics(q_, frame_, out);
      case BatchFunction::jacobian:
        return batch_.jacobian(q_, frame_, out);
      case BatchFunction::regressor:
        return batch_.regressor(q_, qd, qdd, out);
      case BatchFunction::energy:
        return batch_.energy(q_, qd, out);
    }
  }

  void add_wrench(Vector& tau) const {
    for (std::size_t k = 0; k < wrench_.size(); ++k) tau[k] += wrench_[k];
  }

  /// What the robot exerts is a torque that is not left for acceleration.
  void forward_dynamics(const Vector& qd, const Vector& tau, Vector& qdd) {
    if (wrench_.empty()) return batch_.forward_dynamics(q_, qd, tau, qdd);
    Vector left = tau;
    for (std::size_t k = 0; k < left.size(); ++k) left[k] -= wrench_[k];
    batch_.forward_dynamics(q_, qd, left, qdd);
  }

  const Model<double>& model_;
  const std::filesystem::path& path_;
  const BatchFileOptions& options_;
  Totals& totals_;
  int frame_;
  Batch batch_;
  Vector q_, wrench_;
  std::size_t wrong_quaternion_ = 0;
  std::vector<Results> results_;
};

/// Friction that grows with the load is no function of qd, and a wrench would have to be among what makes the load.
void require_possible(const Model<double>& model, const BatchFileOptions& options) {
  using enum BatchFunction;
  for (const BatchFunction function : options.functions) {
    if (function == friction_torque) require_load_free(model, "friction-torque, a function of qd");
    const bool of_load = function == inverse_dynamics || function == bias_torque || function == forward_dynamics;
    if (of_load && options.wrenches_at) require_load_free(model, "a batch with a wrench");
  }
}

}  // namespace

BatchFileResult batch_of_file(const Model<double>& model, const std::filesystem::path& path,
                              const Conditions<double>& conditions, const BatchFileOptions& options) {
  require_possible(model, options);
  StreamOptions stream = options.stream;
  stream.columns.clear();
  for (const BatchFunction function : options.functions)
    for (const std::string& column : batch_columns(model, function)) stream.columns.push_back(column);
  StateFileOptions reading{model.nq, model.nv, vectors_needed(options.functions), options.columns,
                           piece_bytes_for(stream.columns.size())};
  reading.deflections = deflection_names(model);
  const StateFile file(path, reading);
  Totals totals(stream.columns.size());
  BatchFileResult result;
  const auto make_work = [&] { return std::make_unique<BatchWork>(model, path, conditions, options, totals); };
  result.rows = stream_states(file, stream, make_work, result.times);
  for (std::size_t k = 0; k < stream.columns.size(); ++k)
    result.columns.push_back({stream.columns[k], totals.smallest[k], totals.largest[k],
                              std::sqrt(totals.squares[k] / static_cast<double>(result.rows))});
  return result;
}

}  // namespace torsor
