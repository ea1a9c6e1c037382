#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "torsor/experiments/excite.hpp"
#include "torsor/trajectory/motion_demand.hpp"

namespace torsor {

struct PlanOptions {
  ExciteOptions excitation;             // limits, noise, surroundings, friction; its `after` is filled from first_logs
  double accuracy = 0.05;               // wanted standard deviation of a parameter, relative to its value
  int most_repetitions = 20;            // of the motion for identification
  int poses = 8;                        // at rest, for gravity and loads; 0: none
  std::vector<Finding> robot_findings;  // what lint says of the robot file
  std::vector<const CleanLog*> first_logs;  // those that are of no use are told of, and not used
};

/// A motion that the lab plays, within all limits, at rest at both ends.
struct PlannedMotion {
  enum class Purpose { identification, validation, friction, poses };
  Purpose purpose = Purpose::identification;
  std::string file, log;  // "validation.csv", and what the record of it is called: "validation-log.csv"
  std::string what;       // a sentence
  int repetitions = 1;
  Trajectory rows;                       // of one repetition
  std::vector<std::vector<double>> tau;  // by row: what the robot file predicts
  MotionDemand demand;
};
const char* name_of(PlannedMotion::Purpose purpose);

/// A joint back and forth at one speed.
struct FrictionSpeed {
  std::size_t joint = 0;
  double speed = 0;      // rad/s or m/s
  double stroke = 0;     // rad or m
  double seconds = 0;    // at steady speed, in each direction
  double deviation = 0;  // of friction, half the difference of the directions: Nm or N
};

/// What keeps a parameter from being known as well as it was asked for.
enum class Outlook {
  reached,    // nothing
  minor,      // it produces so little torque that it does not decide how long to measure
  no_value,   // the robot file has no value that an accuracy could be relative to
  unseen,     // no torque of this motion depends on it
  too_weak,   // its torque is lost in the noise
  entangled,  // it can hardly be told from another parameter
};
const char* name_of(Outlook outlook);

struct PlannedParameter {
  std::string name, words;                                  // "Izz2", "Izz2 + 0.4318 mx3 - ..."
  std::optional<double> value;                              // of the robot file, where it has masses
  std::array<double, 3> deviation{};                        // after plan_repetitions; infinite where it is not seen
  double before = std::numeric_limits<double>::infinity();  // from the first logs alone
  std::size_t joint = 0;                                    // that feels it most, beside the noise there
  double torque = 0;                                        // rms of what it adds there, Nm or N
  double share = 0;                                         // of the rms torque there
  double planned = 0;                                       // deviation after the repetitions of the plan
  double torque_deviation = 0;                              // rms of the torque of that deviation
  int repetitions = 0;                                      // that reach the accuracy; 0: too many, or none
  Outlook outlook = Outlook::reached;
  std::string why;  // in words, where it is not reached
};
inline constexpr std::array<int, 3> plan_repetitions{1, 3, 10};

struct PlannedJoint {
  std::string name, unit;                  // Nm or N
  double noise = 0;                        // of one measured torque
  double torque_rms = 0, torque_peak = 0;  // of the motion for identification
  double gear_ratio = 1;
  bool ratio_stated = false;  // in the robot file; else it is assumed
  double position_step = 0;   // rad or m at the joint: the coarsest encoder whose accelerations are below the noise
  double tilt_torque = 0;     // Nm or N: largest along the motion, for one degree
  double level = std::numeric_limits<double>::infinity();             // degrees of tilt whose torque is the noise
  double noticed_friction = std::numeric_limits<double>::infinity();  // change of Coulomb friction that stands out
};

struct PlannedRecording {
  double motion_frequency = 0;  // Hz, the highest of the series
  double torque_frequency = 0;  // Hz, below which all but a hundredth (rms) of the predicted torque lies
  double cutoff = 0;            // Hz, of the smoothing that leaves it alone
  double rate = 0;              // samples a second, at least
  double time_error = 0;        // s between q and tau, or of stamps, whose torque is the noise
};

struct PlannedMounting {
  Vector3<double> gravity{};
  double level = 0;                 // degrees: the least over the joints
  double force = 0;                 // N, the largest on the base
  double moment = 0;                // Nm about the base's origin, by which the load on it varies to either side
  double stiffness = 0;             // Nm/rad of the mount that keeps its tilt below `level`
  int parameters = 0, wall = 0;     // base parameters as it stands, and with gravity along the floor
  std::vector<std::string> gained;  // those that a wall shows besides
};

/// What the first log has told, and has not.
struct FirstLog {
  std::string name;
  bool usable = false, identified = false;
  long rows = 0, sound_rows = 0;
  double duration = 0;
  std::vector<Finding> findings;    // of the log and, in the first one, of the identification
  std::vector<double> range_share;  // by joint: of its range that was used
};
struct FirstResult {
  std::string grade, sentence;
  double condition = 0;
  std::vector<double> noise, slow_share;  // by joint; the share of rows that are too slow to count
  std::vector<std::string> poorly_known;  // base parameters whose deviation exceeds the accuracy, by torque
};

/// A section of the page: what to do, one step after the other.
struct PlanSection {
  std::string id, heading;
  std::vector<std::string> steps;
};

struct ExperimentPlan {
  std::string robot;
  double accuracy = 0;
  int repetitions = 0;   // of the motion for identification
  double minutes = 0;    // that all motions take
  double condition = 0;  // number, of the motion for identification
  double equations = 0;  // measurements a second that deviations count
  std::vector<std::string> warnings;
  std::vector<PlannedMotion> motions;
  std::vector<FrictionSpeed> speeds;
  std::vector<PlannedParameter> parameters;  // the largest torque first
  std::vector<std::string> never_seen;       // standard parameters that no motion of any joint shows
  std::vector<PlannedJoint> joints;
  PlannedRecording recording;
  PlannedMounting mounting;
  std::vector<FirstLog> first_logs;
  std::optional<FirstResult> first_result;
  std::vector<PlanSection> sections;
};

/// What a lab does to identify a robot: motions, how often, what accuracy to expect, how to mount and warm up, what to
/// record. Deviations are those of white noise of the torque. Throws as excite does.
ExperimentPlan plan_experiment(const Description& robot, const PlanOptions& options = {});

}  // namespace torsor
