#include "output/trajectory_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {

Json to_json(const Model<double>& model, const TrajectoryTorque& torque,
             const std::vector<LimitViolation>& violations) {
  Json terms, share, exceeded = Json::array();
  for (const TrajectoryTerm& term : torque.terms) terms[term.name] = term.rows, share[term.name] = term.share;
  for (const auto& [joint, kind, row, value, limit] : violations)
    exceeded.push_back({{"joint", joint}, {"kind", kind}, {"row", row}, {"value", value}, {"limit", limit}});
  Json json{{"joints", velocity_names(model)},
            {"tau", torque.tau},
            {"share", share},
            {"terms", terms},
            {"violations", exceeded}};
  if (!torque.time.empty()) json["time"] = torque.time;
  return json;
}

void print_summary(const Model<double>& model, const TrajectoryTorque& torque,
                   const std::vector<LimitViolation>& violations) {
  std::vector<std::string> header{"joint", "peak", "rms"};
  std::vector<const TrajectoryTerm*> used;
  for (const TrajectoryTerm& term : torque.terms)
    if (largest_of(term.share) > 0) {
      used.push_back(&term);
      header.push_back(term.name + " %");
    }
  Table table(header);
  for (int j = 0; j < model.nv; ++j) {
    std::vector<std::string> row{velocity_names(model)[j], shown(torque.peak[j]), shown(torque.rms[j])};
    for (const TrajectoryTerm* term : used) row.push_back(fmt::format("{:.1f}", 100 * term->share[j]));
    table.add(row);
  }
  std::cout << torque.tau.size() << " rows; torque (Nm, N), and the share of each term in the sum of magnitudes\n";
  table.print();
  for (const auto& [joint, kind, row, value, limit] : violations)
    std::cout << fmt::format("limit exceeded: {} of {} is {} in row {}, limit {}\n", kind, joint, shown(value), row,
                             shown(limit));
}

}  // namespace torsor::cli
