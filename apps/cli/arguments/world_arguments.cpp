#include "arguments/world_arguments.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "arguments/choices.hpp"
#include "arguments/frame_argument.hpp"
#include "arguments/signal_argument.hpp"
#include "output/remark.hpp"
#include "output/shown.hpp"
#include "torsor/batches/time_series_file.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

using Between = TimeSeries::Between;

const Choices<Between> ways{{{"linear", Between::linear}, {"hold", Between::hold}, {"cubic", Between::cubic}}};
const std::vector<std::string> places{"x", "y", "z"}, poses{"x", "y", "z", "roll", "pitch", "yaw"};

/// `FRAME:formulas`, or formulas alone: these have no colon in them, and a name may.
struct WrenchFormulas {
  bool has_frame;
  std::string frame, numbers;

  explicit WrenchFormulas(const std::string& text) {
    const std::size_t colon = std::filesystem::exists(text) ? std::string::npos : text.rfind(':');
    has_frame = colon != std::string::npos;
    if (has_frame) frame = text.substr(0, colon);
    numbers = has_frame ? text.substr(colon + 1) : text;
  }
};

/// A jump of a base is an impact, and no acceleration has it.
[[noreturn]] void fail_at(const SignalJump& jump, const std::vector<std::string>& names) {
  const std::string unit = jump.number < 3 ? "m" : "rad", &name = names[jump.number];
  throw UsageError(fmt::format(
      "--base-motion: expected a base that moves without a blow, found that {} jumps by {} {} at {:.9g} s{}",
      jump.of_rate ? "the rate of " + name : name, shown(jump.size), jump.of_rate ? unit + "/s" : unit, jump.time,
      jump.of_rate ? "; max(0,t-1)^2 starts without one" : ""));
}

/// A spline goes through any rows; those of a jump, or of an angle that starts over at -180 degrees, it flings through.
void note_violence(const RobotArguments& robot, const std::string& path, const TimeSeries& rows) {
  constexpr double most[] = {100, 1000};  // m/s^2, rad/s^2
  std::vector<double> second(rows.columns());
  for (const double t : rows.time()) {
    rows.at(t, second, 2);
    for (std::size_t k = 0; k < second.size(); ++k) {
      if (!(std::abs(second[k]) > most[k / 3])) continue;
      remark(Severity::note,
             fmt::format("--base-motion: {}: {} accelerates at {} {} at {:.6g} s: does it jump there?", path, poses[k],
                         shown(second[k]), k < 3 ? "m/s^2" : "rad/s^2", t),
             robot.json());
      return;
    }
  }
}

/// A file that ends before the run does is seldom meant.
void note_times(const RobotArguments& robot, const char* flag, const std::string& path, const Signal& signal,
                double from, double to) {
  const TimeSeries* rows = signal.series();
  const double slack = 1e-9 * std::max(1.0, std::abs(to));
  if (rows == nullptr || rows->time().size() < 2) return;
  if (rows->time().front() <= from + slack && rows->time().back() >= to - slack) return;
  remark(Severity::note,
         fmt::format("{}: {} has times from {} to {} s and the run goes from {} to {} s: before and after them values "
                     "stay as they are in the first and the last row",
                     flag, path, shown(rows->time().front()), shown(rows->time().back()), shown(from), shown(to)),
         robot.json());
}

}  // namespace

void WorldArguments::add_to(Command& command) {
  tau_option_ = command
                    .option("--tau", tau_,
                            "Torques of the motors (default 0): formulas of t, q1.., qd1.., one for each joint between "
                            "commas, or a CSV or NPY with columns t, tau1..")
                    .file()
                    .value("FILE|FORMULAS")
                    .not_called({"--torque", "--torques", "--effort"});
  gravity_option_ = command
                        .option("--gravity", gravity_,
                                "Free-fall acceleration x,y,z in base axes (default: the robot's): formulas, or a file "
                                "with columns t, gx, gy, gz")
                        .file()
                        .value("FILE|FORMULAS");
  const Option wrench =
      command
          .option("--wrench", wrenches_,
                  "What the tip, or a frame that is named before it, exerts on the world: [FRAME:]fx,fy,fz,nx,ny,nz as "
                  "formulas, or [FRAME:]FILE with columns t, fx, fy, fz, nx, ny, nz; may be repeated")
          .value("WRENCH")
          .one_word_each();
  command
      .option("--wrench-frame", wrench_frame_,
              "Axes of the wrenches: base (default), or tip: those of the frame each acts at")
      .one_of({"base", "tip"})
      .needs(wrench);
  base_option_ = command
                     .option("--base-motion", base_motion_,
                             "Where the base is: x,y,z[,roll,pitch,yaw] as formulas of t, or a file with columns t, x, "
                             "y, z, roll, pitch, yaw; velocity, acceleration and gravity in its axes follow")
                     .file()
                     .value("FILE|FORMULAS")
                     .not_called({"--base-velocity", "--base-acceleration"});
  command.option("--between", between_, "Values between the rows of files: linear (default), hold or cubic")
      .one_of(ways.words());
}

