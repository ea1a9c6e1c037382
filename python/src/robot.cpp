#include "robot.hpp"

#include <nanobind/stl/string.h>

#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/tip.hpp"

namespace torsor::python {

Robot::Robot(Description description, std::vector<Finding> warnings)
    : description_(std::move(description)), model_(build_model<double>(description_)), warnings_(std::move(warnings)),
      layout_(parameter_layout(model_, all_of(model_))), workspaces_(model_) {}

int Robot::frame(nb::handle name) const {
  if (name.is_none()) {
    const std::vector<std::string> tips = description_.tool ? std::vector<std::string>{} : tip_names(description_);
    if (tips.size() > 1)
      throw UsageError("frame", "expected a name, since " + enumerated(tips) + " of " + model_.name +
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
  if (world.robot != &robot) throw UsageError("conditions", "expected those of this robot, found those of another");
  return world.conditions;
}

}  // namespace torsor::python
