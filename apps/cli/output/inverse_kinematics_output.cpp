#include "output/inverse_kinematics_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/position.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor::cli {
namespace {

using Source = InverseKinematicsSolutions::Source;

constexpr double nearly_singular = 1e-3;  // smallest over largest singular value

std::vector<std::string> joints_at_limits(const Model<double>& model, const std::vector<JointLimits>& limits,
                                          const std::vector<double>& q, int frame) {
  std::vector<std::string> names;
  for (const int body : bodies_at_limits(model, limits, q, frame)) names.push_back(model.joint_names[body - 1]);
  return names;
}

std::string pose_in_words(const Transform<double>& pose, PoseMatch match) {
  std::string place = "xyz " + shown(pose.p);
  if (match == PoseMatch::position) return place;
  return place + ", roll pitch yaw " + shown(roll_pitch_yaw(pose.R));
}

/// The same with four decimals: where a pose is the nearest, it is known less well than how near it is.
std::string about(const Transform<double>& pose, PoseMatch match) {
  const auto rounded = [](const Vector3<double>& v) {
    const auto near = [](double x) { return std::round(1e4 * x) / 1e4; };
    return Vector3<double>{near(v.x), near(v.y), near(v.z)};
  };
  std::string place = "xyz " + shown(rounded(pose.p));
  if (match == PoseMatch::position) return place;
  return place + ", roll pitch yaw " + shown(rounded(roll_pitch_yaw(pose.R)));
}

Json to_json(const PoseRequest& request, const InverseKinematicsSolution& solution) {
  const PoseConditioning conditioning = pose_conditioning(request.model, solution.q, request.frame, request.match);
  return {{"q", solution.q},
          {"position_error", solution.position_error},
          {"orientation_error", solution.orientation_error},
          {"smallest_singular_value", conditioning.smallest_singular_value},
          {"condition", to_json_or_null(conditioning.condition)},
          {"manipulability", conditioning.manipulability},
          {"in_family", solution.in_family},
          {"multiple", solution.multiple},
          {"at_limits", joints_at_limits(request.model, request.limits, solution.q, request.frame)}};
}

/// "off by 0.12 m and 0.3 rad"
std::string off_by(double position, double orientation, PoseMatch match) {
  const auto told = [](double x) { return x < 1e-9 ? "0" : fmt::format("{:.3g}", x); };
  if (match == PoseMatch::position) return fmt::format("off by {} m", told(position));
  return fmt::format("off by {} m and {} rad", told(position), told(orientation));
}

/// "; shoulder and elbow are at their limits"
std::string limits_in_words(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  if (names.size() == 1) return "; " + names[0] + " is at its limit";
  return fmt::format("; {} are at their limits", fmt::join(names, ", "));
}

std::string source_in_words(const PoseAnswer& answer) {
  const bool closed = answer.found.source == Source::closed_form;
  std::string source = closed ? "in closed form" : "by search";
  if (!answer.all) return source;
  const auto& solutions = answer.found.solutions;
  if (answer.found.redundant ||
      std::any_of(solutions.begin(), solutions.end(), [](const auto& s) { return s.in_family; }))
    return source + "; there are infinitely many";
  return closed ? source : source + "; there may be more";
}

}  // namespace

std::string name_of(PoseMatch match) {
  return match == PoseMatch::whole ? "whole" : match == PoseMatch::position ? "position" : "axis-z";
}

Json to_json(const PoseRequest& request, const PoseAnswer& answer) {
  Json solutions = Json::array();
  for (const InverseKinematicsSolution& solution : answer.found.solutions)
    solutions.push_back(to_json(request, solution));
  Json json{{"tip", request.model.frames[request.frame].name},
            {"joints", position_names(request.model)},
            {"match", name_of(request.match)},
            {"tolerance", request.tolerance},
            {"reached", answer.reached()},
            {"source", answer.found.source == Source::closed_form ? "closed-form" : "search"},
            {"redundant", answer.found.redundant},
            {"solutions", solutions}};
  if (answer.reached()) return json;
  json["nearest"] = to_json(request, answer.nearest);
  json["reached_without_limits"] = answer.reached_without_limits;
  return json;
}

