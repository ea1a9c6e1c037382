#pragma once

#include <functional>
#include <limits>

#include "torsor/estimation/identify.hpp"
#include "torsor/experiments/excitation_information.hpp"
#include "torsor/experiments/excitation_limits.hpp"

namespace torsor {

struct ExciteOptions {
  ExcitationCriterion criterion = ExcitationCriterion::d_optimal;
  int harmonics = 5;   // two at least
  double period = 20;  // s, which the motion takes
  double rate = 100;   // torques a second that are going to be measured
  int starts = 8;      // random motions that are improved; the best of them is kept
  std::uint64_t seed = 1;
  int threads = 0;  // 0: one for each core
  std::vector<double>
      noise;  // standard deviation of one measured torque: one for all joints, or one for each; ...
              // ... none: that of the earlier logs, or 1 % of the joint's torque limit, or of the largest torque
  std::vector<JointLimits> limits;  // by joint; none: those of the robot
  std::optional<double> floor;      // m, along z of the base
  std::optional<Box> workspace;     // of the tip
  std::string tip;                  // a frame; the robot's own where it is empty
  std::vector<Capsule> capsules;
  double clearance = 0.02;         // m, between capsules and above the floor
  IdentifyOptions identification;  // what is going to be identified: friction, rotors, gravity; how logs are smoothed
  std::vector<NamedLog> after;     // earlier logs, whose knowledge is taken into account
  /// Told what is being done and how much of all is done, from 0 to 1; from one thread at a time.
  std::function<void(const std::string& stage, double done)> progress;
};

/// What the motion will tell of a base parameter.
struct ExpectedDeviation {
  std::string name, words;                                  // "Izz2", "Izz2 + 0.4318 mx3 - ..."
  std::optional<double> value;                              // of the robot file, where it has masses
  double deviation = 0;                                     // expected standard deviation
  double before = std::numeric_limits<double>::infinity();  // the same from the earlier logs alone
};

/// How near a motion comes to one of its limits.
struct NearestLimit {
  std::string what;  // "velocity of joint2"
  double slack = 0;  // as in LimitSlacks
  double time = 0;   // s
  bool reached() const { return slack < 0.02; }
};

struct ExcitingMotion {
  FourierSeries series;
  ExcitationCriterion criterion{};
  double log_det = 0;          // of the information matrix
  double condition = 0;        // number, of the weighted regressor with columns of unit length
  double smallest_slack = 0;   // on a grid ten times as fine as that of the search; never negative
  std::vector<double> values;  // of the criterion, by start; those of starts that found no room are missing
  std::vector<ExpectedDeviation> parameters;
  std::vector<NearestLimit> limits;  // the nearest first
  std::vector<double> noise;         // by joint
  double measurements = 0;           // a second
  std::vector<JointLimits> joint_limits;
  std::vector<CapsulePair> pairs;  // of the options' capsules that were kept apart
  std::vector<std::string> notes;
  double seconds = 0;  // that the computation took
};

/// The motion, at rest at both ends, that tells most of the base parameters of a robot within all limits. Throws
/// ComputationError where no place to rest and no motion about it was found within the limits.
ExcitingMotion excite(const Description& robot, const ExciteOptions& options = {});

}  // namespace torsor
