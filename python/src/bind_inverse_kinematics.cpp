#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "finding.hpp"
#include "torsor/core/error.hpp"
#include "torsor/kinematics/inverse_kinematics.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/position_ranges.hpp"

namespace torsor::python {
namespace {

PoseMatch match_of(const std::string& word) {
  if (word == "whole") return PoseMatch::whole;
  if (word == "position") return PoseMatch::position;
  if (word == "axis_z") return PoseMatch::axis_z;
  throw UsageError("match", "expected whole, position or axis_z, found " + word);
}

SolutionPreference preference_of(const std::string& word) {
  if (word == "any") return SolutionPreference::any;
  if (word == "near_posture") return SolutionPreference::near_posture;
  if (word == "away_from_limits") return SolutionPreference::away_from_limits;
  throw UsageError("prefer", "expected any, near_posture or away_from_limits, found " + word);
}

/// A homogeneous matrix, 16 numbers row by row.
Transform<double> pose_of(Input<double> T) {
  const Matrix3<double> R{T[0], T[1], T[2], T[4], T[5], T[6], T[8], T[9], T[10]};
  return {R, {T[3], T[7], T[11]}};
}

Fields solution(const Robot& robot, int frame, PoseMatch match, const std::vector<JointLimits>& limits,
                const InverseKinematicsSolution& found) {
  const PoseConditioning conditioning = pose_conditioning(robot.model(), found.q, frame, match);
  nb::list at_limits;
  if (!limits.empty())
    for (const int body : bodies_at_limits(robot.model(), limits, found.q, frame))
      at_limits.append(text(robot.model().joint_names[static_cast<std::size_t>(body) - 1]));
  Fields entry;
  entry["q"] = to_array(found.q);
  entry["position_error"] = found.position_error;
  entry["orientation_error"] = found.orientation_error;
  entry["smallest_singular_value"] = conditioning.smallest_singular_value;
  entry["condition"] = conditioning.condition;
  entry["manipulability"] = conditioning.manipulability;
  entry["in_family"] = found.in_family;
  entry["multiple"] = found.multiple;
  entry["at_limits"] = at_limits;
  return entry;
}

struct Answer {
  InverseKinematicsSolutions found;
  InverseKinematicsSolution nearest;
};

/// All solutions, or the first from `q`; or the nearest pose where there is none.
Answer solve(InverseKinematics& solver, const Transform<double>& pose, std::vector<double> q, bool from_start,
             bool all) {
  Answer answer;
  if (all) answer.found = solver.all(pose, q);
  if (!answer.found.solutions.empty()) return answer;
  const InverseKinematicsOutcome outcome = from_start ? solver.solve_from(pose, q) : solver.solve(pose, q);
  answer.found.redundant = solver.is_redundant();
  answer.nearest = {q, outcome.position_error, outcome.orientation_error};
  if (!outcome.reached) return answer;
  answer.found.source = outcome.closed_form ? InverseKinematicsSolutions::Source::closed_form
                                            : InverseKinematicsSolutions::Source::search;
  answer.found.solutions.push_back(answer.nearest);
  return answer;
}

Fields inverse_kinematics(Robot& robot, nb::handle pose, nb::handle frame_name, nb::handle start, bool all,
                          const std::string& match, bool limited, const std::string& prefer, nb::handle posture,
                          int starts, double tolerance) {
  const Model<double>& model = robot.model();
  const int frame = robot.frame(frame_name);
  InverseKinematicsOptions options;
  options.match = match_of(match);
  if (limited) options.limits = joint_limits(robot.description());
  options.tolerance = tolerance;
  options.starts = starts;
  options.prefer = preference_of(prefer);
  if (!posture.is_none()) options.posture = positions("posture", posture, model);
  const Transform<double> wanted = pose_of(numbers("pose", pose, 16));
  const std::vector<double> q =
      start.is_none() ? zero_within_limits(model, options.limits) : positions("start", start, model);
  InverseKinematics solver(model, frame, options);
  if (solver.joint_count() == 0)
    throw ComputationError("no joint of one degree of freedom lies between the base and " + model.frames[frame].name +
                           ", so that there is nothing to solve for");
  Answer answer;
  {
    const nb::gil_scoped_release unlocked;
    answer = solve(solver, wanted, q, !start.is_none(), all);
  }
  nb::list solutions;
  for (const InverseKinematicsSolution& one : answer.found.solutions)
    solutions.append(solution(robot, frame, options.match, options.limits, one));
  Fields result;
  result["tip"] = text(model.frames[frame].name);
  result["closed_form"] = answer.found.source == InverseKinematicsSolutions::Source::closed_form;
  result["redundant"] = answer.found.redundant;
  result["solutions"] = solutions;
  result["nearest"] = answer.found.solutions.empty()
                          ? nb::object(solution(robot, frame, options.match, options.limits, answer.nearest))
                          : nb::object(nb::none());
  return result;
}

}  // namespace

void bind_inverse_kinematics(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("_inverse_kinematics", &inverse_kinematics, "pose"_a, "frame"_a.none(), "start"_a.none(), "all"_a,
            "match"_a, "limited"_a, "prefer"_a, "posture"_a.none(), "starts"_a, "tolerance"_a);
}

}  // namespace torsor::python
