#include "output/effective_inertia_output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

Json to_json(const Model<double>& model, const std::vector<InertiaRange>& ranges) {
  Json list = Json::array();
  for (std::size_t j = 0; j < ranges.size(); ++j) {
    const InertiaRange& range = ranges[j];
    const bool known = std::isfinite(range.low);
    list.push_back({{"joint", velocity_names(model)[j]},
                    {"min", to_json_or_null(range.low)},
                    {"max", to_json_or_null(range.high)},
                    {"ratio", to_json_or_null(range.ratio())},
                    {"min_at", known ? Json(range.low_at) : Json(nullptr)},
                    {"max_at", known ? Json(range.high_at) : Json(nullptr)}});
  }
  return list;
}

void print_rows(const Model<double>& model, const std::vector<EffectiveInertiaRow>& rows, std::size_t count) {
  std::vector<std::string> header{"q"};
  for (const char* state : {"locked ", "free "})
    for (const std::string& joint : velocity_names(model)) header.push_back(state + joint);
  Table table(header);
  for (const EffectiveInertiaRow& row : rows) {
    std::vector<std::string> line{shown_configuration(model, row.q)};
    for (const std::vector<double>* values : {&row.locked, &row.free})
      for (const double value : *values) line.push_back(shown(value));
    table.add(line);
  }
  table.print();
  if (count > rows.size()) std::cout << "  ... " << count - rows.size() << " more; --json prints all\n";
  std::cout << '\n';
}

void print_ranges(const Model<double>& model, const EffectiveInertiaRange& range) {
  std::cout << "range over " << counted(range.configurations, "configuration") << '\n';
  Table table({"joint", "others", "min", "max", "max/min", "min at", "max at"});
  const auto add = [&](const std::string& joint, const char* others, const InertiaRange& of) {
    const bool known = std::isfinite(of.low);
    table.add({joint, others, shown(of.low), shown(of.high), shown(of.ratio()),
               known ? shown_configuration(model, of.low_at) : "-",
               known ? shown_configuration(model, of.high_at) : "-"});
  };
  for (int j = 0; j < model.nv; ++j) {
    add(velocity_names(model)[j], "locked", range.locked[j]);
    add(velocity_names(model)[j], "free", range.free[j]);
  }
  table.print(2);
  if (range.singular > 0)
    std::cout << fmt::format("\nthe inertia matrix is singular at {} of them, which are left out of \"free\"\n",
                             range.singular);
}

}  // namespace

Json to_json(const Model<double>& model, const EffectiveInertiaSurvey& survey, bool list) {
  const EffectiveInertiaRange& range = survey.range;
  Json json{{"joints", velocity_names(model)},
            {"count", range.configurations},
            {"singular", range.singular},
            {"range", {{"locked", to_json(model, range.locked)}, {"free", to_json(model, range.free)}}}};
  if (!list) return json;
  Json& rows = json["configurations"] = Json::array();
  for (const EffectiveInertiaRow& row : survey.rows)
    rows.push_back({{"q", row.q}, {"locked", row.locked}, {"free", to_json_or_null(row.free)}});
  return json;
}

void print(const Model<double>& model, const EffectiveInertiaSurvey& survey, bool list) {
  if (list) print_rows(model, survey.rows, static_cast<std::size_t>(survey.range.configurations));
  print_ranges(model, survey.range);
}

}  // namespace torsor::cli
