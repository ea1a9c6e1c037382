#include <fmt/format.h>

#include <iostream>

#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/effective_inertia.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

constexpr std::size_t shown_rows = 40, all_rows = 1'000'000;

struct Row {
  Vector q, locked, free;
};

struct RangeReport {
  EffectiveInertiaRange range;
  std::vector<Row> rows;
};

/// Keeps the first `kept` configurations.
RangeReport evaluate(const Model<double>& model, const Configurations& configurations, std::size_t kept) {
  RangeReport report{EffectiveInertiaRange(model), {}};
  EffectiveInertia<double> inertia(model);
  InertiaMatrixWorkspace<double> workspace(model);
  for (int k = 0; k < configurations.size(); ++k) {
    const Vector q = configurations.at(k);
    effective_inertia<double>(model, q, workspace, inertia);
    report.range.include(inertia, q);
    if (report.rows.size() == kept) continue;
    const bool regular = lost_pivot(inertia.B, inertia.pivots) < 0;
    report.rows.push_back({q, inertia.locked, regular ? inertia.free : Vector(model.nv, std::nan(""))});
  }
  return report;
}

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

Json to_json(const Model<double>& model, const RangeReport& report, bool list) {
  Json json{{"joints", velocity_names(model)},
            {"count", report.range.configurations},
            {"singular", report.range.singular},
            {"range", {{"locked", to_json(model, report.range.locked)}, {"free", to_json(model, report.range.free)}}}};
  if (!list) return json;
  Json& rows = json["configurations"] = Json::array();
  for (const Row& row : report.rows)
    rows.push_back({{"q", row.q}, {"locked", row.locked}, {"free", to_json_or_null(row.free)}});
  return json;
}

void print_rows(const Model<double>& model, const std::vector<Row>& rows, std::size_t count) {
  std::vector<std::string> header{"q"};
  for (const char* state : {"locked ", "free "})
    for (const std::string& joint : velocity_names(model)) header.push_back(state + joint);
  Table table(header);
  for (const Row& row : rows) {
    std::vector<std::string> line{shown_configuration(model, row.q)};
    for (const Vector* values : {&row.locked, &row.free})
      for (const double value : *values) line.push_back(shown(value));
    table.add(line);
  }
  table.print();
  if (count > rows.size()) std::cout << "  ... " << count - rows.size() << " more; --json prints all\n";
  std::cout << '\n';
}

void print_ranges(const Model<double>& model, const EffectiveInertiaRange& range) {
  std::cout << fmt::format("range over {} configuration{}\n", range.configurations,
                           range.configurations == 1 ? "" : "s");
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

void report_range(const RobotArguments& robot, const Model<double>& model, const Configurations& configurations,
                  bool list) {
  const std::size_t kept = !list ? 0 : robot.json() ? all_rows : shown_rows;
  const RangeReport report = evaluate(model, configurations, kept);
  if (answered(robot, to_json(model, report, list))) return;
  if (list) print_rows(model, report.rows, static_cast<std::size_t>(configurations.size()));
  print_ranges(model, report.range);
}

}  // namespace torsor::cli
