#include "commands/trajectory_torque.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iostream>

#include "arguments/vector_argument.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

/// Keeps the row that lies furthest outside [low, high], if any does.
void find_violation(const std::string& joint, const char* kind, const std::vector<Vector>& rows, int j, double low,
                    double high, std::vector<Violation>& violations) {
  Violation worst{joint, kind, 0, 0, 0};
  double excess = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const double value = rows[row][j], limit = value > high ? high : low;
    if (value >= low && value <= high) continue;
    if (std::abs(value - limit) <= excess) continue;
    excess = std::abs(value - limit);
    worst.row = row + 1, worst.value = value, worst.limit = limit;
  }
  if (worst.row > 0) violations.push_back(worst);
}

void find_violations(const Model<double>& model, const Trajectory& trajectory, const std::vector<JointLimits>& limits,
                     TrajectoryTorque& result) {
  for (int j = 0; j < model.nv; ++j) {
    const std::string name = velocity_names(model)[j];
    const JointLimits& may = limits[j];
    find_violation(name, "position", trajectory.q, j, may.position_low, may.position_high, result.violations);
    find_violation(name, "velocity", trajectory.qd, j, -may.velocity, may.velocity, result.violations);
    find_violation(name, "acceleration", trajectory.qdd, j, -may.acceleration, may.acceleration, result.violations);
    find_violation(name, "torque", result.tau, j, -may.torque, may.torque, result.violations);
  }
}

}  // namespace

TrajectoryTorque trajectory_torque(const Model<double>& model, const Trajectory& trajectory,
                                   const std::vector<JointLimits>& limits, const ConditionsAt& conditions_at) {
  TrajectoryTorque result;
  result.time = trajectory.time;
  const std::vector<std::pair<const char*, Vector Terms<double>::*>> parts{
      {"inertia", &Terms<double>::inertia},        {"coriolis", &Terms<double>::coriolis},
      {"gravity", &Terms<double>::gravity},        {"friction", &Terms<double>::friction},
      {"spring", &Terms<double>::spring},          {"wrench", &Terms<double>::wrench},
      {"base_motion", &Terms<double>::base_motion}};
  for (const auto& [name, part] : parts) result.terms.push_back({name, {}});
  result.share.assign(parts.size(), Vector(model.nv, 0.0));
  NewtonEulerWorkspace<double> workspace(model);
  Terms<double> all(model);
  for (std::size_t row = 0; row < trajectory.q.size(); ++row) {
    Conditions<double> conditions;
    Wrench<double> wrench;
    conditions_at(trajectory.q[row], conditions, wrench);
    conditions.wrenches = {&wrench, 1};
    terms<double>(model, trajectory.q[row], trajectory.qd[row], trajectory.qdd[row], conditions, workspace, all);
    Vector tau(model.nv, 0.0);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const Vector& part = all.*parts[k].second;
      result.terms[k].second.push_back(part);
      for (int j = 0; j < model.nv; ++j) tau[j] += part[j], result.share[k][j] += std::abs(part[j]);
    }
    for (const double value : tau)
      if (!std::isfinite(value))
        throw ComputationError(fmt::format("the torque of row {} is not finite: no result", row + 1));
    result.tau.push_back(std::move(tau));
  }
  for (int j = 0; j < model.nv; ++j) {
    double sum = 0;
    for (const Vector& share : result.share) sum += share[j];
    for (Vector& share : result.share) share[j] = sum > 0 ? share[j] / sum : 0;
  }
  find_violations(model, trajectory, limits, result);
  return result;
}

void write_csv(const Model<double>& model, const TrajectoryTorque& result, const std::string& path) {
  const std::string unfinished = path + ".unfinished";
  const auto fail = [&](const std::string& why) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    throw UsageError("--output: cannot write " + path + why);
  };
  {
    std::ofstream file(unfinished);
    std::string header = result.time.empty() ? "" : "t";
    const auto add = [&](const std::string& name) { header += (header.empty() ? "" : ",") + name; };
    for (int j = 1; j <= model.nv; ++j) add(fmt::format("tau{}", j));
    for (const auto& [name, rows] : result.terms)
      for (int j = 1; j <= model.nv; ++j) add(fmt::format("{}{}", name, j));
    file << header << '\n';
    for (std::size_t row = 0; row < result.tau.size(); ++row) {
      std::string line;
      const auto append = [&](double value) { line += fmt::format("{}{}", line.empty() ? "" : ",", value); };
      if (!result.time.empty()) append(result.time[row]);
      for (const double value : result.tau[row]) append(value);
      for (const auto& [name, rows] : result.terms)
        for (const double value : rows[row]) append(value);
      file << line << '\n';
    }
    file.flush();
    if (!file) fail("");
  }
  std::error_code problem;
  std::filesystem::rename(unfinished, path, problem);
  if (problem) fail(": " + problem.message());
}

Json to_json(const Model<double>& model, const TrajectoryTorque& result) {
  Json terms_json, share;
  for (std::size_t k = 0; k < result.terms.size(); ++k) {
    terms_json[result.terms[k].first] = result.terms[k].second;
    share[result.terms[k].first] = result.share[k];
  }
  Json json{{"joints", velocity_names(model)}, {"tau", result.tau}, {"share", share}, {"terms", terms_json}};
  json["violations"] = Json::array();
  for (const auto& [joint, kind, row, value, limit] : result.violations)
    json["violations"].push_back({{"joint", joint}, {"kind", kind}, {"row", row}, {"value", value}, {"limit", limit}});
  if (!result.time.empty()) json["time"] = result.time;
  return json;
}

void print_summary(const Model<double>& model, const TrajectoryTorque& result) {
  std::vector<std::string> header{"joint", "peak", "rms"};
  std::vector<std::size_t> used;
  for (std::size_t k = 0; k < result.terms.size(); ++k)
    if (std::any_of(result.share[k].begin(), result.share[k].end(), [](double x) { return x > 0; })) {
      used.push_back(k);
      header.push_back(result.terms[k].first + " %");
    }
  Table table(header);
  for (int j = 0; j < model.nv; ++j) {
    double peak = 0, squares = 0;
    for (const Vector& tau : result.tau) peak = std::max(peak, std::abs(tau[j])), squares += tau[j] * tau[j];
    std::vector<std::string> row{velocity_names(model)[j], shown(peak),
                                 shown(std::sqrt(squares / static_cast<double>(result.tau.size())))};
    for (const std::size_t k : used) row.push_back(fmt::format("{:.1f}", 100 * result.share[k][j]));
    table.add(row);
  }
  std::cout << result.tau.size() << " rows; torque (Nm, N), and the share of each term in the sum of magnitudes\n";
  table.print();
  for (const auto& [joint, kind, row, value, limit] : result.violations)
    std::cout << fmt::format("limit exceeded: {} of {} is {} in row {}, limit {}\n", kind, joint, shown(value), row,
                             shown(limit));
}

}  // namespace torsor::cli
