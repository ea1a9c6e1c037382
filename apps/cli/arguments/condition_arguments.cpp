#include "arguments/condition_arguments.hpp"

#include <algorithm>

#include "arguments/frame_argument.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/number_list.hpp"

namespace torsor::cli {
namespace {

/// `FRAME:numbers`, or numbers alone: no number has a colon in it, and a name may.
struct WrenchText {
  std::string frame, numbers;

  explicit WrenchText(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon != std::string::npos) frame = text.substr(0, colon);
    numbers = colon == std::string::npos ? text : text.substr(colon + 1);
  }
};

/// Read from the list that people write: forces first.
Force<double> read_force(const WrenchText& text) {
  const Vector v = parse_numbers(text.numbers, "--wrench");
  if (v.size() != 6)
    throw UsageError("--wrench: expected 6 numbers (fx,fy,fz,nx,ny,nz), found " + std::to_string(v.size()));
  return {{v[3], v[4], v[5]}, {v[0], v[1], v[2]}};
}

/// The frame that is named, or the tip.
int frame_of(const Model<double>& model, const std::string& written, int tip) {
  const bool names_frame = written.find(':') != std::string::npos;
  return names_frame ? frame_named(model, WrenchText(written).frame, "--wrench") : tip;
}

}  // namespace

void ConditionArguments::add_to(Command& command) {
  gravity_.add_to(command, "--gravity", gravity_help);
  wrench_option_ = command
                       .option("--wrench", wrenches_,
                               "What the tip, or a frame that is named before it, exerts on the world: "
                               "[FRAME:]fx,fy,fz,nx,ny,nz, moment about the frame's origin; may be repeated")
                       .value("WRENCH")
                       .one_word_each();
  command
      .option("--wrench-frame", wrench_frame_,
              "Axes of the wrenches: base (default), or tip: those of the frame each acts at")
      .one_of({"base", "tip"})
      .needs(wrench_option_);
  add_base_motion_to(command);
}

void ConditionArguments::add_base_motion_to(Command& command) {
  base_velocity_.add_to(command, "--base-velocity", "How the base moves, in base axes: vx,vy,vz[,wx,wy,wz]");
  base_acceleration_.add_to(command, "--base-acceleration",
                            "Acceleration of the base, in base axes: ax,ay,az[,dwx,dwy,dwz]");
}

Conditions<double> ConditionArguments::without_wrench(const Model<double>& model) const {
  Conditions<double> conditions = default_conditions(model);
  if (gravity_.given()) conditions.gravity = gravity_.three();
  const auto read = [](const VectorArgument& argument, Vector3<double>& linear, Vector3<double>& angular) {
    if (!argument.given()) return;
    const Vector v = argument.list({3, 6}, "linear, then angular");
    linear = {v[0], v[1], v[2]};
    if (v.size() == 6) angular = {v[3], v[4], v[5]};
  };
  read(base_velocity_, conditions.base.linear_velocity, conditions.base.angular_velocity);
  read(base_acceleration_, conditions.base.linear_acceleration, conditions.base.angular_acceleration);
  return conditions;
}

bool ConditionArguments::has_tip_wrench() const {
  return std::any_of(wrenches_.begin(), wrenches_.end(),
                     [](const std::string& text) { return text.find(':') == std::string::npos; });
}

std::vector<Wrench<double>> ConditionArguments::wrenches(const Model<double>& model, const Vector& q, int tip) const {
  std::vector<Wrench<double>> result;
  if (wrenches_.empty()) return result;
  const std::vector<Transform<double>> poses = forward_kinematics(model, q);
  for (const std::string& written : wrenches_) {
    const int frame = frame_of(model, written, tip);
    const Force<double> exerted = read_force(WrenchText(written));
    result.push_back(wrench_frame_ == "tip" ? wrench_in_frame_axes(model, frame, exerted)
                                            : wrench_in_base_axes<double>(model, poses, frame, exerted));
  }
  return result;
}

std::vector<std::pair<int, Force<double>>> ConditionArguments::wrenches_in_base_axes(const Model<double>& model,
                                                                                     int tip) const {
  std::vector<std::pair<int, Force<double>>> result;
  if (wrench_frame_ == "tip") return result;
  for (const std::string& written : wrenches_)
    result.emplace_back(frame_of(model, written, tip), read_force(WrenchText(written)));
  return result;
}

}  // namespace torsor::cli
