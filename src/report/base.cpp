#include <algorithm>
#include <cmath>

#include "report/parts.hpp"
#include "torsor/estimation/parameter_unit.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor::report {
namespace {

using html::Cell;
using html::number_cell;

std::string base_name(const Identification& identification, std::size_t b) {
  return name_at(identification.base_names, b, "beta" + std::to_string(b + 1));
}

/// Base parameters of the robot file; empty where it has none.
std::vector<double> prior_of(const Identification& identification) {
  const std::vector<double>& prior = identification.consistent.prior;
  const bool fits = !prior.empty() && static_cast<int>(prior.size()) == identification.layout.size() &&
                    identification.base.coefficients.rows == identification.base.count();
  return fits ? base_values(identification.base, prior) : std::vector<double>();
}

/// Relative to the larger of value and half the interval: a precise one stands at 1 with short whiskers, one that is
/// not significant has whiskers across zero.
std::string interval_plot(const Identification& identification, const Estimate& estimate) {
  Plot plot{"Base parameters with 95 % intervals",
            "One row per base parameter: its value and two standard deviations to each side, relative to the larger of "
            "the two."};
  plot.x.label = "value, relative to its size";
  plot.x.range = PlotRange{-2.1, 2.1};
  plot.vertical_rules = {0};
  PlotMark sure{PlotMark::Kind::whiskers, "measured", "significant"};
  PlotMark weak{PlotMark::Kind::whiskers, "predicted", "not significant"};
  PlotMark prior{PlotMark::Kind::hollow, "prior", "robot file"};
  const std::vector<double> file = prior_of(identification);
  for (std::size_t b = 0; b < estimate.value.size(); ++b) {
    const double value = estimate.value[b], half = verdict_limits.significance * standard_deviation(estimate, b),
                 row = static_cast<double>(b);
    const double size = std::fmax(std::abs(value), half);
    plot.y.categories.push_back(base_name(identification, b));
    if (!(size > 0) || !std::isfinite(size)) continue;
    PlotMark& mark = !std::isfinite(half) || significant(estimate, b) ? sure : weak;
    mark.points.x.push_back(value / size), mark.points.y.push_back(row);
    mark.low.push_back((value - half) / size), mark.high.push_back((value + half) / size);
    prior.points.x.push_back(std::clamp(value_at(file, b) / size, -2.0, 2.0)), prior.points.y.push_back(row);
  }
  plot.height = 60 + 17 * static_cast<double>(estimate.value.size());
  for (PlotMark* mark : {&sure, &weak})
    if (!mark->points.x.empty()) plot.marks.push_back(std::move(*mark));
  if (!file.empty()) plot.marks.push_back(std::move(prior));
  return "<div class=\"tall\">" + plot.figure() + "</div>";
}

std::string value_table(const Identification& identification, const Estimate& estimate) {
  html::Table table{"Base parameters; a click on a heading sorts",
                    {"Name", "Value", "Unit", "Standard deviation", "%", "Significant", "Robot file", "Grouping"},
                    {},
                    true};
  const std::vector<double> file = prior_of(identification);
  for (std::size_t b = 0; b < estimate.value.size(); ++b) {
    const double value = estimate.value[b], deviation = standard_deviation(estimate, b);
    const std::string judgement = !std::isfinite(deviation) ? "unknown" : significant(estimate, b) ? "yes" : "no";
    std::vector<Cell> row{html::text_cell(base_name(identification, b)),
                          number_cell(value, 4),
                          html::text_cell(base_parameter_unit(identification, b)),
                          number_cell(deviation),
                          number_cell(100 * deviation / std::abs(value), 2),
                          {judgement == "no" ? "<span class=\"badge weak\">no</span>" : judgement},
                          number_cell(value_at(file, b), 4),
                          html::words_cell(name_at(identification.base_words, b, base_name(identification, b)))};
    table.rows.push_back(std::move(row));
  }
  return html::to_html(table);
}

std::string deviation_plot(const Identification& identification, const Estimate& estimate) {
  Plot plot{
      "Standard deviation: bootstrap over naive",
      "One dot per base parameter: how many times its standard deviation from the block bootstrap is the naive one."};
  plot.x.label = "base parameter, in the order of the table";
  plot.y.label = "times";
  PlotMark dots{PlotMark::Kind::dots, "predicted", "bootstrap over naive"};
  for (std::size_t b = 0; b < estimate.value.size(); ++b) {
    dots.points.x.push_back(static_cast<double>(b + 1));
    dots.points.y.push_back(value_at(estimate.standard_deviation, b) / value_at(estimate.naive_standard_deviation, b));
  }
  const double mean = mean_of(dots.points.y);
  if (!std::isfinite(mean)) return "";
  plot.horizontal_rules = {1};
  plot.marks.push_back(std::move(dots));
  return html::paragraph(
             "The naive formula takes the noise for white. The block bootstrap does not, and is on average " +
             html::number(mean, 2) + " times as large for " + identification.robot + ".") +
         plot.figure();
}

}  // namespace

Section base_parameters(const Identification& identification) {
  const std::string heading = "Base parameters";
  const Estimate* estimate = shown_base(identification);
  if (estimate == nullptr || estimate->value.empty())
    return {"parameters", heading, html::paragraph("No base parameters were estimated.")};
  long weak = 0;
  for (std::size_t b = 0; b < estimate->value.size(); ++b)
    weak += std::isfinite(standard_deviation(*estimate, b)) && !significant(*estimate, b) ? 1 : 0;
  std::string body = html::paragraph("The torques depend on " + std::to_string(estimate->value.size()) +
                                     " independent combinations of the robot's parameters. Each is named after the "
                                     "parameter that it keeps. Values and "
                                     "intervals are those of the estimate \"" +
                                     estimate->method + "\". " +
                                     (weak == 0 ? std::string("All for which there is an interval are significant.")
                                                : std::to_string(weak) + (weak == 1 ? " is" : " are") +
                                                      " not significant: zero lies within the 95 % interval."));
  if (estimate->standard_deviation.empty())
    body += html::paragraph(
        estimate->naive_standard_deviation.empty()
            ? "No standard deviations were computed, so there are no intervals."
            : "No bootstrap was asked for: the intervals are naive, as if the noise were white, and too narrow "
              "where it is not.");
  body += interval_plot(identification, *estimate) + deviation_plot(identification, *estimate) +
          value_table(identification, *estimate);
  return {"parameters", heading, body};
}

}  // namespace torsor::report
