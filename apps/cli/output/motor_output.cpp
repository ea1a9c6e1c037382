#include "output/motor_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::cli {
namespace {

std::string shown_or_dash(double value) { return std::isfinite(value) ? shown(value) : "-"; }

std::string span_text(double low, double high) {
  if (!std::isfinite(high)) return "-";
  return shown(low) == shown(high) ? shown(low) : shown(low) + " to " + shown(high);
}

void print_joints(const MotorSizing& sizing) {
  std::cout << "\nat the joints\n";
  Table table(
      {"joint", "peak torque", "rms", "peak speed", "rms", "peak power", "braking", "mean power", "regenerated"});
  for (const JointSizing& joint : sizing.joints) {
    const JointLoad& load = joint.load;
    table.add({joint.joint, shown(load.peak_torque), shown(load.rms_torque), shown(load.peak_speed),
               shown(load.rms_speed), shown(load.peak_power), shown(load.peak_braking),
               shown_beside(load.mean_power, load.peak_power + load.peak_braking),
               shown_or_dash(load.regenerated_energy)});
  }
  table.print();
}

void print_drives(const MotorSizing& sizing) {
  std::cout << "\nat the motors, through gear and rotor of the robot file; load inertia over rotor inertia\n";
  Table table({"joint", "ratio", "peak torque", "rms", "peak speed", "rms", "inertia ratio"});
  for (const JointSizing& joint : sizing.joints) {
    const MotorLoad& load = joint.motor;
    table.add({joint.joint, shown(joint.drive.ratio), shown(load.peak_torque), shown(load.rms_torque),
               shown(load.peak_speed), shown(load.rms_speed),
               span_text(load.least_inertia_ratio, load.largest_inertia_ratio)});
  }
  table.print();
}

void print_limits(const MotorSizing& sizing) {
  const auto limited = [](const JointSizing& joint) {
    return std::isfinite(joint.limits.torque) || std::isfinite(joint.limits.velocity);
  };
  if (std::none_of(sizing.joints.begin(), sizing.joints.end(), limited)) return;
  std::cout << "\nlimits of the robot file, and the limit over what the motion needs\n";
  Table table({"joint", "torque", "margin", "speed", "margin"});
  for (const JointSizing& joint : sizing.joints)
    table.add({joint.joint, shown_or_dash(joint.limits.torque), shown_or_dash(joint.torque_margin()),
               shown_or_dash(joint.limits.velocity), shown_or_dash(joint.speed_margin())});
  table.print();
  for (const JointSizing& joint : sizing.joints) {
    if (joint.torque_margin() < 1)
      std::cout << fmt::format("limit exceeded: torque of {} is {}, limit {}\n", joint.joint,
                               shown(joint.load.peak_torque), shown(joint.limits.torque));
    if (joint.speed_margin() < 1)
      std::cout << fmt::format("limit exceeded: speed of {} is {}, limit {}\n", joint.joint,
                               shown(joint.load.peak_speed), shown(joint.limits.velocity));
  }
}

void print_ratios(const MotorSizing& sizing) {
  std::cout << "\ngear ratio with the least rms torque of the motor\n";
  Table table({"joint", "", "present", "rms", "best", "rms", "saved %"});
  for (const JointSizing& joint : sizing.joints) {
    const bool exists = joint.has_best_ratio();
    table.add({joint.joint, in_words(joint.best.kind), joint.drive.has_ratio ? shown(joint.drive.ratio) : "1, assumed",
               shown(joint.present_rms_torque()), exists ? shown(joint.best.ratio) : "-",
               exists ? shown(joint.best.rms_torque) : "-",
               std::isfinite(joint.saved()) ? fmt::format("{:.1f}", 100 * joint.saved()) : "-"});
  }
  table.print(2);
}

void print_bearings(const MotorSizing& sizing) {
  std::cout << "\nlargest loads of the bearings, N and Nm; axial is along the joint's axis\n";
  Table table({"joint", "force", "row", "axial", "radial", "moment", "row", "tilting"});
  for (const BearingPeak& peak : sizing.bearings)
    table.add({peak.joint, shown(peak.force), std::to_string(peak.force_row + 1),
               shown_beside(peak.axial_force, peak.force), shown_beside(peak.radial_force, peak.force),
               shown(peak.moment), std::to_string(peak.moment_row + 1),
               shown_beside(peak.tilting_moment, peak.moment)});
  table.print();
}

void add_fit(Table& table, const std::string& joint, const MotorFit& fit, const std::vector<Motor>& catalogue) {
  std::vector<std::string> row{joint, catalogue[fit.motor].name, shown(fit.ratio)};
  for (const double use : fit.use) row.push_back(std::isfinite(use) ? fmt::format("{:.1f}", 100 * use) : "-");
  if (!fit.asks_inertia_ratio()) row.back() = "-";
  row.push_back(shown_or_dash(fit.load.largest_inertia_ratio));
  row.push_back(fmt::format("{:.1f}", 100 * fit.thermal_load));
  table.add(row);
}

Table fit_table() {
  return Table({"joint", "motor", "ratio", "peak torque %", "rms torque %", "peak speed %", "rms speed %", "inertia %",
                "inertia ratio", "thermal load %"});
}

void print_fitted(const MotorSizing& sizing, const std::vector<Motor>& catalogue) {
  Table table = fit_table();
  bool any = false;
  for (const JointSizing& joint : sizing.joints)
    if (joint.fitted) add_fit(table, joint.joint, *joint.fitted, catalogue), any = true;
  if (!any) return;
  std::cout << "\nmotors that are fitted: what is asked over what they have\n";
  table.print(2);
}

void print_choice(const MotorSizing& sizing, const std::vector<Motor>& catalogue) {
  if (catalogue.empty()) return;
  std::cout << "\nmotors of the catalogue, the least " << name_of(sizing.preference)
            << " of those that suit: what is asked over what they have\n";
  Table table = fit_table();
  for (const JointSizing& joint : sizing.joints)
    if (joint.choice->best) add_fit(table, joint.joint, *joint.choice->best, catalogue);
  table.print(2);
  for (const JointSizing& joint : sizing.joints)
    if (const MotorChoice& choice = *joint.choice; !choice.best)
      std::cout << fmt::format("{}: none of {} suits; the nearest is {} with ratio {}, and {}\n", joint.joint,
                               counted(static_cast<long>(choice.examined), "motor and gear", "motors and gears"),
                               catalogue[choice.nearest->motor].name, shown(choice.nearest->ratio),
                               lack_of(*choice.nearest));
}

}  // namespace

