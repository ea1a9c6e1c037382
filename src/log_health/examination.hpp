#pragma once

#include <array>

#include "torsor/log_health/log_health.hpp"

namespace torsor::log_health {

constexpr long rows_a_piece = 4096;
inline constexpr std::array quantity_names{"position", "velocity", "acceleration", "torque", "reference"};

/// The quantities of some rows, in the order of quantity_names.
std::array<const Eigen::MatrixXd*, 5> quantities(const LogRows& rows);
std::array<ChannelSummary*, 5> channels(JointSummary& joint);

/// A log under examination: findings are collected with the place of the row they stand for.
class Examination {
 public:
  Examination(const LogSource& source, const Model<double>* model, const LogHealthOptions& given)
      : log(source), robot(model), options(given) {}

  /// `row` of the log.
  void tell(const char* code, Severity severity, long row, const std::string& element, const std::string& message,
            const std::string& fix);
  /// "joint 2", or its name.
  std::string joint(int j) const;
  /// "lines 17, 240-260": rows of the log as lines of its file.
  std::string lines(const std::vector<RowRange>& rows) const;

  const LogSource& log;
  const Model<double>* robot;
  const LogHealthOptions& options;
  LogHealth health;
  std::vector<RowRange> invalid;  // rows that are left out for other reasons than repeating the one before
};

/// How far positions go from one row to the next.
struct RowSteps {
  std::vector<double> chance;  // by joint: up to about this step it may stand still for a row by chance
  std::vector<long> alike;     // in motion: how many rows repeated the one before, in ascending order
  double rows_a_change = 1;    // more where the recorder is so many times as fast as its source
};

/// Whether the stamps of a log are its time, or the rows themselves.
struct RowClock {
  bool counted = false;       // positions lie on even instants, which the stamps miss
  bool on_grid = false;       // rows are whole periods apart, as the motion shows; else each is one period
  bool by_velocity = false;   // recorded velocities are sound, and tell how far a joint should have gone
  double period = 0;          // s, of the instants, by velocities where they are used
  double mean_step = 0;       // s, by the stamps
  std::vector<double> noise;  // by joint: standard deviation of a step of position
  double roughness_stamped = 0, roughness_counted = 0;  // of the motion on either clock
};

/// Values that some rows, spread over the log, tell beforehand: what a step of time and a channel usually are.
struct Preview {
  double period = 0;
  struct Channel {
    double low = 0, high = 0;  // all but one in a hundred lie between
    double resolution = 0;
  };
  std::array<std::vector<Channel>, 5> channels;  // by quantity and joint; none where it is not recorded
  RowSteps steps;
  RowClock clock;
};
Preview preview(const LogSource& log);

/// First pass: the clock, rows that cannot be, extremes, values that stand still or at a bound.
void judge_rows(const Preview& preview, Examination& examination);

/// Whether the stamps are the time of the rows; where they are not, the rows are counted.
void judge_stamps(const Preview& preview, Examination& examination);

/// Second pass: whether velocity and acceleration are derivatives, whether the clock is true, what moves and how.
void judge_motion(const Preview& preview, Examination& examination);

/// States of the valid rows, for a quick fit.
struct FitState {
  std::vector<double> q, qd, qdd, tau;
};
std::vector<FitState> fit_states(const LogSource& sound, double period, long most);

/// The torque against the robot's model.
void judge_torque(std::vector<FitState> states, Examination& examination);

}  // namespace torsor::log_health