TimeSeries::Between WorldArguments::between() const { return ways.meaning(between_); }

Signal WorldArguments::base_motion(const RobotArguments& robot, const Model<double>& model, double from,
                                   double to) const {
  const bool file = names_file(base_motion_);
  const std::size_t formulas = file ? poses.size() : split_formulas(base_motion_).size();
  if (formulas != places.size() && formulas != poses.size())
    throw UsageError(fmt::format("--base-motion: expected 3 formulas ({}) or 6 ({}), or a file; found {}",
                                 enumerated(places), enumerated(poses), formulas));
  const std::vector<std::string>& names = formulas == places.size() ? places : poses;
  Signal pose = read_signal(model, {"--base-motion", base_motion_, names, {}, Between::cubic});
  if (!pose.of_time_only())
    throw UsageError("--base-motion: expected formulas of t alone, found " + in_quotes(base_motion_));
  if (const TimeSeries* rows = pose.series()) {
    if (rows->time().front() > from || rows->time().back() < to)
      throw UsageError(fmt::format("--base-motion: {}: expected times from {} to {} s, found {} to {}", base_motion_,
                                   from, to, rows->time().front(), rows->time().back()));
    note_violence(robot, base_motion_, *rows);
  } else if (const std::optional<SignalJump> jump = first_jump(pose, from, to)) {
    fail_at(*jump, names);
  }
  return pose;
}

WrenchSignal WorldArguments::wrench(const RobotArguments& robot, const Model<double>& model,
                                    const std::string& text) const {
  const WrenchFormulas parts(text);
  const int frame = parts.has_frame ? frame_named(model, parts.frame, "--wrench") : robot.tip(model);
  return {frame, wrench_frame_ == "base",
          read_signal(model, {"--wrench", parts.numbers, {"fx", "fy", "fz", "nx", "ny", "nz"}, {}, between()})};
}

std::vector<std::string> WorldArguments::wrench_files() const {
  std::vector<std::string> files;
  for (const std::string& text : wrenches_)
    if (const WrenchFormulas parts(text); names_file(parts.numbers)) files.push_back(parts.numbers);
  return files;
}

std::vector<std::string> WorldArguments::in_words() const {
  std::vector<std::string> lines;
  if (tau_option_.given()) lines.push_back("Torques of the motors: " + tau_);
  if (gravity_option_.given()) lines.push_back("Gravity: " + gravity_);
  if (base_option_.given()) lines.push_back("Pose of the base: " + base_motion_);
  for (const std::string& text : wrenches_) lines.push_back("Wrench on the world: " + text);
  return lines;
}

WorldSignals WorldArguments::signals(const RobotArguments& robot, const Model<double>& model, double from,
                                     double to) const {
  WorldSignals world;
  if (tau_option_.given()) {
    world.torque =
        read_signal(model, {"--tau", tau_, numbered_names("tau", model.nv), velocity_names(model), between(), true});
    note_times(robot, "--tau", tau_, world.torque, from, to);
  }
  if (gravity_option_.given()) {
    world.gravity = read_signal(model, {"--gravity", gravity_, {"gx", "gy", "gz"}, {}, between()});
    note_times(robot, "--gravity", gravity_, *world.gravity, from, to);
  }
  if (base_option_.given()) world.base_pose = base_motion(robot, model, from, to);
  for (const std::string& text : wrenches_) {
    world.wrenches.push_back(wrench(robot, model, text));
    note_times(robot, "--wrench", text, world.wrenches.back().exerted, from, to);
  }
  return world;
}

}  // namespace torsor::cli
