#include "output/control_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

const char* kind_name(ControlFinding::Kind kind) {
  switch (kind) {
    case ControlFinding::Kind::delay_beyond_sample:
      return "delay_beyond_sample";
    case ControlFinding::Kind::not_finite:
      return "not_finite";
    case ControlFinding::Kind::lost:
      return "lost";
    case ControlFinding::Kind::singular:
      return "singular";
    case ControlFinding::Kind::chatters:
      return "chatters";
    case ControlFinding::Kind::saturated:
      break;
  }
  return "saturated";
}

/// Whether all joints turn, or all slide: their errors have one unit.
bool of_one_kind(const Model<double>& model) {
  return std::all_of(model.bodies.begin() + 1, model.bodies.end(),
                     [&](const Body<double>& body) { return body.joint == model.bodies[1].joint; });
}

}  // namespace

std::string in_words(const ControlFinding& finding, const Model<double>& model) {
  const std::string joint =
      finding.velocity < 0 ? "" : velocity_names(model)[static_cast<std::size_t>(finding.velocity)];
  switch (finding.kind) {
    case ControlFinding::Kind::delay_beyond_sample:
      return fmt::format("torques act {} samples after their measurement: expected a delay below one",
                         shown(finding.value));
    case ControlFinding::Kind::not_finite:
      return fmt::format("the controller asks for a torque of {} that is no number at {} s, and the run ends there",
                         joint, shown(finding.time));
    case ControlFinding::Kind::lost:
      return fmt::format("{} is {} off its reference at {} s: control is lost, and the run ends there", joint,
                         shown(finding.value), shown(finding.time));
    case ControlFinding::Kind::singular:
      return fmt::format(
          "the tip cannot be moved where it should at {} s, as the arm is singular there: from then on "
          "its weight alone is held at such poses",
          shown(finding.time));
    case ControlFinding::Kind::chatters:
      return fmt::format(
          "the torque of {} jumps to and fro from sample to sample from {} s on, with a deviation of {}: the gains are "
          "too high for this rate, or the velocity is too coarse",
          joint, shown(finding.time), shown(finding.value));
    case ControlFinding::Kind::saturated:
      break;
  }
  return fmt::format("the motor of {} is at its limit of {} from {} s on, for a second without a break", joint,
                     shown(finding.value), shown(finding.time));
}

Json to_json(const ControlReview& review, const Model<double>& model, const std::string& controller,
             const std::vector<std::vector<double>>& references) {
  Json findings = Json::array();
  for (const ControlFinding& finding : review.findings)
    findings.push_back(
        {{"kind", kind_name(finding.kind)},
         {"time", finding.time},
         {"joint",
          finding.velocity < 0 ? Json() : Json(velocity_names(model).at(static_cast<std::size_t>(finding.velocity)))},
         {"value", finding.value},
         {"message", in_words(finding, model)}});
  return {{"controller", controller},
          {"rms_error", review.rms_error},
          {"largest_error", review.largest_error},
          {"overall_rms_error", of_one_kind(model) ? Json(review.overall_rms_error()) : Json()},
          {"rms_torque", review.rms_torque},
          {"largest_torque", review.largest_torque},
          {"saturated", review.saturated},
          {"samples", review.samples},
          {"reference", references},
          {"findings", findings}};
}

void print_review(const ControlReview& review, const Model<double>& model, const std::string& controller) {
  std::cout << fmt::format("\ntracking by {}, {} samples\n", controller, review.samples);
  Table table({"joint", "rms error", "largest error", "rms torque", "largest torque"});
  const std::vector<std::string> names = velocity_names(model);
  for (std::size_t i = 0; i < names.size(); ++i)
    table.add({names[i], shown(review.rms_error[i]), shown(review.largest_error[i]), shown(review.rms_torque[i]),
               shown(review.largest_torque[i])});
  if (names.size() > 1 && of_one_kind(model)) table.add({"all", shown(review.overall_rms_error()), "", "", ""});
  table.print();
  if (review.saturated > 0)
    std::cout << fmt::format("some motor is at its limit in {:.1f} % of the samples\n", 100 * review.saturated);
}

}  // namespace torsor::cli
