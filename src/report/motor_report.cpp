#include "torsor/report/motor_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor {
namespace {

using html::number_cell;
using report::Section;

/// Motor and gear that a plot is about.
struct PlottedDrive {
  const MotorFit* fit;  // null: that of the robot file
  double ratio, rotor_inertia;
};

PlottedDrive plotted_drive(const JointSizing& joint, const std::vector<Motor>& catalogue) {
  const MotorFit* fit = joint.fitted ? &*joint.fitted : nullptr;
  if (joint.choice) fit = joint.choice->best ? &*joint.choice->best : &*joint.choice->nearest;
  if (fit == nullptr) return {fit, joint.drive.ratio, joint.drive.rotor_inertia};
  return {fit, fit->ratio, catalogue[fit->motor].rotor_inertia};
}

/// Equal steps through the rows, few enough that the curve is drawn as it is: it goes back and forth.
Curve torque_over_speed(const JointDuty& duty, const PlottedDrive& drive) {
  constexpr std::size_t most = 1400;
  const std::size_t step = (duty.qd.size() + most - 1) / most;
  Curve curve;
  for (std::size_t k = 0; k < duty.qd.size(); k += step) {
    curve.x.push_back(drive.ratio * duty.qd[k]);
    curve.y.push_back(drive.rotor_inertia * (drive.ratio * duty.qdd[k] + duty.carrier[k]) + duty.load[k] / drive.ratio);
  }
  return curve;
}

/// All four quadrants: a motor drives and brakes in both directions.
PlotMark rectangle(const std::string& style, const std::string& name, double speed, double torque) {
  return {PlotMark::Kind::line,
          style,
          name,
          {{speed, -speed, -speed, speed, speed}, {torque, torque, -torque, -torque, torque}}};
}

std::string drive_name(const JointSizing& joint, const PlottedDrive& drive, const std::vector<Motor>& catalogue) {
  const std::string gear = " with ratio " + html::number(drive.ratio, 4);
  if (drive.fit == nullptr) return joint.joint + ": the rotor of the robot file" + gear;
  return joint.joint + ": " + catalogue[drive.fit->motor].name + gear +
         (drive.fit->suits() ? "" : ", the nearest, which does not suit");
}

std::string figure(const JointDuty& duty, const JointSizing& joint, const std::vector<Motor>& catalogue) {
  const PlottedDrive drive = plotted_drive(joint, catalogue);
  Plot plot{drive_name(joint, drive, catalogue), "Torque of the motor of " + joint.joint + " over its speed."};
  plot.width = 400, plot.height = 320;
  plot.x.label = "speed of the motor, rad/s";
  plot.y.label = "torque of the motor, Nm";
  if (drive.fit != nullptr) {
    const Motor& motor = catalogue[drive.fit->motor];
    plot.marks.push_back(rectangle("residual", "rated", motor.rated_speed, motor.rated_torque));
    plot.marks.push_back(rectangle("predicted", "peak", motor.top_speed, motor.peak_torque));
  } else if (std::isfinite(joint.limits.torque) && std::isfinite(joint.limits.velocity)) {
    const double k = std::abs(drive.ratio);
    plot.marks.push_back(rectangle("predicted", "limits", joint.limits.velocity * k, joint.limits.torque / k));
  }
  plot.marks.push_back({PlotMark::Kind::line, "measured", "motion", torque_over_speed(duty, drive)});
  const MotorLoad load = drive.fit != nullptr ? drive.fit->load : joint.motor;
  plot.marks.push_back({PlotMark::Kind::dots, "model", "rms", {{load.rms_speed}, {load.rms_torque}}});
  return plot.figure();
}

Section plots(const MotionDuty& motion, const MotorSizing& sizing, const std::vector<Motor>& catalogue) {
  std::string body = html::paragraph(
      "The path of the motion has to stay within the peak, and its RMS point within what the motor gives for ever.");
  body += "<div class=\"pairs\">\n";
  for (std::size_t j = 0; j < sizing.joints.size(); ++j) body += figure(motion.joints[j], sizing.joints[j], catalogue);
  return {"torque-speed", "Torque over speed", body + "</div>\n"};
}

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

html::Cell known_number(double value) { return number_cell(std::isfinite(value) ? value : nothing, 4); }

/// Names of URDF files are long: they may break behind an underscore.
html::Cell name_cell(const std::string& name) {
  std::string text;
  for (const char c : html::escaped(name)) text += c == '_' ? "_<wbr>" : std::string(1, c);
  return {text};
}

/// A row for each joint that `numbers` is asked for. Few columns, so that a table fits on a page.
template <class Cells>
std::string joint_table(const MotorSizing& sizing, const std::string& caption, std::vector<std::string> headers,
                        const Cells& cells) {
  headers.insert(headers.begin(), "Joint");
  html::Table table{caption, std::move(headers), {}, false};
  for (const JointSizing& joint : sizing.joints) {
    std::vector<html::Cell> row{name_cell(joint.joint)};
    for (html::Cell& cell : cells(joint)) row.push_back(std::move(cell));
    if (row.size() > 1) table.rows.push_back(std::move(row));
  }
  return html::to_html(table);
}

std::vector<html::Cell> known_numbers(std::initializer_list<double> values) {
  std::vector<html::Cell> cells;
  cells.reserve(values.size());
  for (const double value : values) cells.push_back(known_number(value));
  return cells;
}

Section joints(const MotorSizing& sizing) {
  std::string body =
      joint_table(sizing, "Torque and speed, in SI units", {"Peak torque", "RMS torque", "Peak speed", "RMS speed"},
                  [](const JointSizing& joint) {
                    const JointLoad& load = joint.load;
                    return known_numbers({load.peak_torque, load.rms_torque, load.peak_speed, load.rms_speed});
                  });
  body += joint_table(
      sizing, "Power in W, energy in J", {"Peak power", "Peak braking", "Mean power", "Regenerated energy"},
      [](const JointSizing& joint) {
        const JointLoad& load = joint.load;
        return known_numbers({load.peak_power, load.peak_braking, load.mean_power, load.regenerated_energy});
      });
  const bool limited = std::ranges::any_of(sizing.joints, [](const JointSizing& joint) {
    return std::isfinite(joint.limits.torque) || std::isfinite(joint.limits.velocity);
  });
  if (limited)
    body += joint_table(sizing, "Limits of the robot file, and the limit over what the motion needs",
                        {"Torque limit", "Margin", "Speed limit", "Margin"}, [](const JointSizing& joint) {
                          return known_numbers({joint.limits.torque, joint.torque_margin(), joint.limits.velocity,
                                                joint.speed_margin()});
                        });
  return {"joints", "Joints", body};
}

Section drives(const MotorSizing& sizing) {
  std::string body =
      joint_table(sizing, "Through gear and rotor of the robot file; load inertia over rotor inertia",
                  {"Ratio", "Peak torque", "RMS torque", "Peak speed", "RMS speed", "Least inertia ratio", "Largest"},
                  [](const JointSizing& joint) {
                    const MotorLoad& at = joint.motor;
                    return known_numbers({joint.drive.ratio, at.peak_torque, at.rms_torque, at.peak_speed, at.rms_speed,
                                          at.least_inertia_ratio, at.largest_inertia_ratio});
                  });
  body += joint_table(sizing, "Gear ratio with the least RMS torque of the motor",
                      {"Best gear", "Present ratio", "RMS torque", "Best ratio", "RMS torque", "Saved, %"},
                      [](const JointSizing& joint) {
                        const bool exists = joint.has_best_ratio();
                        std::vector<html::Cell> cells{html::text_cell(in_words(joint.best.kind))};
                        for (html::Cell& cell : known_numbers(
                                 {joint.drive.has_ratio ? joint.drive.ratio : nothing, joint.present_rms_torque(),
                                  exists ? joint.best.ratio : nothing, exists ? joint.best.rms_torque : nothing}))
                          cells.push_back(std::move(cell));
                        cells.push_back(number_cell(100 * joint.saved(), 3));
                        return cells;
                      });
  return {"drives", "Motors and gears", body};
}

/// Motors of a catalogue on their joints; `fit_of` gives null where a joint has none.
template <class FitOf>
std::string fit_tables(const MotorSizing& sizing, const std::vector<Motor>& catalogue, const FitOf& fit_of) {
  using Cells = std::vector<html::Cell>;
  std::string body =
      joint_table(sizing, "Motor and gear; inertia ratio is that of the load over the rotor's, the largest",
                  {"Motor", "Ratio", "Inertia ratio", "Thermal load, %", "Suits"}, [&](const JointSizing& joint) {
                    const MotorFit* fit = fit_of(joint);
                    if (fit == nullptr) return Cells{};
                    return Cells{html::text_cell(catalogue[fit->motor].name), known_number(fit->ratio),
                                 known_number(fit->load.largest_inertia_ratio), number_cell(100 * fit->thermal_load, 3),
                                 html::text_cell(fit->suits() ? "yes" : "no")};
                  });
  return body + joint_table(sizing, "What is asked over what the motor has, in percent",
                            {"Motor", "Peak torque", "RMS torque", "Peak speed", "RMS speed", "Inertia ratio"},
                            [&](const JointSizing& joint) {
                              const MotorFit* fit = fit_of(joint);
                              if (fit == nullptr) return Cells{};
                              Cells cells{html::text_cell(catalogue[fit->motor].name)};
                              for (const double use : fit->use) cells.push_back(number_cell(100 * use, 3));
                              if (!fit->asks_inertia_ratio()) cells.back() = number_cell(nothing);
                              return cells;
                            });
}

Section choices(const MotorSizing& sizing, const std::vector<Motor>& catalogue) {
  const auto chosen = [](const JointSizing& joint) {
    return joint.choice->best ? &*joint.choice->best : &*joint.choice->nearest;
  };
  return {"motors", "Motors of the catalogue",
          html::paragraph("Of those that suit the best, or else the nearest.") + fit_tables(sizing, catalogue, chosen)};
}

Section fitted(const MotorSizing& sizing, const std::vector<Motor>& catalogue) {
  const auto present = [](const JointSizing& joint) { return joint.fitted ? &*joint.fitted : nullptr; };
  return {"fitted", "Motors that are fitted", fit_tables(sizing, catalogue, present)};
}

Section asked(const MotorReportInputs& inputs) {
  std::string body = "<dl class=\"facts\">\n";
  for (const auto& [name, value] : inputs.asked)
    body += "<dt>" + html::escaped(name) + "</dt><dd>" + html::escaped(value) + "</dd>\n";
  return {"asked", "What was asked", body + "</dl>\n"};
}

Section bearings(const MotorSizing& sizing) {
  html::Table table{"Largest loads along the motion, N and Nm",
                    {"Joint", "Force", "Axial", "Radial", "Moment", "Tilting moment"},
                    {},
                    false};
  for (const BearingPeak& peak : sizing.bearings) {
    std::vector<html::Cell> row{name_cell(peak.joint)};
    for (const double value : {peak.force, peak.axial_force, peak.radial_force, peak.moment, peak.tilting_moment})
      row.push_back(number_cell(value, 4));
    table.rows.push_back(std::move(row));
  }
  return {"bearings", "Bearings", html::to_html(table)};
}

std::string header(const MotionDuty& motion, const std::string& robot) {
  std::string text = counted(static_cast<long>(motion.weight.size()), "row");
  if (!motion.time.empty()) text += ", " + html::number(motion.time.back() - motion.time.front(), 4) + " s";
  return "<header><p class=\"kind\">Motors</p>\n<h1>" + html::escaped(robot) + "</h1>\n<p class=\"logs\">" + text +
         "</p></header>\n";
}

}  // namespace

std::string html_report(const MotionDuty& motion, const MotorSizing& sizing, const std::vector<Motor>& catalogue,
                        const MotorReportInputs& inputs) {
  std::vector<Section> sections{plots(motion, sizing, catalogue), joints(sizing), drives(sizing)};
  if (std::ranges::any_of(sizing.joints, [](const JointSizing& joint) { return joint.fitted.has_value(); }))
    sections.push_back(fitted(sizing, catalogue));
  if (!catalogue.empty()) sections.push_back(choices(sizing, catalogue));
  sections.push_back(bearings(sizing));
  if (!inputs.asked.empty()) sections.push_back(asked(inputs));
  return report::page("Motors of " + inputs.robot, header(motion, inputs.robot), sections);
}

}  // namespace torsor
