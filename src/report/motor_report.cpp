#include "torsor/report/motor_report.hpp"

#include <algorithm>
#include <cmath>

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

Section joints(const MotorSizing& sizing) {
  html::Table table{"At the joints, in SI units",
                    {"Joint", "Peak torque", "RMS torque", "Peak speed", "RMS speed", "Peak power", "Peak braking",
                     "Mean power", "Regenerated energy"},
                    {},
                    false};
  html::Table motors{"At the motors, through gear and rotor of the robot file",
                     {"Joint", "Ratio", "Peak torque", "RMS torque", "Peak speed", "RMS speed", "Least inertia ratio",
                      "Largest inertia ratio", "Best ratio", "RMS torque with it"},
                     {},
                     false};
  for (const JointSizing& joint : sizing.joints) {
    const JointLoad& load = joint.load;
    std::vector<html::Cell> row{html::text_cell(joint.joint)}, motor{html::text_cell(joint.joint)};
    for (const double value : {load.peak_torque, load.rms_torque, load.peak_speed, load.rms_speed, load.peak_power,
                               load.peak_braking, load.mean_power, load.regenerated_energy})
      row.push_back(number_cell(value, 4));
    const MotorLoad& at = joint.motor;
    const bool exists = std::isfinite(joint.best.ratio) && joint.best.ratio != 0;
    for (const double value :
         {joint.drive.ratio, at.peak_torque, at.rms_torque, at.peak_speed, at.rms_speed, at.least_inertia_ratio,
          at.largest_inertia_ratio, exists ? joint.best.ratio : std::numeric_limits<double>::quiet_NaN(),
          exists ? joint.best.rms_torque : std::numeric_limits<double>::quiet_NaN()})
      motor.push_back(number_cell(std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN(), 4));
    table.rows.push_back(std::move(row));
    motors.rows.push_back(std::move(motor));
  }
  return {"joints", "Joints and motors", html::to_html(table) + html::to_html(motors)};
}

Section choices(const MotorSizing& sizing, const std::vector<Motor>& catalogue) {
  html::Table table{"What is asked over what the motor has, in percent",
                    {"Joint", "Motor", "Ratio", "Peak torque", "RMS torque", "Peak speed", "RMS speed", "Inertia",
                     "Thermal load", "Suits"},
                    {},
                    false};
  for (const JointSizing& joint : sizing.joints) {
    const MotorFit& fit = joint.choice->best ? *joint.choice->best : *joint.choice->nearest;
    std::vector<html::Cell> row{html::text_cell(joint.joint), html::text_cell(catalogue[fit.motor].name),
                                number_cell(fit.ratio, 4)};
    for (const double use : fit.use) row.push_back(number_cell(100 * use, 3));
    row.push_back(number_cell(100 * fit.thermal_load, 3));
    row.push_back(html::text_cell(fit.suits() ? "yes" : "no: the nearest"));
    table.rows.push_back(std::move(row));
  }
  return {"motors", "Motors of the catalogue", html::to_html(table)};
}

Section bearings(const MotorSizing& sizing) {
  html::Table table{"Largest loads along the motion, N and Nm",
                    {"Joint", "Force", "Axial", "Radial", "Moment", "Tilting moment"},
                    {},
                    false};
  for (const BearingPeak& peak : sizing.bearings) {
    std::vector<html::Cell> row{html::text_cell(peak.joint)};
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
                        const std::string& robot) {
  std::vector<Section> sections{plots(motion, sizing, catalogue), joints(sizing)};
  if (!catalogue.empty()) sections.push_back(choices(sizing, catalogue));
  sections.push_back(bearings(sizing));
  return report::page("Motors of " + robot, header(motion, robot), sections);
}

}  // namespace torsor
