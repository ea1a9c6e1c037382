#include <algorithm>
#include <cmath>

#include "report/controller_parts.hpp"
#include "torsor/report/html.hpp"

namespace torsor::report {
namespace {

using html::number;
using Records = std::vector<ControllerRecord>;

/// A plot over the time of the motion, without marks.
Plot along_motion(const ComparisonPage& page, const std::string& title, const std::string& description,
                  const std::string& unit) {
  Plot plot{title, description};
  plot.x.label = "time, s";
  plot.x.range = PlotRange{page.comparison.start, page.comparison.start + page.comparison.duration};
  plot.y.label = unit;
  return plot;
}

/// A line of each controller; best ones are drawn last, above the others.
template <class Values>
void add_lines(Plot& plot, const ComparisonPage& page, const Values& curve_of) {
  const Records& all = page.comparison.controllers;
  for (std::size_t k = 0; k < all.size(); ++k)
    plot.marks.push_back({PlotMark::Kind::line, controller_style(k), all[k].controller.name, curve_of(all[k])});
}

/// A logarithmic axis with all values on it, but for those that are next to nothing: they would stretch it without end.
void show_decades(Plot& plot) {
  double high = 0, low = HUGE_VAL;
  for (const PlotMark& mark : plot.marks)
    for (const double y : mark.points.y)
      if (std::isfinite(y) && y > 0) high = std::max(high, y), low = std::min(low, y);
  if (high > 0) plot.y.range = PlotRange{std::max(0.7 * low, 1e-8 * high), 1.5 * high};
}

/// The same for curves that begin at 0 or pass through it: the lowest of them is shown by its upper decade and a half.
void show_upper_decades(Plot& plot) {
  double high = 0, low = HUGE_VAL;
  for (const PlotMark& mark : plot.marks) {
    double peak = 0;
    for (const double y : mark.points.y) peak = std::isfinite(y) ? std::max(peak, y) : peak;
    if (peak > 0) high = std::max(high, peak), low = std::min(low, peak);
  }
  if (high > 0) plot.y.range = PlotRange{std::max(low / 30, 1e-8 * high), 1.5 * high};
}

std::string tip_errors(const ComparisonPage& page, std::size_t load) {
  const std::string with = kilograms(page.comparison.payloads[load]);
  Plot plot = along_motion(page, "Error of " + page.names.tip + " with " + with,
                           "How far the tip is from where it should be over time, with " + with + ".", "mm");
  plot.y.logarithmic = true;
  plot.height = 300;
  add_lines(plot, page, [&](const ControllerRecord& record) {
    const ControllerTrace& trace = record.runs[load].trace;
    Curve curve{trace.time, trace.tip_error};
    for (double& y : curve.y) y *= 1e3;
    return curve;
  });
  show_upper_decades(plot);
  return plot.figure();
}

/// A bar for each controller that held, in its colour.
std::string bars_of(const ComparisonPage& page, const std::string& title, const std::string& unit,
                    double (*value)(const ControllerRun&)) {
  Plot plot{title, title + " of each controller with the nominal load."};
  plot.height = 210;
  plot.y.label = unit;
  plot.y.logarithmic = true;
  for (std::size_t k = 0; k < page.comparison.controllers.size(); ++k) {
    const ControllerRecord& record = page.comparison.controllers[k];
    const bool held = record.nominal().held();
    plot.x.categories.push_back(record.controller.name + (held ? "" : " (lost)"));
    PlotMark bar{PlotMark::Kind::bars, controller_style(k), ""};
    bar.points = {{static_cast<double>(k)},
                  {held ? value(record.nominal()) : std::numeric_limits<double>::quiet_NaN()}};
    bar.width = 0.5;
    plot.marks.push_back(std::move(bar));
  }
  show_decades(plot);
  if (plot.y.range) plot.y.range->low /= 3;  // the least bar is to be seen as well
  return plot.figure();
}

std::string by_load(const ComparisonPage& page, const std::string& title, const std::string& unit,
                    double (*value)(const ControllerRun&)) {
  Plot plot{title, title + " of each controller over the load at the tip."};
  plot.width = 400, plot.height = 300;
  plot.x.label = "load, kg", plot.y.label = unit;
  plot.y.logarithmic = true;
  const Records& all = page.comparison.controllers;
  add_lines(plot, page, [&](const ControllerRecord& record) {
    Curve curve;
    for (const ControllerRun& run : record.runs) {
      curve.x.push_back(run.payload);
      curve.y.push_back(run.held() ? value(run) : std::numeric_limits<double>::quiet_NaN());
    }
    return curve;
  });
  for (std::size_t k = 0; k < all.size(); ++k)
    plot.marks.push_back({PlotMark::Kind::dots, controller_style(k), "", plot.marks[k].points});
  show_decades(plot);
  return plot.figure();
}

/// A column for each controller, the best one first.
html::Table table_of_controllers(const ComparisonPage& page, const std::string& caption, const std::string& corner) {
  html::Table table{caption, {corner}, {}, false};
  for (const std::size_t place : page.comparison.ranking)
    table.headers.push_back(page.comparison.controllers[place].controller.name);
  return table;
}

html::Table load_table(const ComparisonPage& page, const std::string& caption, double (*value)(const ControllerRun&)) {
  html::Table table = table_of_controllers(page, caption, "Load");
  for (std::size_t load = 0; load < page.comparison.payloads.size(); ++load) {
    std::vector<html::Cell> row{html::text_cell(kilograms(page.comparison.payloads[load]))};
    for (const std::size_t place : page.comparison.ranking) {
      const ControllerRun& run = page.comparison.controllers[place].runs[load];
      row.push_back(run.held() ? html::number_cell(value(run))
                               : html::Cell{"until " + number(run.end.time) + " s", HUGE_VAL, true});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

double joint_rms(const ControllerRun& run) { return run.rms_error; }
double tip_rms(const ControllerRun& run) { return 1e3 * run.rms_tip_error; }

/// Bars of all controllers side by side over each joint.
std::string torque_shares(const ComparisonPage& page, const std::string& title,
                          std::vector<double> ControllerRun::* shares) {
  Plot plot{title, title + " of each joint and controller, with the nominal load."};
  plot.y.label = "% of the limit";
  plot.height = 230;
  const Records& all = page.comparison.controllers;
  const double width = 0.8 / static_cast<double>(all.size());
  for (std::size_t j = 0; j < page.joint_count(); ++j) plot.x.categories.push_back(page.joint(j));
  for (std::size_t k = 0; k < all.size(); ++k) {
    PlotMark mark{PlotMark::Kind::bars, controller_style(k), all[k].controller.name};
    mark.width = 0.9 * width;
    for (std::size_t j = 0; j < page.joint_count(); ++j) {
      mark.points.x.push_back(static_cast<double>(j) + width * (static_cast<double>(k) + 0.5) - 0.4);
      mark.points.y.push_back(100 * value_at(all[k].nominal().*shares, j));
    }
    plot.marks.push_back(std::move(mark));
  }
  return plot.figure();
}

/// Limits are drawn where a curve uses a fifth of them at least: far away they would flatten it.
std::string joint_torque(const ComparisonPage& page, std::size_t j) {
  Plot plot = along_motion(page, "Torque of the motor", "Torque of the motor of " + page.joint(j) + " over time.",
                           page.torque_unit(j));
  plot.height = 190;
  add_lines(plot, page, [&](const ControllerRecord& record) {
    return Curve{record.nominal().trace.time, record.nominal().trace.torque[j]};
  });
  const double limit = value_at(page.options.torque_limits, j);
  double highest = 0, lowest = 0;
  for (const PlotMark& mark : plot.marks)
    for (const double y : mark.points.y) highest = std::max(highest, y), lowest = std::min(lowest, y);
  if (highest > 0.2 * limit && std::isfinite(limit)) plot.horizontal_rules.push_back(limit);
  if (lowest < -0.2 * limit && std::isfinite(limit)) plot.horizontal_rules.push_back(-limit);
  return plot.figure();
}

std::string joint_error(const ComparisonPage& page, std::size_t j) {
  Plot plot = along_motion(page, "Error", "Error of " + page.joint(j) + " over time.", page.position_unit(j));
  plot.height = 190;
  plot.horizontal_rules = {0};
  add_lines(plot, page, [&](const ControllerRecord& record) {
    return Curve{record.nominal().trace.time, record.nominal().trace.error[j]};
  });
  return plot.figure();
}

html::Table joint_table(const ComparisonPage& page, const std::string& caption,
                        std::vector<double> ControlReview::* values) {
  html::Table table = table_of_controllers(page, caption, "Joint");
  for (std::size_t j = 0; j < page.joint_count(); ++j) {
    std::vector<html::Cell> row{html::text_cell(page.joint(j))};
    for (const std::size_t place : page.comparison.ranking)
      row.push_back(html::number_cell(value_at(page.comparison.controllers[place].nominal().review.*values, j)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

html::Table effort_table(const ComparisonPage& page) {
  html::Table table{"With the nominal load", {"Controller", "Energy, J", "Work, J", "∫τ² dt, (Nm)² s"}, {}, true};
  if (page.limited())
    for (const char* header : {"RMS torque, %", "Peak, %", "Saturated, %"}) table.headers.emplace_back(header);
  for (const std::size_t place : page.comparison.ranking) {
    const ControllerRun& run = page.comparison.controllers[place].nominal();
    std::vector<html::Cell> row{html::text_cell(page.comparison.controllers[place].controller.name)};
    for (const double value : {run.energy, run.work, run.torque_squared}) row.push_back(html::number_cell(value, 4));
    if (page.limited())
      for (const double share : {run.most_rms_torque_use(), run.most_peak_torque_use(), run.review.saturated})
        row.push_back(html::number_cell(100 * share));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Section controller_errors(const ComparisonPage& page) {
  std::string body = html::paragraph("Axes are logarithmic.");
  body += bars_of(page, "RMS error of all joints", page.unit_of_all(), joint_rms);
  body += bars_of(page, "RMS error of " + page.names.tip, "mm", tip_rms);
  body += tip_errors(page, 0);
  if (page.comparison.payloads.size() > 1) body += tip_errors(page, page.comparison.payloads.size() - 1);
  return {"errors", "Tracking errors", body};
}

Section controller_robustness(const ComparisonPage& page) {
  std::string body = html::paragraph("The robot carries a load at " + page.names.tip +
                                     " that no controller knows of. A flat line is a controller that does not mind. A "
                                     "run that did not reach its end has no point.");
  body += "<div class=\"pairs\">\n" + by_load(page, "RMS error of all joints", page.unit_of_all(), joint_rms) +
          by_load(page, "RMS error of the tip", "mm", tip_rms) + "</div>\n";
  body += html::to_html(load_table(page, "RMS error of all joints, " + page.unit_of_all(), joint_rms));
  body += html::to_html(load_table(page, "RMS error of the tip, mm", tip_rms));
  if (page.limited())
    body += html::to_html(load_table(page, "Samples at which some motor is at its limit, %",
                                     [](const ControllerRun& run) { return 100 * run.review.saturated; }));
  return {"robustness", "Loads that they do not know of", body};
}

Section controller_torques(const ComparisonPage& page) {
  std::string body = html::paragraph(
      "Energy is what motors give, none of it got back; work is less what they take back. Heat grows with ∫τ² dt.");
  if (!page.limited()) body += html::paragraph("The robot has no limits of torque to compare with.");
  if (page.limited()) body += html::paragraph("Shares are of the motor that is nearest to its limit.");
  body += html::to_html(effort_table(page));
  if (page.limited())
    body += torque_shares(page, "RMS torque", &ControllerRun::rms_torque_use) +
            torque_shares(page, "Peak torque", &ControllerRun::peak_torque_use);
  return {"effort", "Effort", body};
}

Section controller_joints(const ComparisonPage& page) {
  std::string body = html::paragraph(
      "With the nominal load. Thin lines across are limits. Move over a plot to read values, drag to zoom, "
      "double-click "
      "to go back.");
  body += html::to_html(joint_table(page, "RMS error of each joint, rad or m", &ControlReview::rms_error));
  body += html::to_html(joint_table(page, "Largest error of each joint, rad or m", &ControlReview::largest_error));
  for (std::size_t j = 0; j < page.joint_count(); ++j)
    body += "<section class=\"joint\"><h3>" + html::escaped(page.joint(j)) + "</h3>\n" + joint_error(page, j) +
            joint_torque(page, j) + "</section>\n";
  return {"joints", "Joint by joint", body};
}

}  // namespace torsor::report
