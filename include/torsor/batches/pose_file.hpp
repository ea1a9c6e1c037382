#pragma once

#include <cmath>
#include <filesystem>
#include <optional>

#include "torsor/batches/state_stream.hpp"
#include "torsor/kinematics/inverse_kinematics.hpp"

namespace torsor {

struct PoseFileOptions {
  InverseKinematicsOptions inverse{};
  std::vector<double> start{};           // of the first pose; empty: the solver chooses
  const TableTarget* target = nullptr;   // null: nothing is written
  std::function<void(double)> progress;  // the share that is done, 0 to 1
};

/// Poses that were not reached.
struct MissedPose {
  std::size_t row = 0;  // from 0
  std::vector<double> q;
  InverseKinematicsOutcome outcome;
};

/// 90 where a quarter of a turn is meant.
inline bool looks_like_degrees(double angle) { return std::abs(angle) >= 10 && angle == std::round(angle); }

struct DoubtfulAngle {
  std::size_t row = 0;  // from 0
  int angle = 0;        // roll, pitch, yaw
  double value = 0;
};

struct PoseFileResult {
  std::size_t rows = 0, missed = 0;
  bool has_time = false;
  double position_error = 0, orientation_error = 0;  // the largest of those that were reached
  double largest_step = 0;                           // of a joint between two rows, rad or m
  std::size_t largest_step_row = 0;                  // the second of the two
  int largest_step_joint = 0;                        // place in q
  std::vector<MissedPose> first_missed{};            // ten at most
  std::optional<DoubtfulAngle> doubtful_angle{};     // the first that looks like degrees
  double seconds = 0;                                // of solving
};

/// Inverse kinematics of every row of a file, each started where the one before ended. Columns are x, y, z, roll,
/// pitch, yaw, or x, y, z, R1_1, R1_2 .. R3_3 as `batch` writes them; x, y, z will do where only the position counts; a
/// time t is handed on. The table has [t,] q1.., reached (1 or 0), position_error, orientation_error. Throws FileError
/// with line and column, UsageError when the file cannot be read, and what the target throws.
PoseFileResult inverse_kinematics_of_file(const Model<double>& model, int frame, const std::filesystem::path& path,
                                          const PoseFileOptions& options);

}  // namespace torsor
