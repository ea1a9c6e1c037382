#include "torsor/kinematics/inverse_kinematics.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <numbers>

#include "arguments/choices.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/table_output.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/exit_code.hpp"
#include "output/inverse_kinematics_output.hpp"
#include "output/progress_bar.hpp"
#include "output/remark.hpp"
#include "output/shown.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/position_ranges.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor::cli {
namespace inverse_kinematics_command {

const Choices<SolutionPreference> preferences{{{"any", SolutionPreference::any},
                                               {"near-posture", SolutionPreference::near_posture},
                                               {"away-from-limits", SolutionPreference::away_from_limits}}};

struct Arguments {
  RobotArguments robot;
  VectorArgument pose, start, posture;
  std::string pose_file, prefer = "any", output;
  bool position_only = false, free_rotation = false, all = false, no_limits = false;
  int starts = 100;
  double tolerance = 1e-10;
  Option file_option;
  Outputs outputs;

  void add_to(Command& command);
  PoseMatch match() const {
    return position_only ? PoseMatch::position : free_rotation ? PoseMatch::axis_z : PoseMatch::whole;
  }
};

void Arguments::add_to(Command& command) {
  robot.add_to(command, RobotArguments::Use::kinematics);
  pose.add_to(
      command, "--pose",
      "Where the tip should be, in the base frame: x,y,z,roll,pitch,yaw (fixed axes, as in URDF); x,y,z will do "
      "with --position-only");
  file_option = command
                    .option("--pose-file", pose_file,
                            "Poses: a CSV or NPY with columns [t,] x,y,z,roll,pitch,yaw, or x,y,z,R1_1.. as `batch` "
                            "writes them; each starts where the one before ended; - is the standard input")
                    .file();
  start.add_to(command, "--start", "Joint positions to start from; of all solutions the nearest comes first");
  command.flag("--position-only", position_only, "The orientation does not matter");
  command.flag("--free-rotation", free_rotation, "The tip may turn about its own z");
  Option every = command.flag("--all", all, "All solutions, full turns apart");
  command.flag("--no-limits", no_limits, "Joints may pass the limits of their positions");
  command
      .option("--prefer", prefer,
              "Which of many solutions: any (default), near-posture (--posture, or --start) or away-from-limits")
      .one_of(preferences.words());
  posture.add_to(command, "--posture", "Joint positions that --prefer near-posture stays near");
  command.option("--starts", starts, "Configurations to search from, at most").between(1, 10000).show_default();
  command.option("--tolerance", tolerance, "m, and rad: what counts as reached (default 1e-10)").between(1e-12, 0.1);
  outputs.add_to(
      command, "--output", output,
      "With --pose-file: write joint positions and errors to this CSV or, by its ending, NPY; - prints them");
  file_option.excludes({pose.option(), every});
}

InverseKinematicsOptions options_of(const Arguments& arguments, const Model<double>& model) {
  InverseKinematicsOptions options;
  options.match = arguments.match();
  if (!arguments.no_limits) options.limits = arguments.robot.limits();
  options.tolerance = arguments.tolerance;
  options.starts = arguments.starts;
  options.prefer = preferences.meaning(arguments.prefer);
  if (arguments.posture.given()) options.posture = arguments.posture.positions(model);
  return options;
}

void require_sense(const Arguments& arguments) {
  if (arguments.position_only && arguments.free_rotation)
    throw UsageError("--free-rotation: expected no --position-only beside it, found it");
  if (!arguments.pose.given() && !arguments.file_option.given())
    throw UsageError("inverse-kinematics: expected --pose or --pose-file, found neither");
  if (!arguments.output.empty() && !arguments.file_option.given())
    throw UsageError("--output: expected --pose-file beside it, found none");
  const bool near_posture = preferences.meaning(arguments.prefer) == SolutionPreference::near_posture;
  if (arguments.posture.given() && !near_posture)
    throw UsageError("--posture: expected --prefer near-posture beside it, found " + arguments.prefer);
  if (near_posture && !arguments.posture.given() && !arguments.start.given())
    throw UsageError("--prefer near-posture: expected --posture or --start, found neither");
}

/// 90 where 90deg is meant.
void doubt_angles(const Vector& v, bool json) {
  constexpr const char* names[] = {"roll", "pitch", "yaw"};
  for (std::size_t k = 3; k < v.size(); ++k)
    if (looks_like_degrees(v[k]))
      remark(Severity::warning,
             fmt::format("--pose: {}: {} rad is {:.1f} turns; did you mean {}deg?", names[k - 3], shown(v[k]),
                         std::abs(v[k]) / (2 * std::numbers::pi), shown(v[k])),
             json);
}

Transform<double> pose_of(const Arguments& arguments) {
  const std::vector<std::size_t> lengths =
      arguments.position_only ? std::vector<std::size_t>{3, 6} : std::vector<std::size_t>{6};
  const Vector v =
      arguments.pose.list(lengths, arguments.position_only ? "x,y,z, then roll,pitch,yaw"
                                                           : "x,y,z,roll,pitch,yaw; x,y,z with --position-only");
  doubt_angles(v, arguments.robot.json());
  if (v.size() == 3) return translation(Vector3<double>{v[0], v[1], v[2]});
  return {rotation_of_roll_pitch_yaw(v[3], v[4], v[5]), {v[0], v[1], v[2]}};
}

void require_joints(const InverseKinematics& solver, const Model<double>& model, int tip) {
  if (solver.joint_count() == 0)
    throw ComputationError("no joint of one degree of freedom lies between the base and " + model.frames[tip].name +
                           ", so that there is nothing to solve for");
}

/// A free base, or a ball joint, stays where --start puts it.
void tell_held(const Arguments& arguments, const Model<double>& model, int tip) {
  std::vector<std::string> names;
  for (const int i : held_bodies(model, tip)) {
    const Body<double>& body = model.bodies[static_cast<std::size_t>(i)];
    const bool base = body.joint == JointType::free && body.parent == 0;
    names.push_back(base ? "the free base" : model.joint_names[static_cast<std::size_t>(i) - 1]);
  }
  if (names.empty()) return;
  remark(Severity::note,
         fmt::format("{} {} held {}: only joints of one degree of freedom move", enumerated(names),
                     names.size() == 1 ? "is" : "are",
                     arguments.start.given() ? "where --start puts it" : "at 0; --start puts it elsewhere"),
         arguments.robot.json());
}

/// Whether the pose would be reached if joints could pass their limits.
bool reached_without_limits(const Model<double>& model, int tip, const Transform<double>& pose, const Vector& start,
                            InverseKinematicsOptions options) {
  if (options.limits.empty()) return false;
  options.limits.clear();
  return inverse_kinematics(model, pose, tip, start, options).outcome.reached;
}

void solve_pose(const Arguments& arguments) {
  const Transform<double> pose = pose_of(arguments);
  const Model<double> model = arguments.robot.load();
  const int tip = arguments.robot.tip(model);
  const InverseKinematicsOptions options = options_of(arguments, model);
  Vector q = arguments.start.given() ? arguments.start.positions(model) : zero_within_limits(model, options.limits);
  InverseKinematics solver(model, tip, options);
  require_joints(solver, model, tip);
  tell_held(arguments, model, tip);
  PoseAnswer answer;
  answer.all = arguments.all;
  if (arguments.all) answer.found = solver.all(pose, q);
  if (!answer.reached()) {
    const Vector start = q;
    const InverseKinematicsOutcome outcome =
        arguments.start.given() ? solver.solve_from(pose, q) : solver.solve(pose, q);
    const InverseKinematicsSolution solution{q, outcome.position_error, outcome.orientation_error};
    answer.found.redundant = solver.is_redundant();
    if (outcome.reached) {
      answer.found.source = outcome.closed_form ? InverseKinematicsSolutions::Source::closed_form
                                                : InverseKinematicsSolutions::Source::search;
      answer.found.solutions.push_back(solution);
    } else {
      answer.nearest = solution;
      answer.reached_without_limits = reached_without_limits(model, tip, pose, start, options);
    }
  }
  const PoseRequest request{model, tip, pose, arguments.match(), options.limits, arguments.tolerance};
  if (!answered(arguments.robot, to_json(request, answer))) print(request, answer);
  if (!answer.reached()) throw NotAcceptable(why_unreachable(request, answer));
}

Json to_json(const Arguments& arguments, const Model<double>& model, int tip, const PoseFileResult& result) {
  Json missed = Json::array();
  for (const MissedPose& pose : result.first_missed)
    missed.push_back({{"row", pose.row + 1},
                      {"q", pose.q},
                      {"position_error", to_json_or_null(pose.outcome.position_error)},
                      {"orientation_error", to_json_or_null(pose.outcome.orientation_error)}});
  Json json{{"tip", model.frames[tip].name},
            {"match", name_of(arguments.match())},
            {"rows", result.rows},
            {"reached", result.rows - result.missed},
            {"largest_position_error", result.position_error},
            {"largest_orientation_error", result.orientation_error},
            {"largest_step",
             {{"joint", position_names(model)[static_cast<std::size_t>(result.largest_step_joint)]},
              {"row", result.largest_step_row + 1},
              {"size", result.largest_step}}},
            {"missed", missed},
            {"seconds", result.seconds}};
  if (!arguments.output.empty()) json["output"] = arguments.output;
  return json;
}

void print_summary(const Arguments& arguments, const Model<double>& model, int tip, const PoseFileResult& result) {
  std::cout << fmt::format("{} of {}: {} reached\n", counted(static_cast<long>(result.rows), "pose"),
                           model.frames[tip].name, result.rows - result.missed);
  if (result.rows > 1)
    std::cout << fmt::format("largest step between two rows: {} of {}, to row {}\n", shown(result.largest_step),
                             position_names(model)[static_cast<std::size_t>(result.largest_step_joint)],
                             result.largest_step_row + 1);
  std::cout << fmt::format("{:.3g} us a pose\n", 1e6 * result.seconds / static_cast<double>(result.rows));
  for (const std::string& path : arguments.outputs.written()) std::cout << "joint positions: " << path << '\n';
}

void solve_file(Arguments& arguments) {
  const bool prints = arguments.output == "-";
  if (prints && arguments.robot.json()) throw UsageError("--output -: expected no --json beside it");
  const Model<double> model = arguments.robot.load();
  const int tip = arguments.robot.tip(model);
  PoseFileOptions options;
  options.inverse = options_of(arguments, model);
  if (arguments.start.given()) options.start = arguments.start.positions(model);
  require_joints(InverseKinematics(model, tip, options.inverse), model, tip);
  tell_held(arguments, model, tip);
  ProgressBar bar("inverse-kinematics");
  if (!prints) options.progress = [&](double share) { bar.show(share); };
  const TableTarget target = prints ? printed_table() : table_target(arguments.outputs, arguments.output);
  if (!arguments.output.empty()) options.target = &target;
  const std::string file = arguments.pose_file == "-" ? "/dev/stdin" : arguments.pose_file;
  const PoseFileResult result = inverse_kinematics_of_file(model, tip, file, options);
  arguments.outputs.close();
  if (result.doubtful_angle) {
    const auto& [row, angle, value] = *result.doubtful_angle;
    constexpr const char* names[] = {"roll", "pitch", "yaw"};
    remark(Severity::warning,
           fmt::format("--pose-file: row {}: {}: {} rad is {:.1f} turns; are these degrees?", row + 1, names[angle],
                       shown(value), std::abs(value) / (2 * std::numbers::pi)),
           arguments.robot.json());
  }
  if (arguments.robot.json())
    print(to_json(arguments, model, tip, result));
  else if (!prints)
    print_summary(arguments, model, tip, result);
  std::cout.flush();
  arguments.outputs.require_written();
  if (result.missed > 0)
    throw NotAcceptable(fmt::format("unreachable: {} of {}, the first in {}", result.missed,
                                    counted(static_cast<long>(result.rows), "pose"),
                                    why_unreachable(model, tip, options.inverse.limits, result.first_missed[0])));
}

}  // namespace inverse_kinematics_command

void add_inverse_kinematics(CommandLine& tool) {
  using namespace inverse_kinematics_command;
  Command command = tool.command("inverse-kinematics", "Joint positions that bring the tip to a pose, one or all");
  auto arguments = std::make_shared<Arguments>();
  arguments->add_to(command);
  command.on_run([arguments] {
    require_sense(*arguments);
    arguments->file_option.given() ? solve_file(*arguments) : solve_pose(*arguments);
  });
}

}  // namespace torsor::cli
