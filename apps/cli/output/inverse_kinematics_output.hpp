#pragma once

#include "output/json.hpp"
#include "torsor/batches/pose_file.hpp"
#include "torsor/kinematics/inverse_kinematics.hpp"

namespace torsor::cli {

/// What inverse-kinematics was asked for a single pose.
struct PoseRequest {
  const Model<double>& model;
  int frame;
  Transform<double> pose;
  PoseMatch match;
  const std::vector<JointLimits>& limits;  // empty: none
  double tolerance;
};

/// What it found: solutions, or the nearest pose.
struct PoseAnswer {
  InverseKinematicsSolutions found;
  InverseKinematicsSolution nearest;  // where nothing was found
  bool all = false;                   // all were asked for
  bool reached_without_limits = false;

  bool reached() const { return !found.solutions.empty(); }
};

std::string name_of(PoseMatch match);
Json to_json(const PoseRequest& request, const PoseAnswer& answer);
void print(const PoseRequest& request, const PoseAnswer& answer);

/// "unreachable: the nearest pose is ... (off by ...); shoulder is at its limit": where and why.
std::string why_unreachable(const PoseRequest& request, const PoseAnswer& answer);
/// The same in short, for one of many poses.
std::string why_unreachable(const Model<double>& model, int frame, const std::vector<JointLimits>& limits,
                            const MissedPose& missed);

}  // namespace torsor::cli
