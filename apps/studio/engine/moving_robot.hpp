#pragma once

#include <optional>

#include "torsor/control/controllers.hpp"
#include "torsor/simulation/simulator.hpp"
#include "workbench.hpp"

namespace torsor::studio {

/// What drives the robot, as the page numbers it: nothing, the torques that hold it where it begins, or one of the
/// library's controllers.
enum class Drive : int { off, hold, pd, pd_gravity, computed_torque, adaptive, impedance, feed_forward, lqr };

/// A robot that is simulated while somebody changes its gains, its load and what pushes it. Controllers know the robot
/// as it was read: a load is news to them. They sample a thousand times a second.
class MovingRobot {
 public:
  explicit MovingRobot(Workbench& bench) : bench_(bench) {}

  /// From the bench's q and qd; false where friction, stops or inertias do not let it begin.
  bool start(Drive drive, double period);
  /// The controller with the bench's gains, which are the library's where they are all 0 or have been so: those follow
  /// the reference, since a pose of it may need lower ones.
  void set_drive(Drive drive, double period);
  void model_changed();
  /// A force in base axes on a point of a body, in the axes of that body; body 0: none.
  void push(int body, const Vector3<double>& point, const Vector3<double>& force);
  /// The joints whose default gains are lowered, so that sampling does not shake the arm.
  const std::vector<std::string>& lowered() const { return lowered_; }
  /// Goes on, and leaves the state on the bench. Motors exert what their limits allow.
  SimulationEnd run(double until);
  double time() const { return simulator_ ? simulator_->time() : 0; }

 private:
  Reference<double> reference(double t);
  std::vector<std::vector<double>> poses_of_reference();
  void set_gains(ControllerKind kind);
  void sample();
  void saturate();
  void store();

  Workbench& bench_;
  Drive drive_ = Drive::off;
  double period_ = 4, next_sample_ = 0;
  std::optional<Controller> controller_;
  std::optional<Simulator> simulator_;
  Gains<double> usual_;  // the last that were the library's
  std::vector<std::string> lowered_;
  std::vector<double> tau_, wanted_, wanted_rate_, wanted_acceleration_;
  int pushed_ = 0;
  Vector3<double> point_{}, force_{};
  std::vector<Transform<double>> poses_;
  Wrench<double> wrench_{};
};

}  // namespace torsor::studio
