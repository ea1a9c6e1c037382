#pragma once

#include <array>
#include <string>
#include <vector>

#include "torsor/core/finding.hpp"
#include "torsor/model/description.hpp"
#include "torsor/spatial/inertia.hpp"

/// What comes out of weighing a load with the motors: plain data, from which table, JSON and report are made.
namespace torsor {

/// By how much the torques of one joint are off: what is measured over what acts.
struct TorqueGain {
  std::string joint;
  double value = 1;
  double deviation = 0;  // standard; of the ratio to the common gain, or of the gain itself where a known load tells it
};

/// How well the torques of one joint are explained, in the equations. Where no load was sought, `loaded` is that of the
/// logs with the known one.
struct PayloadResidual {
  std::string joint, unit;                            // "Nm" or "N"
  double unloaded = 0, loaded = 0;                    // rms of what is left
  double loaded_without_load = 0, loaded_torque = 0;  // rms of what the unloaded robot leaves, and of the torque
};

/// Torques of one joint in the loaded logs, for plots.
struct PayloadTrace {
  std::vector<double> time, load_torque, explained;  // what the robot without load leaves, and what the load explains
};

/// What the logs say of a load at all.
enum class LoadSight { found, not_seen, negative };

struct PayloadEstimate {
  std::string robot, frame;  // the load is given in this frame of the robot
  std::vector<std::string> unloaded_logs, loaded_logs, reference_logs;
  bool still = false;     // from poses at rest: mass and centre alone
  bool has_load = false;  // there were logs with an unknown load

  Inertia<double> load;                           // possible for a body
  double mass_deviation = 0;                      // kg, standard, with that of the common gain
  double mass_deviation_of_noise = 0;             // kg, standard, without it
  Vector3<double> centre, centre_deviation;       // m
  Symmetric3<double> inertia, inertia_deviation;  // kg m^2, about the centre, in the axes of the frame
  std::array<double, 10> unconstrained{};  // m, m c, I about the origin: the estimate that the intervals belong to
  /// By parameter as in `unconstrained`: whether any motion of this arm shows it.
  std::array<bool, 10> felt{true, true, true, true, true, true, true, true, true, true};

  bool absolute_gains = false;             // a known load told the gains themselves
  double gain_deviation = 0;               // of the common gain, as it was assumed or found
  std::vector<TorqueGain> gains;           // by joint; empty where they were taken for exact
  std::vector<PayloadResidual> residuals;  // by joint
  std::vector<PayloadTrace> traces;        // by joint
  long equations = 0, blocks = 0, poses = 0;
  double duration = 0, seconds = 0;  // s: of all logs; of the computation
  std::string smoothing, version;
  std::vector<Finding> findings;  // about the logs, and about the result

  bool has_inertia() const { return !still && has_load; }
  /// Whether the mass is beyond three deviations of noise, and on which side. Where it is not `found`, load, centre and
  /// inertia are those of the nearest body that can be, which nobody should be told of.
  LoadSight sight() const;
  bool found() const { return has_load && sight() == LoadSight::found; }
  /// Of x, y, z: whether any motion of this arm shows the centre along it.
  std::array<bool, 3> centre_felt() const;
  /// The same of xx, xy, xz, yy, yz, zz of the inertia about the centre.
  std::array<bool, 6> inertia_felt() const;
};

/// "2.81 kg +- 0.03, centre (1, 2, 60) mm +- (1, 1, 3)": standard deviations times 1.96. Where the logs show no load,
/// "no load found" and why.
std::string in_words(const PayloadEstimate& estimate);

/// The load as part of a robot file.
described::MassProperties described_load(const PayloadEstimate& estimate);

/// One number of a load, for tables.
struct LoadFigure {
  std::string name, unit;
  double value = 0, deviation = 0;
  bool felt = true;  // no motion of the arm shows it otherwise, and the numbers are none
};
/// Mass, centre and, where the motion tells it, inertia; of a load that was not found the mass that the logs ask for.
std::vector<LoadFigure> load_figures(const PayloadEstimate& estimate);

/// The load as robot controllers are told of it.
struct ControllerLine {
  std::string controller, text;
};
/// Universal Robots, KUKA, Franka and ABB, each in its own units; the tool's frame has to be the flange's. Nothing
/// where no load was found.
std::vector<ControllerLine> controller_lines(const PayloadEstimate& estimate);

}  // namespace torsor
