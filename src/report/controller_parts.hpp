#pragma once

#include "report/parts.hpp"
#include "torsor/report/controller_report.hpp"
#include "torsor/report/plot.hpp"

/// The sections of a page about a comparison of controllers.
namespace torsor::report {

/// A comparison with all that its page needs.
struct ComparisonPage {
  const ControllerComparison& comparison;
  const ControllerComparisonOptions& options;
  const ControllerReportNames& names;

  std::string joint(std::size_t k) const { return name_at(names.joints, k, "joint " + std::to_string(k + 1)); }
  std::string torque_unit(std::size_t k) const { return name_at(names.torque_units, k, "Nm"); }
  /// "rad" or "m"; of all joints together "rad" where all turn.
  std::string position_unit(std::size_t k) const { return torque_unit(k) == "N" ? "m" : "rad"; }
  std::string unit_of_all() const;
  std::size_t joint_count() const { return names.joints.size(); }
  bool limited() const { return !options.torque_limits.empty(); }
};

/// The colour of a controller, the same in all plots.
std::string controller_style(std::size_t place);

/// "1.5 kg".
std::string kilograms(double mass);

Section controller_errors(const ComparisonPage& page);
Section controller_robustness(const ComparisonPage& page);
Section controller_torques(const ComparisonPage& page);
Section controller_joints(const ComparisonPage& page);

}  // namespace torsor::report
