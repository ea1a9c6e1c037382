#include "output/excite_output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

bool has_earlier_logs(const ExcitingMotion& motion) {
  for (const ExpectedDeviation& one : motion.parameters)
    if (std::isfinite(one.before)) return true;
  return false;
}

const char* name_of_criterion(ExcitationCriterion criterion) {
  return criterion == ExcitationCriterion::d_optimal ? "d-optimal" : "condition";
}

std::string relative(const ExpectedDeviation& one) {
  if (!one.value || *one.value == 0) return "-";
  return fmt::format("{:.2g} %", 100 * one.deviation / std::abs(*one.value));
}

Json series_json(const FourierSeries& series) {
  Json joints = Json::array();
  for (int j = 0; j < series.joint_count(); ++j) {
    std::vector<double> sine, cosine;
    for (int k = 0; k < series.harmonic_count(); ++k)
      sine.push_back(series.sine(j, k)), cosine.push_back(series.cosine(j, k));
    joints.push_back({{"centre", series.centre[static_cast<std::size_t>(j)]}, {"sine", sine}, {"cosine", cosine}});
  }
  return {{"period", series.period()}, {"harmonics", series.harmonic_count()}, {"joints", joints}};
}

}  // namespace

Json to_json(const Model<double>& model, const ExcitingMotion& motion) {
  Json parameters = Json::array(), limits = Json::array();
  for (const ExpectedDeviation& one : motion.parameters)
    parameters.push_back({{"name", one.name},
                          {"combination", one.words},
                          {"value", one.value ? Json(*one.value) : Json()},
                          {"standard_deviation", one.deviation},
                          {"standard_deviation_before", to_json_or_null(one.before)}});
  for (const NearestLimit& limit : motion.limits)
    limits.push_back({{"limit", limit.what}, {"slack", limit.slack}, {"time", limit.time}});
  return {{"robot", model.name},
          {"joints", velocity_names(model)},
          {"criterion", name_of_criterion(motion.criterion)},
          {"log_det", motion.log_det},
          {"condition_number", motion.condition},
          {"starts", motion.values},
          {"smallest_slack", motion.smallest_slack},
          {"noise", motion.noise},
          {"measurements_per_second", motion.measurements},
          {"series", series_json(motion.series)},
          {"base_parameters", parameters},
          {"limits", limits},
          {"notes", motion.notes},
          {"seconds", motion.seconds}};
}

void print_exciting_motion(const Model<double>& model, const ExcitingMotion& motion) {
  std::cout << fmt::format("{}: {} s, {} up to {} Hz, {}\n", model.name, shown(motion.series.period()),
                           counted(motion.series.harmonic_count(), "harmonic"),
                           shown(motion.series.harmonic_count() / motion.series.period()),
                           name_of_criterion(motion.criterion));
  std::cout << fmt::format("condition number {:.3g}, log det {:.5g}, best of {}\n\n", motion.condition, motion.log_det,
                           counted(static_cast<long>(motion.values.size()), "start"));
  const bool earlier = has_earlier_logs(motion);
  std::vector<std::string> header{"base parameter", "value", "expected deviation", "relative"};
  if (earlier) header.emplace_back("from the logs alone");
  Table table(header);
  for (const ExpectedDeviation& one : motion.parameters) {
    std::vector<std::string> row{one.name, one.value ? fmt::format("{:.4g}", *one.value) : "-",
                                 fmt::format("{:.2g}", one.deviation), relative(one)};
    if (earlier) row.push_back(std::isfinite(one.before) ? fmt::format("{:.2g}", one.before) : "unknown");
    table.add(std::move(row));
  }
  table.print();
  std::string reached;
  for (const NearestLimit& limit : motion.limits)
    if (limit.reached()) reached += (reached.empty() ? "" : ", ") + limit.what;
  std::cout << "\nlimits that are reached: " << (reached.empty() ? "none" : reached) << '\n';
  for (const std::string& note : motion.notes) std::cout << "note: " << note << '\n';
}

std::string deviations_csv(const ExcitingMotion& motion) {
  std::string text = "name,value,standard_deviation,before,combination\n";
  for (const ExpectedDeviation& one : motion.parameters)
    text += one.name + "," + (one.value ? number_text(*one.value) : "") + "," + number_text(one.deviation) + "," +
            (std::isfinite(one.before) ? number_text(one.before) : "") + "," + one.words + "\n";
  return text;
}

}  // namespace torsor::cli
