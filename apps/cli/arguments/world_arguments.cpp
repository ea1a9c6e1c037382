#include "arguments/world_arguments.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "arguments/choices.hpp"
#include "arguments/frame_argument.hpp"
#include "arguments/signal_argument.hpp"
#include "torsor/batches/time_series_file.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

using Between = TimeSeries::Between;

const Choices<Between> ways{{{"linear", Between::linear}, {"hold", Between::hold}, {"cubic", Between::cubic}}};
const std::vector<std::string> places{"x", "y", "z"}, poses{"x", "y", "z", "roll", "pitch", "yaw"};

/// `FRAME:formulas`, or formulas alone: these have no colon in them, and a name may.
struct WrenchText {
  bool has_frame;
  std::string frame, numbers;

  explicit WrenchText(const std::string& text) {
    const std::size_t colon = std::filesystem::exists(text) ? std::string::npos : text.rfind(':');
    has_frame = colon != std::string::npos;
    if (has_frame) frame = text.substr(0, colon);
    numbers = has_frame ? text.substr(colon + 1) : text;
  }
};

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

Signal WorldArguments::base_motion(const Model<double>& model, double duration) const {
  const bool file = names_file(base_motion_);
  const std::vector<std::string>& names = file || split_formulas(base_motion_).size() != 3 ? poses : places;
  Signal pose = read_signal(model, {"--base-motion", base_motion_, names, {}, Between::cubic});
  if (!pose.of_time_only())
    throw UsageError("--base-motion: expected formulas of t alone, found " + in_quotes(base_motion_));
  if (const TimeSeries* rows = pose.series(); rows && (rows->time().front() > 0 || rows->time().back() < duration))
    throw UsageError(fmt::format("--base-motion: {}: expected times from 0 to {} s, found {} to {}", base_motion_,
                                 duration, rows->time().front(), rows->time().back()));
  return pose;
}

WrenchSignal WorldArguments::wrench(const RobotArguments& robot, const Model<double>& model,
                                    const std::string& text) const {
  const WrenchText parts(text);
  const int frame = parts.has_frame ? frame_named(model, parts.frame, "--wrench") : robot.tip(model);
  return {frame, wrench_frame_ == "base",
          read_signal(model, {"--wrench", parts.numbers, {"fx", "fy", "fz", "nx", "ny", "nz"}, {}, between()})};
}

std::vector<std::string> WorldArguments::wrench_files() const {
  std::vector<std::string> files;
  for (const std::string& text : wrenches_)
    if (const WrenchText parts(text); names_file(parts.numbers)) files.push_back(parts.numbers);
  return files;
}

WorldSignals WorldArguments::signals(const RobotArguments& robot, const Model<double>& model, double duration) const {
  WorldSignals world;
  if (tau_option_.given())
    world.torque =
        read_signal(model, {"--tau", tau_, numbered_names("tau", model.nv), velocity_names(model), between()});
  if (gravity_option_.given())
    world.gravity = read_signal(model, {"--gravity", gravity_, {"gx", "gy", "gz"}, {}, between()});
  if (base_option_.given()) world.base_pose = base_motion(model, duration);
  for (const std::string& text : wrenches_) world.wrenches.push_back(wrench(robot, model, text));
  return world;
}

}  // namespace torsor::cli
