#pragma once

#include "torsor/core/linear_algebra.hpp"
#include "torsor/experiments/excitation_search.hpp"
#include "torsor/experiments/excitation_start.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor {

/// The problem of a built-in robot, with everything that it stands on; it must not be moved.
struct ExampleProblem {
  Description robot;
  Unknowns unknowns;
  ExcitationLimits limits;
  ExcitationInformation information;
  LimitFunctions functions;
  ExcitationProblem problem;

  ExampleProblem(const std::string& name, ExcitationCriterion criterion, std::optional<double> floor = {},
                 std::vector<Capsule> capsules = {})
      : robot(load_robot(name)), unknowns(unknowns_of(robot)), limits(limits_of(robot, floor, std::move(capsules))),
        information(unknowns, std::vector<double>(static_cast<std::size_t>(unknowns.model.nv), 0.5), 500, {}),
        functions(unknowns.model, unknowns.conditions, limits),
        problem(SeriesAtRest(3, 8), criterion, information, functions) {}

  static Unknowns unknowns_of(const Description& robot) {
    const Model<double> model = changed(build_model<double>(robot), [](ModelParts<double>& parts) {
      for (Friction<double>& friction : parts.friction) friction.width = 0.1;
    });
    ParameterSelection select;
    select.rotor = select.viscous = select.coulomb = select.offset = true;
    const ParameterLayout layout = parameter_layout(model, select);
    return {model, layout, base_parameters(model, layout, default_conditions(model)), default_conditions(model)};
  }
  static ExcitationLimits limits_of(const Description& robot, std::optional<double> floor,
                                    std::vector<Capsule> capsules) {
    const Model<double> model = build_model<double>(robot);
    ExcitationLimits limits;
    limits.joints = excitation_joint_limits(model, joint_limits(robot));
    limits.floor = floor;
    limits.pairs = capsule_pairs(model, capsules);
    limits.capsules = std::move(capsules);
    return limits;
  }
};

}  // namespace torsor
