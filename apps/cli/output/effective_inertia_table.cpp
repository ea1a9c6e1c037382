#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>

#include "output/answer.hpp"
#include "output/effective_inertia_output.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

/// The numbers of the joints, as in D12; with a comma where that could be misread.
std::string index_pair(int i, int j) { return fmt::format("D{}{}{}", i, std::max(i, j) < 10 ? "" : ",", j); }

}  // namespace

Json to_json(const Model<double>& model, int i, int j, const std::vector<EffectiveInertiaTableRow>& table) {
  Json list = Json::array();
  for (const EffectiveInertiaTableRow& row : table)
    list.push_back({{"load", row.load},
                    {"position", row.position},
                    {"cosine", row.cosine},
                    {"effective_inertia", row.D_ii},
                    {"coupled_inertia", row.D_ij},
                    {"other_effective_inertia", row.D_jj},
                    {"locked", row.locked},
                    {"free", to_json_or_null(row.free)}});
  return {{"joint", velocity_names(model)[i]}, {"other_joint", velocity_names(model)[j]}, {"table", list}};
}

void print(const Model<double>& model, int i, int j, const std::vector<EffectiveInertiaTableRow>& table) {
  std::cout << fmt::format("inertia at {} with {} locked and free; loads are point masses at the tip\n",
                           velocity_names(model)[i], velocity_names(model)[j]);
  ++i, ++j;  // people count from 1
  Table text({"load", fmt::format("theta{}", j), fmt::format("cos theta{}", j), index_pair(i, i), index_pair(i, j),
              index_pair(j, j), fmt::format("I{} locked", i), fmt::format("I{} free", i)});
  for (const EffectiveInertiaTableRow& row : table) {
    const double coupled = std::sqrt(std::abs(row.D_ii * row.D_jj));  // the most that D_ij can be
    std::vector<std::string> line{shown(row.load), fmt::format("{:.0f}deg", row.position * 180 / std::numbers::pi),
                                  shown(row.cosine)};
    line.insert(line.end(), {shown(row.D_ii), shown_beside(row.D_ij, coupled), shown(row.D_jj), shown(row.locked),
                             shown_beside(row.free, row.locked)});
    text.add(line);
  }
  text.print(0);
}

}  // namespace torsor::cli
