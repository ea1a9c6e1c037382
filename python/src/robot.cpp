#include "robot.hpp"

#include <nanobind/stl/string.h>

#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/moving_inertia.hpp"
#include "torsor/model/tip.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::python {

Robot::Robot(Description description, std::vector<Finding> warnings)
    : description_(std::move(description)), model_(build_model<double>(description_)), warnings_(std::move(warnings)),
      layout_(parameter_layout(model_, all_of(model_))), workspaces_(model_) {
  if (!description_.tool) rival_tips_ = tip_names(description_);
  if (rival_tips_.size() < 2) rival_tips_.clear();
  if (model_.nv > 0 && !moves_inertia(model_)) warnings_.push_back(without_masses(model_.name));
}

bool Robot::equals(const Robot& other) const {
  for (const Robot* one : {this, &other})
    if (one->yaml_.empty()) one->yaml_ = write_yaml(one->description_).text;
  return yaml_ == other.yaml_ && model_.body_count() == other.model_.body_count();
}

int Robot::frame(nb::handle name) const {
  if (name.is_none()) {
    if (!rival_tips_.empty())
      throw UsageError("frame", "expected a name, since " + enumerated(rival_tips_) + " of " + model_.name +
                                    " could each be the tip; found none");
    return model_.tip;
  }
  if (!nb::isinstance<nb::str>(name)) throw UsageError("frame", "expected the name of a frame, or None for the tip");
  const auto text = nb::cast<std::string>(name);
  if (const int found = find_frame(model_, text); found >= 0) return found;
  std::vector<std::string> known;
  known.reserve(model_.frames.size());
  for (const Frame<double>& one : model_.frames) known.push_back(one.name);
  throw UsageError("frame",
                   "expected a frame of " + model_.name + ", found " + in_quotes(text) + did_you_mean(text, known));
}

std::unique_ptr<Batch> Robot::take_batch() {
  {
    const std::lock_guard lock(mutex_);
    if (!batches_.empty()) {
      std::unique_ptr<Batch> batch = std::move(batches_.back());
      batches_.pop_back();
      return batch;
    }
  }
  return std::make_unique<Batch>(model_);
}

void Robot::give_batch(std::unique_ptr<Batch> batch) {
  const std::lock_guard lock(mutex_);
  batches_.push_back(std::move(batch));
}

Conditions<double> conditions_of(const Robot& robot, nb::handle conditions) {
  if (conditions.is_none()) return default_conditions(robot.model());
  if (!nb::isinstance<World>(conditions))
    throw UsageError("conditions", "expected what robot.conditions(...) gives, or None");
  const auto& world = nb::cast<const World&>(conditions);
  if (world.robot != &robot && !world.robot->equals(robot))
    throw UsageError("conditions", "expected those of " + robot.model().name + ", found those of another robot, " +
                                       world.robot->model().name);
  return world.conditions;
}

}  // namespace torsor::python
