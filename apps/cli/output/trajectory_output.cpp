#include "output/trajectory_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

void append_rows(const std::vector<double>& numbers, std::size_t width, Json& rows) {
  for (std::size_t start = 0; start < numbers.size(); start += width)
    rows.push_back(std::vector<double>(&numbers[start], &numbers[start] + width));
}

}  // namespace

void TorqueJson::add(const StateRows& states, const TorqueRows& rows, std::size_t joints) {
  time_.insert(time_.end(), states.time.begin(), states.time.end());
  append_rows(rows.tau, joints, tau_);
  for (std::size_t k = 0; k < terms_.size(); ++k) append_rows(rows.terms[k], joints, terms_[k]);
}

Json TorqueJson::json(const Model<double>& model, const TorqueSummary& summary) const {
  Json terms, share, exceeded = Json::array();
  const auto shares = summary.shares();
  for (std::size_t k = 0; k < terms_.size(); ++k)
    terms[torque_term_names[k]] = terms_[k], share[torque_term_names[k]] = shares[k];
  for (const auto& [joint, kind, row, value, limit] : summary.violations())
    exceeded.push_back({{"joint", joint}, {"kind", kind}, {"row", row}, {"value", value}, {"limit", limit}});
  Json json{
      {"joints", velocity_names(model)}, {"tau", tau_}, {"share", share}, {"terms", terms}, {"violations", exceeded}};
  if (!time_.empty()) json["time"] = time_;
  return json;
}

void print_summary(const Model<double>& model, const TorqueSummary& summary) {
  std::vector<std::string> header{"joint", "peak", "rms"};
  std::vector<std::vector<double>> used;
  const auto shares = summary.shares();
  for (std::size_t k = 0; k < shares.size(); ++k)
    if (largest_of(shares[k]) > 0) {
      used.push_back(shares[k]);
      header.push_back(std::string(torque_term_names[k]) + " %");
    }
  Table table(header);
  const std::vector<double>&peak = summary.peak(), rms = summary.rms();
  const std::vector<std::string> names = velocity_names(model);
  for (std::size_t j = 0; j < names.size(); ++j) {
    std::vector<std::string> row{names[j], shown(peak[j]), shown(rms[j])};
    for (const std::vector<double>& share : used) row.push_back(fmt::format("{:.1f}", 100 * share[j]));
    table.add(row);
  }
  std::cout << summary.rows() << " rows; torque (Nm, N), and the share of each term in the sum of magnitudes\n";
  table.print();
  for (const auto& [joint, kind, row, value, limit] : summary.violations())
    std::cout << fmt::format("limit exceeded: {} of {} is {} in row {}, limit {}\n", kind, joint, shown(value), row,
                             shown(limit));
}

}  // namespace torsor::cli