void print(const PoseRequest& request, const PoseAnswer& answer) {
  const Model<double>& model = request.model;
  const std::string tip = model.frames[request.frame].name, pose = pose_in_words(request.pose, request.match);
  if (answer.reached())
    std::cout << fmt::format("{} at {}: {}, {}\n", tip, pose,
                             counted(static_cast<long>(answer.found.solutions.size()), "solution"),
                             source_in_words(answer));
  else
    std::cout << fmt::format("{} at {}: not reached; the nearest is\n", tip, pose);
  std::vector<std::string> header{""};
  for (const std::string& name : position_names(model)) header.push_back(name);
  header.insert(header.end(), {"smallest singular value", "manipulability"});
  Table table(header);
  const auto add = [&](const std::string& number, const std::vector<double>& q) {
    std::vector<std::string> row{number};
    const double largest = largest_of(q);
    for (const double x : q) row.push_back(shown(std::abs(x) < 1e-9 * std::max(1.0, largest) ? 0.0 : x));
    const PoseConditioning conditioning = pose_conditioning(model, q, request.frame, request.match);
    const auto rounded = [](double x) { return shown(x < 1e-7 ? 0.0 : x); };
    row.push_back(rounded(conditioning.smallest_singular_value)), row.push_back(rounded(conditioning.manipulability));
    table.add(row);
  };
  for (std::size_t k = 0; k < answer.found.solutions.size(); ++k)
    add(std::to_string(k + 1), answer.found.solutions[k].q);
  if (!answer.reached()) add("-", answer.nearest.q);
  table.print();
  for (std::size_t k = 0; k < answer.found.solutions.size(); ++k) {
    if (answer.found.solutions[k].in_family)
      std::cout << fmt::format("solution {}: one of infinitely many: joints can move while {} stands still\n", k + 1,
                               tip);
    if (answer.found.solutions[k].multiple)
      std::cout << fmt::format("solution {}: two solutions or more meet there\n", k + 1);
    for (const std::string& joint : joints_at_limits(model, request.limits, answer.found.solutions[k].q, request.frame))
      std::cout << fmt::format("solution {}: {} is at its limit\n", k + 1, joint);
  }
}

std::string why_unreachable(const PoseRequest& request, const PoseAnswer& answer) {
  const std::vector<double>& q = answer.nearest.q;
  const Transform<double> pose = frame_pose<double>(request.model, forward_kinematics(request.model, q), request.frame);
  std::string text =
      fmt::format("unreachable: the nearest pose of {} is {} ({})", request.model.frames[request.frame].name,
                  about(pose, request.match),
                  off_by(answer.nearest.position_error, answer.nearest.orientation_error, request.match));
  text += limits_in_words(joints_at_limits(request.model, request.limits, q, request.frame));
  if (answer.reached_without_limits) return text + "; without limits it is reached";
  const PoseConditioning conditioning = pose_conditioning(request.model, q, request.frame, request.match);
  if (!(conditioning.condition < 1 / nearly_singular)) text += "; the arm is singular there, as when it is stretched";
  const double asked = length(request.pose.p), got = length(pose.p);
  if (asked > 100 * got && got > 0) text += "; are lengths in metres?";
  return text;
}

std::string why_unreachable(const Model<double>& model, int frame, const std::vector<JointLimits>& limits,
                            const MissedPose& missed) {
  return fmt::format("row {}: {}{}", missed.row + 1,
                     off_by(missed.outcome.position_error, missed.outcome.orientation_error, PoseMatch::whole),
                     limits_in_words(joints_at_limits(model, limits, missed.q, frame)));
}

}  // namespace torsor::cli
