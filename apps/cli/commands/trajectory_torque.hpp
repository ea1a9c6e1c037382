#pragma once

#include <functional>

#include "arguments/vector_argument.hpp"
#include "output/answer.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/logs/trajectory_file.hpp"
#include "torsor/model/limits.hpp"

namespace torsor::cli {

/// The worst place where a joint leaves what it may do.
struct Violation {
  std::string joint, kind;  // kind: position, velocity, acceleration or torque
  std::size_t row;          // from 1
  double value, limit;
};

/// Torque along a motion, and its parts.
struct TrajectoryTorque {
  Vector time;
  std::vector<Vector> tau;
  std::vector<std::pair<std::string, std::vector<Vector>>> terms;  // by term, by row, by joint
  std::vector<Vector> share;                                       // by term, by joint: of the sum of magnitudes
  std::vector<Violation> violations;
};

using ConditionsAt = std::function<void(const Vector& q, Conditions<double>&, Wrench<double>&)>;

TrajectoryTorque trajectory_torque(const Model<double>& model, const Trajectory& trajectory,
                                   const std::vector<JointLimits>& limits, const ConditionsAt& conditions_at);

void write_csv(const Model<double>& model, const TrajectoryTorque& result, const std::string& path);
Json to_json(const Model<double>& model, const TrajectoryTorque& result);
void print_summary(const Model<double>& model, const TrajectoryTorque& result);

}  // namespace torsor::cli
