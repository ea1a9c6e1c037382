#pragma once

#include "arguments/configurations.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "output/answer.hpp"
#include "output/table.hpp"
#include "torsor/dynamics/effective_inertia_range.hpp"

namespace torsor::cli {

/// The inertia at many configurations, and its range; `list` also gives every configuration.
void report_range(const RobotArguments& robot, const Model<double>& model, const Configurations& configurations,
                  bool list);

/// The notes' Table 4.1 for joints i and j: what joint i feels with joint j locked and free, for some loads at the tip
/// and four positions of joint j. The other joints stand as in q.
struct InertiaTable {
  int i = 0, j = 1;
  Vector loads, q;
};
void report_table(const RobotArguments& robot, const Model<double>& model, const InertiaTable& table);

}  // namespace torsor::cli
