#pragma once

#include "torsor/estimation/equations.hpp"
#include "torsor/estimation/evaluation.hpp"
#include "torsor/estimation/identify.hpp"

namespace torsor::payload {

enum class Carries { nothing, unknown_load, known_load };

/// All logs in which the robot carries the same, as equations of the robot alone: friction has a shape of its own.
struct Group {
  Carries carries = Carries::nothing;
  Equations equations;
  JointEquations sums;
  MotionRange range;
  std::string smoothing;  // in words
};

/// `shape` is that of friction where the logs cannot tell it, since they do not move enough.
Group make_group(Carries carries, const Unknowns& unknowns, const std::vector<NamedLog>& logs,
                 const IdentifyOptions& options, const Model<double>& shape);

}  // namespace torsor::payload
