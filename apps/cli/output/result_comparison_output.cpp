#include "output/result_comparison_output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {
namespace {

std::string digits(double value) { return fmt::format("{:.4g}", value); }

Table table_of(const ResultComparison& comparison) {
  const bool two = comparison.results.size() == 2;
  Table table({"parameter", "unit", two ? "before" : "first", two ? "after" : "last", "change", "deviation",
               "alone, in deviations", "noticed from", ""});
  for (std::size_t j = 0; j < comparison.changes.size(); ++j) {
    const ParameterChange& one = comparison.changes[j];
    table.add({comparison.parameters[j], comparison.units[j], digits(one.value.front()), digits(one.value.back()),
               digits(one.change), fmt::format("{:.2g}", one.change_deviation), fmt::format("{:.1f}", one.alone),
               fmt::format("{:.2g}", one.noticed_from), one.significant ? "changed" : ""});
  }
  return table;
}

void print_widths(const ResultComparison& comparison) {
  if (comparison.other_width.empty()) return;
  std::vector<std::string> names;
  names.reserve(comparison.other_width.size());
  for (const int joint : comparison.other_width) names.push_back(comparison.joints[joint]);
  std::cout << "the width of Coulomb friction is not the same in all results for " << enumerated(names)
            << ": with one that is given, smaller changes are noticed\n";
}

}  // namespace

std::string change_in_words(const ResultComparison& comparison, int parameter) {
  const ParameterChange& one = comparison.changes[parameter];
  const double before = one.value.front();
  const std::string unit = comparison.units[parameter].empty() ? "" : " " + comparison.units[parameter];
  const std::string size = fmt::format("{:.3g} +- {:.2g}{}", one.explained, one.explained_deviation, unit);
  if (std::abs(before) <= 3 * one.deviation.front())
    return fmt::format("{} changed by {}", comparison.parameters[parameter], size);
  return fmt::format("{} {} by {:.1f} %: {}", comparison.parameters[parameter],
                     one.explained * before > 0 ? "grew" : "shrank", 100 * std::abs(one.explained / before), size);
}

void print_comparison(const ResultComparison& comparison) {
  std::cout << fmt::format("{}: {}, {}\n\n", comparison.robot,
                           counted(static_cast<long>(comparison.results.size()), "result"),
                           counted(static_cast<long>(comparison.parameters.size()), "base parameter"));
  table_of(comparison).print(2);
  std::cout << '\n';
  for (const int parameter : comparison.significant) std::cout << change_in_words(comparison, parameter) << '\n';
  if (!comparison.changed())
    std::cout << fmt::format("nothing changed that is significant among all parameters at {:.3g} %\n",
                             100 * comparison.level);
  print_widths(comparison);
}

Json to_json(const ResultComparison& comparison) {
  Json parameters = Json::array(), significant = Json::array(), widths = Json::array();
  for (std::size_t j = 0; j < comparison.changes.size(); ++j) {
    const ParameterChange& one = comparison.changes[j];
    Json entry{{"name", comparison.parameters[j]},
               {"combination", comparison.combinations[j]},
               {"unit", comparison.units[j]},
               {"value", one.value},
               {"deviation", one.deviation},
               {"change", one.change},
               {"change_deviation", one.change_deviation},
               {"alone", one.alone},
               {"family_probability", one.family_probability},
               {"noticed_from", one.noticed_from},
               {"significant", one.significant}};
    if (one.significant) entry["explained"] = one.explained, entry["explained_deviation"] = one.explained_deviation;
    parameters.push_back(entry);
  }
  for (const int j : comparison.significant) significant.push_back(comparison.parameters[j]);
  for (const int joint : comparison.other_width) widths.push_back(comparison.joints[joint]);
  return {{"robot", comparison.robot},
          {"results", comparison.results},
          {"position", comparison.position},
          {"level", comparison.level},
          {"degrees_of_freedom", comparison.degrees_of_freedom},
          {"changed", comparison.changed()},
          {"significant", significant},
          {"joint_probability", comparison.joint_probability},
          {"other_width", widths},
          {"parameters", parameters}};
}

}  // namespace torsor::cli
