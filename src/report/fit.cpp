#include <algorithm>
#include <cctype>
#include <cmath>

#include "report/parts.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor::report {
namespace {

using html::Cell;
using html::number_cell;

std::string capitalised(std::string_view text) {
  std::string result(text);
  result[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(result[0])));
  return result;
}

void add_fit(const TorqueFit& fit, std::vector<Cell>& row) {
  const double nothing = std::nan("");
  row.push_back(number_cell(fit.samples > 0 ? fit.rms : nothing));
  row.push_back(number_cell(fit.samples > 0 ? fit.relative : nothing));
  row.push_back(number_cell(fit.samples > 0 ? fit.r2 : nothing, 4));
}

std::string glance(const Identification& identification, const Estimate& estimate) {
  html::Table table{
      capitalised(judged_measure),
      {"Joint", "Held out: RMS", "held out %", "held out R²", "Fitted: RMS", "fitted %", "fitted R²", "Unit"},
      {},
      false};
  const std::size_t joints = std::max(estimate.training.size(), estimate.validation.size());
  const bool held_out = !estimate.validation.empty();
  if (!held_out) table.headers = {"Joint", "Fitted: RMS", "fitted %", "fitted R²", "Unit"};
  for (std::size_t j = 0; j < joints; ++j) {
    std::vector<Cell> row{html::text_cell(joint_name(identification, j))};
    if (held_out) add_fit(j < estimate.validation.size() ? judged_fit(estimate.validation[j]) : TorqueFit(), row);
    add_fit(j < estimate.training.size() ? judged_fit(estimate.training[j]) : TorqueFit(), row);
    row.push_back(html::text_cell(torque_unit(identification, j)));
    table.rows.push_back(std::move(row));
  }
  return html::to_html(table);
}

void add_details(const Identification& identification, const std::vector<JointFit>& fits, const std::string& which,
                 std::vector<std::vector<Cell>>& rows) {
  for (std::size_t j = 0; j < fits.size(); ++j) {
    const auto add = [&](const std::string& samples, const TorqueFit& smoothed, const TorqueFit& raw) {
      std::vector<Cell> row{html::text_cell(joint_name(identification, j)),
                            html::text_cell(which),
                            html::text_cell(samples),
                            {std::to_string(smoothed.samples), static_cast<double>(smoothed.samples), true}};
      add_fit(smoothed, row);
      add_fit(raw, row);
      rows.push_back(std::move(row));
    };
    add("all", fits[j].smoothed, fits[j].raw);
    add("moving", fits[j].smoothed_moving, fits[j].raw_moving);
    add("at rest", fits[j].smoothed_resting, {});
  }
}

std::string details(const Identification& identification, const Estimate& estimate) {
  html::Table table{
      "All figures: against the smoothed and against the raw torque, on all samples and on those in motion",
      {"Joint", "Data", "Samples", "Count", "Smoothed: RMS", "smoothed %", "smoothed R²", "Raw: RMS", "raw %",
       "raw R²"},
      {},
      true};
  add_details(identification, estimate.validation, "held out", table.rows);
  add_details(identification, estimate.training, "fitted", table.rows);
  return "<details class=\"fold\"><summary>All figures</summary>\n" + html::to_html(table) + "</details>\n";
}

std::string bars(const Estimate& estimate) {
  Plot plot{"Residual of each joint in motion, % of its torque", "One pair of bars per joint: held out and fitted."};
  plot.height = 210;
  plot.x.label = "joint";
  plot.y.label = "%";
  const auto mark = [&](const std::vector<JointFit>& fits, double shift, const std::string& style,
                        const std::string& name) {
    PlotMark bar{PlotMark::Kind::bars, style, name};
    bar.width = estimate.validation.empty() ? 0.6 : 0.36;
    for (std::size_t j = 0; j < fits.size(); ++j) {
      bar.points.x.push_back(static_cast<double>(j) + shift);
      bar.points.y.push_back(judged_fit(fits[j]).relative);
    }
    if (!fits.empty()) plot.marks.push_back(std::move(bar));
  };
  for (std::size_t j = 0; j < judged_fits(estimate).size(); ++j) plot.x.categories.push_back(std::to_string(j + 1));
  mark(estimate.validation, -0.19, "predicted", "held out");
  mark(estimate.training, estimate.validation.empty() ? 0 : 0.19, "measured", "fitted");
  return plot.figure();
}

}  // namespace

Section fit(const Identification& identification) {
  const std::string heading = "How well each joint is predicted";
  const Estimate* estimate = identification.chosen_estimate();
  if (estimate == nullptr) return {"fit", heading, html::paragraph("There is no estimate to judge.")};
  std::string body = html::paragraph(
      "Judged on samples in motion: near rest friction is not a function of the velocity, and a log that mostly rests "
      "would be judged by its friction at rest. RMS is that of the residual, measured minus predicted torque. The "
      "percentage is relative to the RMS of the "
      "torque: a "
      "wrist that needs little torque has a large one even where the model is right. R² is the share of the variation "
      "that "
      "the model explains. Look at all three.");
  if (estimate->validation.empty())
    body += html::paragraph("Nothing was held out, so there are no figures for data that the model has not seen.");
  return {"fit", heading,
          body + glance(identification, *estimate) + bars(*estimate) + details(identification, *estimate)};
}

Section estimators(const Identification& identification) {
  const std::string heading = "The estimators side by side";
  if (identification.estimates.empty()) return {"estimators", heading, html::paragraph("No estimator was run.")};
  html::Table table{
      "Mean over the joints of the residual in % of the torque, and the worst R²; " + std::string(judged_measure),
      {"Estimator", "Held out, mean %", "Held out, worst R²", "Fitted, mean %", "Fitted, worst R²", "Note"},
      {},
      true};
  for (std::size_t k = 0; k < identification.estimates.size(); ++k) {
    const Estimate& estimate = identification.estimates[k];
    const bool used = static_cast<int>(k) == identification.chosen;
    std::vector<Cell> row{{html::escaped(estimate.method) + (used ? " <span class=\"badge\">used</span>" : "")}};
    for (const auto* fits : {&estimate.validation, &estimate.training}) {
      const FitSummary summary = summary_of(*fits);
      row.push_back(number_cell(estimate.valid ? summary.mean_percent : std::nan("")));
      row.push_back(number_cell(estimate.valid ? summary.worst_r2 : std::nan(""), 4));
    }
    row.push_back(html::words_cell((estimate.valid ? "" : "No estimate: ") + estimate.note));
    table.rows.push_back(std::move(row));
  }
  return {
      "estimators", heading,
      html::paragraph("Each estimator saw the same equations. One that is better on the fitted data and worse on the "
                      "held-out data has learned the noise.") +
          html::to_html(table)};
}

}  // namespace torsor::report
