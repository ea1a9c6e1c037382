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
};

/// A page of HTML that needs nothing else: how a run ended, positions, velocities and torques over time, what happened
/// when, what acted on the robot, the energy and what it came from, and phase portraits of one or two joints.
std::string html_report(const Simulation& run, const SimulationNames& names);

}  // namespace torsor