const char* name_of(MotorPreference preference) {
  switch (preference) {
    case MotorPreference::price:
      return "price";
    case MotorPreference::mass:
      return "mass";
    case MotorPreference::rated_torque:
      break;
  }
  return "torque";
}

std::string lack_of(const MotorFit& fit) {
  std::string text;
  for (std::size_t k = 0; k < fit.use.size(); ++k) {
    if (fit.use[k] <= 1) continue;
    std::string name = motor_demand_names[k];
    std::replace(name.begin(), name.end(), '_', ' ');
    text += (text.empty() ? "" : ", ") +
            fmt::format("its {} is {} what is allowed", name,
                        std::isfinite(fit.use[k]) ? fmt::format("{:.4g} times", fit.use[k]) : "far beyond");
  }
  return text;
}

void print_motors(const MotionDuty& motion, const MotorSizing& sizing, const std::vector<Motor>& catalogue) {
  std::cout << counted(static_cast<long>(motion.weight.size()), "row");
  if (!motion.time.empty()) std::cout << ", " << shown(motion.time.back() - motion.time.front()) << " s";
  std::cout << "; torque in Nm (N of joints that slide), speed in rad/s (m/s), power in W, energy in J\n";
  print_joints(sizing);
  print_drives(sizing);
  print_limits(sizing);
  print_ratios(sizing);
  print_bearings(sizing);
  print_fitted(sizing, catalogue);
  print_choice(sizing, catalogue);
}

}  // namespace torsor::cli
