#pragma once

#include "torsor/batches/state_stream.hpp"
#include "torsor/trajectory/torque_summary.hpp"

namespace torsor {

struct TorqueFileOptions {
  StreamOptions stream;             // its columns are filled in
  WrenchesAt wrenches_at;           // what the robot exerts; nothing: it touches nothing. Called by several threads
  std::vector<JointLimits> limits;  // those that the motion may exceed; empty: none is looked at
  /// Called with all rows, piece by piece, in the order of the file.
  std::function<void(const StateRows&, const TorqueRows&)> each;
};

struct TorqueFileResult {
  TorqueSummary summary;
  StreamTimes times;
};

/// Names of the columns of torques and terms: tau1.., inertia1...
std::vector<std::string> torque_columns(int joints);

/// trajectory_torque of a motion in a file (StateFile) that is never held as a whole. `conditions` hold for all of it,
/// its wrenches left out. Throws ComputationError with the first row whose torque is not finite, and what StateFile and
/// the target throw. For joints of one degree of freedom.
TorqueFileResult torque_of_file(const Model<double>& model, const std::filesystem::path& path,
                                const Conditions<double>& conditions, const TorqueFileOptions& options);

}  // namespace torsor
