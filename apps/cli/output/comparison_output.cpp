#include "output/comparison_output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <map>

#include "output/control_output.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

/// Four digits tell controllers apart.
std::string figure(double value) { return !std::isfinite(value) ? "-" : fmt::format("{:.4g}", value); }

std::string kilograms(double payload) { return fmt::format("{:g} kg", payload); }

bool has_limits(const ControllerComparison& comparison) {
  return std::isfinite(comparison.controllers.front().nominal().most_rms_torque_use());
}

void print_errors(const ControllerComparison& comparison, const Model<double>& robot) {
  std::cout << "\nwith the nominal load, best tip first\n";
  Table table({"controller", "outcome", "rms error", "largest", "tip rms", "tip largest"});
  for (const std::size_t place : comparison.ranking) {
    const ControllerRecord& record = comparison.controllers[place];
    const ControllerRun& run = record.nominal();
    table.add({record.controller.name, outcome_of(run, robot), figure(run.rms_error), figure(run.largest_error),
               figure(1e3 * run.rms_tip_error), figure(1e3 * run.largest_tip_error)});
  }
  table.print(2);
}

void print_effort(const ControllerComparison& comparison) {
  const bool limits = has_limits(comparison);
  std::cout << "\neffort" << (limits ? "; torques in % of the limit, of the motor that is nearest to its own\n" : "\n");
  std::vector<std::string> header{"controller", "energy J", "work J", "tau^2 dt (Nm)^2 s"};
  if (limits) header.insert(header.end(), {"rms torque %", "peak %", "saturated %"});
  Table table(header);
  for (const std::size_t place : comparison.ranking) {
    const ControllerRun& run = comparison.controllers[place].nominal();
    std::vector<std::string> row{comparison.controllers[place].controller.name, figure(run.energy), figure(run.work),
                                 figure(run.torque_squared)};
    if (limits)
      for (const double share : {run.most_rms_torque_use(), run.most_peak_torque_use(), run.review.saturated})
        row.push_back(figure(100 * share));
    table.add(std::move(row));
  }
  table.print();
}

/// A column for each controller, the best one first.
Table table_of_controllers(const ControllerComparison& comparison, const std::string& corner) {
  std::vector<std::string> header{corner};
  for (const std::size_t place : comparison.ranking) header.push_back(comparison.controllers[place].controller.name);
  return Table(std::move(header));
}

void print_joints(const ControllerComparison& comparison, const Model<double>& robot) {
  std::cout << "\nrms error of each joint with the nominal load\n";
  Table table = table_of_controllers(comparison, "joint");
  const std::vector<std::string> joints = velocity_names(robot);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    std::vector<std::string> row{joints[j]};
    for (const std::size_t place : comparison.ranking)
      row.push_back(figure(comparison.controllers[place].nominal().review.rms_error[j]));
    table.add(std::move(row));
  }
  table.print();
}

template <class Value>
void print_by_load(const ControllerComparison& comparison, const std::string& title, const Value& value) {
  std::cout << '\n' << title << ", by the load at the tip that no controller knows of\n";
  Table table = table_of_controllers(comparison, "load");
  for (std::size_t load = 0; load < comparison.payloads.size(); ++load) {
    std::vector<std::string> row{kilograms(comparison.payloads[load])};
    for (const std::size_t place : comparison.ranking) {
      const ControllerRun& run = comparison.controllers[place].runs[load];
      row.push_back(run.held()            ? figure(value(run))
                    : run.refused.empty() ? fmt::format("until {:.3g} s", run.end.time)
                                          : "-");
    }
    table.add(std::move(row));
  }
  table.print();
}

/// Lines of findings, of which those that repeat with other loads are counted.
class FindingLines {
 public:
  void add(const std::string& kind, const std::string& line) {
    if (more_.try_emplace(kind, 0).second)
      kinds_.push_back(kind), lines_.push_back(line);
    else
      ++more_[kind];
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> lines = lines_;
    for (std::size_t k = 0; k < lines.size(); ++k)
      if (const long more = more_.at(kinds_[k]); more > 0 && !kinds_[k].empty())
        lines[k] += "; the same with " + counted(more, "other load");
    return lines;
  }

 private:
  std::map<std::string, long> more_;
  std::vector<std::string> kinds_, lines_;
};

}  // namespace

std::string outcome_of(const ControllerRun& run, const Model<double>& robot) {
  if (run.held()) return "held";
  if (!run.refused.empty()) return "not possible";
  if (!run.torque_is_finite) return fmt::format("torque not finite at {:.3g} s", run.end.time);
  if (const ControlFinding* lost = run.lost(); lost != nullptr)
    return fmt::format("lost at {:.3g} s ({})", lost->time,
                       velocity_names(robot)[static_cast<std::size_t>(lost->velocity)]);
  return fmt::format("ended at {:.3g} s", run.end.time);
}

std::vector<std::string> findings_of(const ControllerComparison& comparison, const Model<double>& robot) {
  using Kind = ControlFinding::Kind;
  FindingLines lines;
  for (const ControllerRecord& record : comparison.controllers)
    for (const ControllerRun& run : record.runs) {
      const std::string& name = record.controller.name;
      const std::string who = name + " with " + kilograms(run.payload) + ": ";
      for (const ControlFinding& finding : run.review.findings) {
        if (finding.kind == Kind::delay_beyond_sample)  // the loop is the same for all
          lines.add("", "all: " + in_words(finding, robot));
        else
          lines.add(fmt::format("{} {} {}", name, static_cast<int>(finding.kind),
                                finding.kind == Kind::lost ? -1 : finding.velocity),
                    who + in_words(finding, robot));
      }
      if (!run.refused.empty())
        lines.add(name + " refused", run.refused.starts_with(name) ? run.refused : name + ": " + run.refused);
      else if (!run.held() && run.lost() == nullptr)
        lines.add(name + " end", who + to_string(run.end, velocity_names(robot)));
    }
  return lines.lines();
}

void print_comparison(const ControllerComparison& comparison, const Model<double>& robot) {
  std::cout << fmt::format("{} along {} s; errors in rad (m of joints that slide), of the tip in mm\n",
                           counted(static_cast<long>(comparison.controllers.size()), "controller"),
                           shown(comparison.duration));
  print_errors(comparison, robot);
  print_effort(comparison);
  print_joints(comparison, robot);
  if (comparison.payloads.size() > 1) {
    print_by_load(comparison, "rms error", [](const ControllerRun& run) { return run.rms_error; });
    print_by_load(comparison, "rms tip error in mm", [](const ControllerRun& run) { return 1e3 * run.rms_tip_error; });
    if (has_limits(comparison))
      print_by_load(comparison, "saturated %", [](const ControllerRun& run) { return 100 * run.review.saturated; });
  }
  const std::vector<std::string> findings = findings_of(comparison, robot);
  if (!findings.empty()) std::cout << "\nfindings\n";
  for (const std::string& line : findings) std::cout << "  " << line << '\n';
}

}  // namespace torsor::cli
