#include "output/retime_output.hpp"

#include <fmt/format.h>

#include <iostream>

#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

std::string joint_of(const Model<double>& model, const ActiveLimit& limit) {
  return limit.joint >= 0 ? velocity_names(model)[limit.joint] : "-";
}

}  // namespace

void print_retiming(const Model<double>& model, const RetimedMotion& retimed) {
  std::cout << fmt::format("\nretiming, {}: {:.3f} s, {:.3f} s before\n", retimed.way, retimed.after, retimed.before);
  Table table({"limit", "joint", "side", "from s", "to", "from, s", "to"});
  for (const LimitStretch& stretch : retimed.stretches)
    table.add({name_of(stretch.limit.kind), joint_of(model, stretch.limit), stretch.limit.upper ? "upper" : "lower",
               fmt::format("{:.3f}", stretch.s_begin), fmt::format("{:.3f}", stretch.s_end),
               fmt::format("{:.3f}", stretch.t_begin), fmt::format("{:.3f}", stretch.t_end)});
  table.print(3);
}

Json to_json(const Model<double>& model, const RetimedMotion& retimed) {
  Json stretches = Json::array();
  for (const LimitStretch& stretch : retimed.stretches) {
    Json entry{{"s", {stretch.s_begin, stretch.s_end}},
               {"t", {stretch.t_begin, stretch.t_end}},
               {"limit", name_of(stretch.limit.kind)},
               {"joint", nullptr},
               {"side", stretch.limit.upper ? "upper" : "lower"}};
    if (stretch.limit.joint >= 0) entry["joint"] = joint_of(model, stretch.limit);
    stretches.push_back(entry);
  }
  return {
      {"way", retimed.way}, {"duration_before", retimed.before}, {"duration", retimed.after}, {"limits", stretches}};
}

}  // namespace torsor::cli
