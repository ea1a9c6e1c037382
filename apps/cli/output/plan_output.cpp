#include "output/plan_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "output/table.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::cli {
namespace {

constexpr std::size_t shown_parameters = 15;

std::string rough_figure(double value) { return std::isfinite(value) ? fmt::format("{:.2g}", value) : "unknown"; }

void print_motions(const ExperimentPlan& plan) {
  Table table({"motion", "record as", "times", "s", "torque", "nearest limit"});
  for (const PlannedMotion& motion : plan.motions) {
    std::string torque = "-", nearest = "-";
    for (const LimitUse& use : motion.demand.limits)
      if (use.kind == LimitUse::Kind::torque && torque == "-") torque = fmt::format("{:.0f} %", 100 * use.share);
    if (const LimitUse* use = motion.demand.nearest())
      nearest = fmt::format("{} of {} ({:.0f} %)", name_of(use->kind), plan.joints[use->joint].name, 100 * use->share);
    table.add({motion.file, motion.log, std::to_string(motion.repetitions),
               fmt::format("{:.4g}", motion.repetitions * motion.demand.duration), torque, nearest});
  }
  table.print(2);
}

void print_parameters(const ExperimentPlan& plan) {
  Table table({"base parameter", "value", "torque", "after 1", "after 3", "after 10", "needs", "outlook"});
  const std::size_t count = std::min(plan.parameters.size(), shown_parameters);
  for (std::size_t k = 0; k < count; ++k) {
    const PlannedParameter& one = plan.parameters[k];
    table.add({one.name, one.value ? fmt::format("{:.3g}", *one.value) : "-", fmt::format("{:.2g}", one.torque),
               rough_figure(one.deviation[0]), rough_figure(one.deviation[1]), rough_figure(one.deviation[2]),
               one.repetitions > 0 ? std::to_string(one.repetitions) : "-", name_of(one.outlook)});
  }
  table.print();
  if (count < plan.parameters.size())
    std::cout << fmt::format("... and {} more: --report and --json have all\n", plan.parameters.size() - count);
}

}  // namespace

void print_plan(const ExperimentPlan& plan, const std::vector<PlanCommand>& commands) {
  std::cout << fmt::format("{}: {}, {:.2g} minutes, the one for identification {}\n", plan.robot,
                           counted(static_cast<long>(plan.motions.size()), "motion"), plan.minutes,
                           counted(plan.repetitions, "time"));
  for (const std::string& warning : plan.warnings) std::cout << "warning: " << warning << '\n';
  for (const PlanSection& section : plan.sections) {
    std::cout << '\n' << section.heading << '\n';
    if (section.id == "motions") print_motions(plan);
    if (section.id == "accuracy") print_parameters(plan);
    int number = 0;
    for (const std::string& step : section.steps) std::cout << fmt::format("  {}. {}\n", ++number, step);
  }
  std::cout << "\nCommands\n";
  for (const PlanCommand& command : commands) std::cout << fmt::format("  # {}\n  {}\n", command.purpose, command.line);
}

}  // namespace torsor::cli
