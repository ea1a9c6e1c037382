#include "torsor/batches/torque_file.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/dynamics/carried_deflections.hpp"
#include "torsor/model/deflections.hpp"

namespace torsor {
namespace {

constexpr std::size_t friction_term = 3;  // of torque_term_names

class TorqueWork : public StreamWork {
 public:
  TorqueWork(const Model<double>& model, const std::filesystem::path& path, const Conditions<double>& conditions,
             const TorqueFileOptions& options, CarriedDeflections& deflections, TorqueSummary& summary)
      : path_(path), options_(options), deflections_(deflections), summary_(summary),
        joints_(static_cast<std::size_t>(model.nv)), terms_(model, conditions, options.wrenches_at, 1) {}

  std::vector<TableBlock> compute(const StateRows& states) override {
    terms_.compute(states.of(StateVector::q), states.of(StateVector::qd), states.of(StateVector::qdd), rows_);
    if (deflections_.any()) bend(states);
    std::vector<TableBlock> blocks{{rows_.tau.data(), joints_}};
    for (const std::vector<double>& term : rows_.terms) blocks.push_back({term.data(), joints_});
    return blocks;
  }

  void inspect(std::size_t first, const StateRows& states) override {
    const auto wrong = std::ranges::find_if(rows_.tau, [](double value) { return !std::isfinite(value); });
    if (wrong != rows_.tau.end())
      throw ComputationError(path_.string() + ": the torque of row " +
                             std::to_string(first + static_cast<std::size_t>(wrong - rows_.tau.begin()) / joints_ + 1) +
                             " is not finite: no result");
    summary_.add(states.of(StateVector::q), states.of(StateVector::qd), states.of(StateVector::qdd), rows_);
    if (options_.each) options_.each(states, rows_);
  }

 private:
  void bend(const StateRows& states) {
    std::vector<double>& friction = rows_.terms[friction_term];
    for (std::size_t k = 0; k < friction.size(); ++k) rows_.tau[k] -= friction[k];
    deflections_.put(states.of(StateVector::q), states.of(StateVector::qd), friction);
    for (std::size_t k = 0; k < friction.size(); ++k) rows_.tau[k] += friction[k];
  }

  const std::filesystem::path& path_;
  const TorqueFileOptions& options_;
  CarriedDeflections& deflections_;  // of all pieces, one after the other
  TorqueSummary& summary_;
  std::size_t joints_;
  TorqueTerms terms_;
  TorqueRows rows_;
};

}  // namespace

std::vector<std::string> torque_columns(int joints) {
  std::vector<std::string> names;
  for (int j = 1; j <= joints; ++j) names.push_back("tau" + std::to_string(j));
  for (const char* term : torque_term_names)
    for (int j = 1; j <= joints; ++j) names.push_back(term + std::to_string(j));
  return names;
}

TorqueFileResult torque_of_file(const Model<double>& model, const std::filesystem::path& path,
                                const Conditions<double>& conditions, const TorqueFileOptions& options) {
  StateFileOptions reading;
  reading.positions = model.nq, reading.velocities = model.nv, reading.deflections = deflection_names(model);
  StreamOptions stream = options.stream;
  stream.columns = torque_columns(model.nv);
  reading.piece_bytes = piece_bytes_for(stream.columns.size());
  const StateFile file(path, reading);
  TorqueFileResult result{TorqueSummary(model, options.limits), {}};
  CarriedDeflections deflections(model);
  if (deflections.any()) stream.threads = 1;  // what a piece begins with, the one before has left
  const auto make_work = [&] {
    return std::make_unique<TorqueWork>(model, path, conditions, options, deflections, result.summary);
  };
  stream_states(file, stream, make_work, result.times);
  return result;
}

}  // namespace torsor
