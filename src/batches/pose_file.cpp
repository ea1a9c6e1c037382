#include "torsor/batches/pose_file.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "torsor/batches/time_series_file.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/position_ranges.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor {
namespace {

enum class PoseColumns { position, angles, matrix };

std::vector<std::string> names_of(PoseColumns columns) {
  std::vector<std::string> names{"x", "y", "z"};
  if (columns == PoseColumns::angles) names.insert(names.end(), {"roll", "pitch", "yaw"});
  for (int i = 1; columns == PoseColumns::matrix && i <= 3; ++i)
    for (int j = 1; j <= 3; ++j) names.push_back("R" + std::to_string(i) + "_" + std::to_string(j));
  return names;
}

struct Poses {
  PoseColumns columns;
  std::unique_ptr<StateFile> file;
};

std::unique_ptr<StateFile> open_with(const std::filesystem::path& path, PoseColumns columns) {
  StateFileOptions options;
  options.names = names_of(columns);
  options.velocities = static_cast<int>(options.names.size());
  options.wanted = {StateVector::tau};
  return std::make_unique<StateFile>(path, options);
}

/// The columns that the file has. A pipe can be opened once only: it has those that are expected.
Poses open_poses(const std::filesystem::path& path, PoseMatch match) {
  const PoseColumns expected = match == PoseMatch::position ? PoseColumns::position : PoseColumns::angles;
  try {
    return {expected, open_with(path, expected)};
  } catch (const FileError&) {
    if (std::filesystem::is_regular_file(path))
      for (const PoseColumns other : {PoseColumns::matrix, PoseColumns::angles}) {
        if (other == expected) continue;
        try {
          return {other, open_with(path, other)};
        } catch (const FileError&) {  // NOLINT(bugprone-empty-catch): the first message is the one to tell
        }
      }
    throw;
  }
}

Transform<double> pose_in(const double* x, PoseColumns columns) {
  const Vector3<double> p{x[0], x[1], x[2]};
  if (columns == PoseColumns::angles) return {rotation_of_roll_pitch_yaw(x[3], x[4], x[5]), p};
  if (columns == PoseColumns::matrix) return {{x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11]}, p};
  return translation(p);
}

/// How far the columns of R are from unit length and from right angles.
double distance_from_rotation(const Matrix3<double>& R) {
  const Matrix3<double> Q = transpose(R) * R - Matrix3<double>::identity();
  double largest = std::abs(dot(cross(axis(R, 0), axis(R, 1)), axis(R, 2)) - 1);
  for (const double x : {Q.xx, Q.xy, Q.xz, Q.yy, Q.yz, Q.zz}) largest = std::max(largest, std::abs(x));
  return largest;
}

/// A rotation but for the sign of an axis.
bool is_mirrored(const Matrix3<double>& R) { return distance_from_rotation(-R) < 1e-6; }

class PoseFileSolver {
 public:
  PoseFileSolver(const Model<double>& model, int frame, const std::filesystem::path& path,
                 const PoseFileOptions& options)
      : model_(model), path_(path), options_(options), poses_(open_poses(path, options.inverse.match)),
        solver_(model, frame, options.inverse),
        q_(options.start.empty() ? zero_within_limits(model, options.inverse.limits) : options.start) {
    result_.has_time = poses_.file->has_time();
  }

  PoseFileResult run() {
    write_start(0);
    StateRows rows;
    const long pieces = poses_.file->piece_count();
    for (long piece = 0; piece < pieces; ++piece) {
      poses_.file->read(piece, rows);
      solve(rows);
      if (options_.progress) options_.progress(static_cast<double>(piece + 1) / static_cast<double>(pieces));
    }
    if (result_.rows == 0) poses_.file->fail_without_rows();
    if (options_.target != nullptr && options_.target->format == TableFormat::npy) write_start(result_.rows);
    return result_;
  }

 private:
  void write_start(std::size_t rows) {
    if (options_.target == nullptr) return;
    std::vector<std::string> columns = numbered_names("q", model_.nq);
    if (result_.has_time) columns.insert(columns.begin(), "t");
    columns.insert(columns.end(), {"reached", "position_error", "orientation_error"});
    const std::string text = table_start(options_.target->format, columns, rows);
    rows == 0 ? options_.target->write(text) : options_.target->write_start(text);
  }

  void solve(const StateRows& rows) {
    const std::size_t width = names_of(poses_.columns).size();
    solutions_.clear(), status_.clear();
    for (std::size_t row = 0; row < rows.count; ++row) {
      const double* entries = &rows.of(StateVector::tau)[row * width];
      const Transform<double> pose = pose_in(entries, poses_.columns);
      for (int k = 0; k < 3 && poses_.columns == PoseColumns::angles && !result_.doubtful_angle; ++k)
        if (looks_like_degrees(entries[3 + k])) result_.doubtful_angle = DoubtfulAngle{result_.rows, k, entries[3 + k]};
      if (poses_.columns == PoseColumns::matrix && !(distance_from_rotation(pose.R) < 1e-6))
        throw FileError(path_.string(), {static_cast<int>(poses_.file->line_of(result_.rows)), 1},
                        std::string("expected a rotation matrix in R1_1 .. R3_3, found ") +
                            (is_mirrored(pose.R) ? "a mirrored one: its columns are left-handed axes"
                                                 : "one whose columns are not of unit length and at right angles"),
                        "log-file");
      solve_row(pose);
    }
    if (options_.target == nullptr) return;
    std::vector<TableBlock> blocks{{solutions_.data(), static_cast<std::size_t>(model_.nq)}, {status_.data(), 3}};
    if (result_.has_time) blocks.insert(blocks.begin(), {rows.time.data(), 1});
    options_.target->write(table_.bytes(options_.target->format, rows.count, blocks));
  }

  void solve_row(const Transform<double>& pose) {
    const bool first = result_.rows == 0;
    before_ = q_;
    const auto begin = std::chrono::steady_clock::now();
    const bool chosen = first && options_.start.empty();
    const InverseKinematicsOutcome outcome = chosen ? solver_.solve(pose, q_) : solver_.solve_from(pose, q_);
    result_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const bool reached = outcome.reached;
    const double position = outcome.position_error, orientation = outcome.orientation_error;
    if (reached) {
      result_.position_error = std::max(result_.position_error, position);
      result_.orientation_error = std::max(result_.orientation_error, orientation);
    } else if (++result_.missed <= 10) {
      result_.first_missed.push_back({result_.rows, q_, outcome});
    }
    for (int k = 0; k < model_.nq && !first; ++k)
      if (const double step = std::abs(q_[k] - before_[k]); step > result_.largest_step)
        result_.largest_step = step, result_.largest_step_row = result_.rows, result_.largest_step_joint = k;
    solutions_.insert(solutions_.end(), q_.begin(), q_.end());
    status_.insert(status_.end(), {reached ? 1.0 : 0.0, position, orientation});
    ++result_.rows;
  }

  const Model<double>& model_;
  const std::filesystem::path& path_;
  const PoseFileOptions& options_;
  Poses poses_;
  InverseKinematics solver_;
  std::vector<double> q_, before_, solutions_, status_;
  TableRows table_;
  PoseFileResult result_;
};

}  // namespace

PoseFileResult inverse_kinematics_of_file(const Model<double>& model, int frame, const std::filesystem::path& path,
                                          const PoseFileOptions& options) {
  return PoseFileSolver(model, frame, path, options).run();
}

}  // namespace torsor
