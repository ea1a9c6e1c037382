#include <fmt/format.h>

#include <algorithm>

#include "logs/log_columns.hpp"
#include "torsor/core/counted.hpp"

// What was assumed of the columns of a log, and what their names say.
namespace torsor::logs {

std::string span_of(const NumberTable& table, const std::vector<int>& columns) {
  const auto name = [&](int c) {
    return table.names().empty() ? "column " + std::to_string(c + 1) : table.names()[static_cast<std::size_t>(c)];
  };
  return columns.size() == 1 ? name(columns[0]) : name(columns.front()) + " .. " + name(columns.back());
}

/// What is not used may be a gripper; or the log is of another robot.
void LogColumns::tell_joints(const Wish& wish) {
  const std::vector<int>& columns = wish.target->columns;
  if (static_cast<int>(columns.size()) <= joints) return;
  findings.push_back(
      {"more-joints",
       Severity::warning,
       path_.string(),
       {1, 1},
       wish.what,
       fmt::format("the log has more joints than the robot: expected {}, found {} ({}); the first {} used",
                   counted(joints, "column"), columns.size(), span_of(*tables[wish.target->table], columns),
                   joints == 1 ? "one is" : std::to_string(joints) + " are"),
       "check that the log is of this robot, or name the columns of its joints in a mapping"});
}

void LogColumns::tell_origin() {
  if (!simulated) return;
  findings.push_back({"torque-simulated",
                      Severity::warning,
                      path_.string(),
                      {1, 1},
                      "torque",
                      "expected measured torques, found a model's by the name of " + torque.names,
                      "what a model computed cannot be identified but as that model"});
}

void LogColumns::tell_assumptions() {
  tell_origin();
  if ((current || mapping_->torque.current) && mapping_->torque.scale.empty())
    findings.push_back({"torque-is-current",
                        Severity::warning,
                        path_.string(),
                        {1, 1},
                        "torque",
                        mapping_->torque.current
                            ? "expected constants beside a unit of current, found none: 1 A is taken for 1 Nm"
                            : "expected torques, found currents by the name of " + torque.names,
                        "write torque: {constants: [...]} in Nm/A, and the ratios, in a mapping"});
  if (!assumed_) return;
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  if (time_column >= 0) text = "time: " + span_of(*tables[0], {time_column}) + ", " + text;
  if (!order_.empty()) text = "no names, taken as " + order_ + " of " + counted(joints, "joint");
  std::string unused;
  for (int c = 0; c < tables[0]->column_count() && !tables[0]->names().empty(); ++c) {
    const auto in = [&](const ResolvedChannel& channel) {
      return channel.table == 0 &&
             std::find(channel.columns.begin(), channel.columns.end(), c) != channel.columns.end();
    };
    if (c == time_column || in(position) || in(velocity) || in(acceleration) || in(torque) || in(reference)) continue;
    unused += (unused.empty() ? "" : ", ") + tables[0]->names()[static_cast<std::size_t>(c)];
  }
  findings.push_back({"columns-assumed",
                      Severity::note,
                      path_.string(),
                      {1, 1},
                      "columns",
                      text + (unused.empty() ? "" : "; not used: " + unused),
                      "use a mapping if this is wrong"});
}

}  // namespace torsor::logs
