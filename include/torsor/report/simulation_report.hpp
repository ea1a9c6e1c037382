#pragma once

#include <string>
#include <vector>

#include "torsor/simulation/simulate.hpp"

namespace torsor {

/// Something that acted on the robot, at every sample.
struct SimulationInput {
  std::string title, unit;
  std::vector<std::string> parts;           // up to three
  std::vector<std::vector<double>> values;  // of each part, a number a sample
};

/// How a controller followed, and what an observer felt; lists are empty where there was none.
struct SimulationTracking {
  std::string controller{};
  std::vector<std::vector<double>> reference{};  // positions, a row for each sample
  std::vector<std::vector<double>> external{};   // torques from outside as they were estimated, a row for each sample
  std::vector<double> torque_limits{};           // of the motors, by velocity; infinite where there is none
  std::vector<double> rms_error{}, largest_error{}, rms_torque{}, largest_torque{};  // by velocity
  long samples = 0;
  double saturated = 0;                            // share of them at which some motor was at its limit
  std::vector<std::string> findings{}, remarks{};  // what should not be, and what else is worth a line
};

/// What a page about a simulation says besides its numbers.
struct SimulationNames {
  std::string robot, method;
  std::vector<std::string> joints;        // by velocity
  std::vector<std::string> torque_units;  // by velocity; Nm where there are none
  std::vector<std::string> positions;     // of the entries of q; only read where there are more of them than joints
  std::string check;                      // what a check of the power balance found; nothing where none was made
  bool check_holds = true;
  std::vector<SimulationInput> inputs{};  // besides the torques of the motors, which samples have
  std::vector<std::string> given{};       // what was asked for, a line each: formulas, files, loads
  SimulationTracking tracking{};
};

/// A page of HTML that needs nothing else: how a run ended, positions, velocities and torques over time, what happened
/// when, how a controller followed, what acted on the robot, the energy and what it came from, and phase portraits of
/// one or two joints.
std::string html_report(const Simulation& run, const SimulationNames& names);

}  // namespace torsor
