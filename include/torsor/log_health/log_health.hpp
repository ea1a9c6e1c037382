#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "torsor/core/finding.hpp"
#include "torsor/log_health/log_proposal.hpp"
#include "torsor/logs/log_file.hpp"
#include "torsor/logs/log_source.hpp"
#include "torsor/logs/row_selection.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"

namespace torsor {

/// One recorded quantity of one joint, over the valid rows.
struct ChannelSummary {
  bool recorded = false;
  double lowest = 0, highest = 0, rms = 0;
  double resolution = 0;  // smallest step between neighbours that was seen; 0 where it never changed
};

struct JointSummary {
  ChannelSummary position, velocity, acceleration, torque, reference;
};

/// How the clock of a log is put right. Nothing is done where all are as they are here.
struct TimeRemedy {
  double scale = 1;      // true seconds in one second of the stamps
  bool uniform = false;  // the rows that are left are evenly spaced, whatever the stamps say
  /// Where they are whole periods apart instead: how many, from the row before, for each row that is left.
  std::vector<std::uint16_t> periods{};
};

/// What a short fit of the robot's model to a few states of the log tells.
struct QuickFit {
  bool made = false;
  long states = 0;
  std::vector<double> relative_residual;  // by joint: rms of the residual over rms of the torque
  std::vector<double> friction_share;     // by joint: of the torque's variance, what friction alone explains
  double condition_number = 0;            // of the regressor of the base parameters, columns of unit length
  Vector3<double> gravity{};              // it was made with
};

/// All that was found in a log, and what is to be done about it.
struct LogHealth {
  long rows = 0;           // of the source
  long sound_rows = 0;     // that are left
  long repeated_rows = 0;  // that had the positions of the row before, in motion
  double duration = 0;     // s
  double period = 0;       // s: the median step of time, or the one that the rows themselves tell
  double jitter = 0;       // s: standard deviation of the steps without gaps
  std::vector<JointSummary> joints;
  std::vector<Finding> findings;
  std::vector<RowRange> unsound;  // rows of the source that are left out
  TimeRemedy time;
  QuickFit fit;
  std::optional<Vector3<double>> proposed_gravity;  // where another direction fits clearly better
  std::vector<LogProposal> proposals;               // changes that fit clearly better; the log is read without them

  /// No finding is an error.
  bool usable() const;
};

struct LogHealthOptions {
  std::string file{};                        // for the findings
  std::function<long(long)> line{};          // where a row stands in the file; its number from 1 on otherwise
  std::optional<Vector3<double>> gravity{};  // in place of the robot's
  std::vector<JointLimits> limits{};         // of the robot, or none
  std::vector<std::string> joint_names{};    // or none: joint 1, joint 2, ...
  long states = 400;                         // of the quick fit, at most
};

/// Examines a log in two passes, in pieces. With a robot (its masses do not count, only its kinematics) a quick fit
/// tells about sign and unit of the torque, the direction of gravity, and torque that was computed instead of measured.
LogHealth examine_log(const LogSource& log, const Model<double>* robot = nullptr, const LogHealthOptions& options = {});
/// The same for a log file: its own findings come first, and those made here have lines.
LogHealth examine_log(const LogFile& log, const Model<double>* robot = nullptr, LogHealthOptions options = {});

/// The valid rows of a log, with the clock put right.
class SoundLog : public LogSource {
 public:
  /// `log` has to stay.
  SoundLog(const LogSource& log, const std::vector<RowRange>& unsound, const TimeRemedy& time = {}, double period = 0);
  SoundLog(const LogSource& log, const LogHealth& health) : SoundLog(log, health.unsound, health.time, health.period) {}

  long row_count() const override { return selection_.count(); }
  int joint_count() const override { return log_->joint_count(); }
  std::vector<std::string> other_names() const override { return log_->other_names(); }
  LogRows read(long first, long count) const override;
  /// Where a row stands in the log.
  long original(long row) const { return selection_.original(row); }

 private:
  const LogSource* log_;
  RowSelection selection_;
  /// Periods from the first row to some row.
  long periods_before(long row) const;

  TimeRemedy time_;
  std::vector<long> marks_;  // the same at every so many rows
  double start_ = 0, period_ = 0;
};

}  // namespace torsor
