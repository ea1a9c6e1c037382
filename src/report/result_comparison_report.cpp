#include "torsor/report/result_comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor {
namespace {

using html::number, html::number_cell, html::text_cell;
using report::Section;

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}

Section verdict(const ResultComparison& comparison) {
  std::string body;
  if (!comparison.changed())
    body = html::paragraph("Nothing changed that is significant among all parameters at " +
                           number(100 * comparison.level) + " %.");
  html::Table table{"The fewest changes that explain the difference, the clearest first",
                    {"Parameter", "Unit", "Before", "Change", "Deviation", "%", "Probability by chance"},
                    {},
                    false};
  for (const int j : comparison.significant) {
    const ParameterChange& one = comparison.changes[j];
    table.rows.push_back(
        {text_cell(comparison.parameters[j]), text_cell(comparison.units[j]), number_cell(one.value.front(), 4),
         number_cell(one.explained, 3), number_cell(one.explained_deviation, 2),
         number_cell(100 * one.explained / std::abs(one.value.front()), 3), number_cell(one.family_probability, 2)});
  }
  if (comparison.changed()) body += html::to_html(table);
  body += html::paragraph("A difference as large in all " + std::to_string(comparison.parameters.size()) +
                          " parameters together has a probability of " + number(comparison.joint_probability, 2) +
                          " where nothing has changed.");
  return {"verdict", comparison.changed() ? "What changed" : "Nothing changed", body};
}

/// Each value with two deviations to either side; the line from the first to the last where more than two tell it.
std::string figure(const ResultComparison& comparison, std::size_t j) {
  const ParameterChange& one = comparison.changes[j];
  const std::vector<double>& x = comparison.position;
  Plot plot{comparison.parameters[j] + (one.significant ? ": changed" : ""),
            comparison.parameters[j] + " in every result, with two standard deviations to either side."};
  plot.width = 400, plot.height = 220;
  const double margin = 0.08 * (x.back() - x.front());
  plot.x.range = PlotRange{x.front() - margin, x.back() + margin};
  plot.x.label = "result";
  plot.y.label = with_unit(comparison.parameters[j] + (comparison.units[j].empty() ? "" : ","), comparison.units[j]);
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double reach = 2 * one.deviation[k];
    plot.marks.push_back({PlotMark::Kind::line,
                          one.significant ? "predicted" : "measured",
                          k == 0 ? "two deviations" : "",
                          {{x[k], x[k]}, {one.value[k] - reach, one.value[k] + reach}}});
  }
  plot.marks.push_back({PlotMark::Kind::dots, one.significant ? "predicted" : "measured", "value", {x, one.value}});
  return plot.figure();
}

bool is_friction(const std::string& name) { return name.starts_with("F") || name.starts_with("dF"); }

Section plots(const ResultComparison& comparison) {
  std::string body = "<div class=\"pairs\">\n";
  for (const bool significant : {true, false})
    for (std::size_t j = 0; j < comparison.changes.size(); ++j)
      if (comparison.changes[j].significant == significant && (significant || is_friction(comparison.parameters[j])))
        body += figure(comparison, j);
  return {"values", "What changed, and friction", body + "</div>\n"};
}

Section all(const ResultComparison& comparison) {
  html::Table table{
      "All base parameters",
      {"Parameter", "Unit", "First", "Last", "Change", "Deviation", "Alone, in deviations", "Noticed from", "Changed"},
      {},
      true};
  for (std::size_t j = 0; j < comparison.changes.size(); ++j) {
    const ParameterChange& one = comparison.changes[j];
    table.rows.push_back({text_cell(comparison.parameters[j]), text_cell(comparison.units[j]),
                          number_cell(one.value.front(), 4), number_cell(one.value.back(), 4),
                          number_cell(one.change, 3), number_cell(one.change_deviation, 2), number_cell(one.alone, 2),
                          number_cell(one.noticed_from, 2), text_cell(one.significant ? "yes" : "")});
  }
  return {"parameters", "All parameters",
          html::paragraph("Alone: what the change amounts to where no other parameter may have changed. Noticed from: "
                          "a change of this parameter that would be found in 95 of 100 comparisons.") +
              html::to_html(table)};
}

Section results(const ResultComparison& comparison) {
  html::Table table{"In the order of time", {"Result", "Position"}, {}, false};
  for (std::size_t k = 0; k < comparison.results.size(); ++k)
    table.rows.push_back({text_cell(comparison.results[k]), number_cell(comparison.position[k], 6)});
  std::string body = html::to_html(table);
  for (const int joint : comparison.other_width)
    body += html::paragraph("The width of Coulomb friction of " + comparison.joints[joint] +
                            " is not the same in all results: with one that is given, smaller changes are noticed.");
  return {"results", "Results", body};
}

}  // namespace

std::string html_report(const ResultComparison& comparison) {
  const std::string header = "<header><p class=\"kind\">Comparison</p>\n<h1>" + html::escaped(comparison.robot) +
                             "</h1>\n<p class=\"logs\">" +
                             counted(static_cast<long>(comparison.results.size()), "result") + "</p></header>\n";
  return report::page("Comparison of " + comparison.robot, header,
                      {verdict(comparison), plots(comparison), all(comparison), results(comparison)});
}

}  // namespace torsor
