#pragma once

#include "torsor/control/controller_comparison.hpp"

namespace torsor {

/// What a page about a comparison of controllers says besides its numbers.
struct ControllerReportNames {
  std::string robot, motion, tip;
  std::vector<std::string> joints;        // by velocity
  std::vector<std::string> torque_units;  // by velocity: Nm or N
  std::vector<std::string> findings{};    // a line each
};

/// A page of HTML that needs nothing else: who followed best, errors over time and by load, torques beside their
/// limits, joint by joint, and what the runs had in common.
std::string html_report(const ControllerComparison& comparison, const ControllerComparisonOptions& options,
                        const ControllerReportNames& names);

}  // namespace torsor
