#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace torsor::logs {

enum class ColumnKind { unknown, time, position, velocity, acceleration, torque, reference };

/// What the name of a column tells: q_rad_1, position[0], tau_motor_Nm_3, joint2.vel, actual_current_5, t_ms.
struct ColumnName {
  ColumnKind kind = ColumnKind::unknown;
  int number = -1;         // of the joint, as it is written; -1: none
  double unit = 0;         // SI units in one of the column's; 0: the name does not tell
  bool current = false;    // a motor's current, where a torque is wanted
  bool simulated = false;  // from a model, as the name says
};
ColumnName understand_column(std::string_view text);

/// The columns of one quantity, in the order of the joints.
struct ColumnGroup {
  ColumnName meaning;
  std::vector<int> columns;
};
/// The columns that are most likely the quantity: measured rather than modelled, torques rather than currents. No
/// columns where there are none.
ColumnGroup find_group(const std::vector<std::string>& names, ColumnKind kind);

/// The columns that are named by joints and are most likely the quantity: joint1.position, effort_elbow. By joint; -1
/// where there is none, or several that are as likely. The longest name of a joint in that of a column counts.
ColumnGroup find_named_group(const std::vector<std::string>& names, ColumnKind kind,
                             const std::vector<std::string>& joints);

}  // namespace torsor::logs
