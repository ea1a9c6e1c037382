#include <fmt/format.h>

#include <iostream>
#include <numbers>

#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/effective_inertia.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

struct Row {
  double load, position, cosine;
  double D_ii, D_ij, D_jj, locked, free;
};

std::vector<Row> evaluate(const Model<double>& model, int tip, const InertiaTable& table) {
  std::vector<Row> rows;
  for (const double load : table.loads) {
    const Model<double> loaded = with_payload(model, tip, {load, {}, {}});
    for (const int quarter : {0, 1, 2, 3}) {
      Vector q = table.q;
      q[table.j] = quarter * std::numbers::pi / 2;
      const Matrix<double> B = inertia_matrix(loaded, q);
      rows.push_back({load, q[table.j], exact_sincos(q[table.j]).cos, B(table.i, table.i), B(table.i, table.j),
                      B(table.j, table.j), locked_inertia(B, table.i), free_inertia(B, table.i, table.j)});
    }
  }
  return rows;
}

Json to_json(const Model<double>& model, const InertiaTable& table, const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows)
    list.push_back({{"load", row.load},
                    {"position", row.position},
                    {"cosine", row.cosine},
                    {"effective_inertia", row.D_ii},
                    {"coupled_inertia", row.D_ij},
                    {"other_effective_inertia", row.D_jj},
                    {"locked", row.locked},
                    {"free", to_json_or_null(row.free)}});
  return {{"joint", velocity_names(model)[table.i]}, {"other_joint", velocity_names(model)[table.j]}, {"table", list}};
}

/// The numbers of the joints, as in D12; with a comma where that could be misread.
std::string index_pair(int i, int j) { return fmt::format("D{}{}{}", i, std::max(i, j) < 10 ? "" : ",", j); }

void print(const Model<double>& model, const InertiaTable& table, const std::vector<Row>& rows) {
  const int i = table.i + 1, j = table.j + 1;
  std::cout << fmt::format("inertia at {} with {} locked and free; loads are point masses at the tip\n",
                           velocity_names(model)[table.i], velocity_names(model)[table.j]);
  Table text({"load", fmt::format("theta{}", j), fmt::format("cos theta{}", j), index_pair(i, i), index_pair(i, j),
              index_pair(j, j), fmt::format("I{} locked", i), fmt::format("I{} free", i)});
  for (const Row& row : rows) {
    const double largest = std::max(std::abs(row.D_ii), std::abs(row.D_jj));
    std::vector<std::string> line{shown(row.load), fmt::format("{:.0f}deg", row.position * 180 / std::numbers::pi),
                                  shown(row.cosine)};
    for (const double value : {row.D_ii, row.D_ij, row.D_jj, row.locked, row.free})
      line.push_back(shown_beside(value, largest));
    text.add(line);
  }
  text.print(0);
}

}  // namespace

void report_table(const RobotArguments& robot, const Model<double>& model, const InertiaTable& table) {
  const std::vector<Row> rows = evaluate(model, robot.tip(model), table);
  if (!answered(robot, to_json(model, table, rows))) print(model, table, rows);
}

}  // namespace torsor::cli
