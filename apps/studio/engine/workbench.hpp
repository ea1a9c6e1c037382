#pragma once

#include <optional>

#include "torsor/dynamics/base_parameters.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/robot_files/reading.hpp"

namespace torsor::studio {

/// Arrays that the page sees, in this order. Poses are R row by row, then p; all vectors are in base axes.
enum class Array : int {
  q,
  qd,
  qdd,
  torque,           // tau of inverse dynamics at q, qd, qdd
  frame_poses,      // 12 for each frame of the model
  body_poses,       // 12 for each body
  inertia,          // B
  coriolis,         // C
  gravity_torque,   // g
  coriolis_torque,  // C qd
  inertia_torque,   // B qdd
  friction_torque,
  spring_torque,
  lagrange_torque,  // B qdd + C qd + g by Lagrange-Euler; empty where joints have several axes
  newton_euler,     // for each body omega, omega_dot, p_ddot, f, mu, in the axes of the body
  bearings,         // for each body force and moment that its parent passes to it, about its origin
  centers,          // for each body mass and centre; last of all the robot's
  ellipsoids,  // for each body half axes of a uniform ellipsoid, its axes (columns, row by row), centre, possible (1,
               // 0)
  energy,      // kinetic, potential
  target,      // of inverse kinematics: x y z
  reference,   // where controllers lead: q, then how far each joint swings
  stiffness,
  damping,
  motor_torque,    // of the simulation
  tracking_error,  // where the controller of the simulation leads, less q
  table,           // rows that the page hands over
  count
};

/// A robot on the bench: as it was read, as it is now (with a load, with mass moved to where no torque can tell), the
/// state that the page has set, and all that follows from it.
class Workbench {
 public:
  Workbench(Reading reading);

  const Description& description() const { return reading_.robot; }
  /// Limits of every velocity: of joints with several axes those that the file gives all of them, but no positions.
  const std::vector<JointLimits>& limits() const { return limits_; }
  const Model<double>& model() const { return model_; }      // as it is now
  const Model<double>& written() const { return written_; }  // as it was read
  std::vector<double>& array(Array which) { return arrays_[static_cast<std::size_t>(which)]; }
  Input<double> q() { return array(Array::q); }
  Input<double> qd() { return array(Array::qd); }
  Input<double> qdd() { return array(Array::qdd); }

  /// Everything at q, qd, qdd.
  void evaluate();
  /// Only what a picture needs while the robot moves: poses, centres of mass, energy.
  void evaluate_picture();
  /// The part of B that one body makes; in Array::table.
  void inertia_of_body(int body);
  /// Torques of rows of q, qd, qdd in Array::table; each row's torques follow it.
  void predict(int rows);
  /// Brings the tip to Array::target; how far it stays away, m.
  double reach(bool keep_direction);

  void set_payload(double mass, const Vector3<double>& center);
  const BaseParameters& base_parameters();
  const ParameterLayout& layout() const { return layout_; }
  /// Adds `amount` of the dependent parameter number `d`, and takes from the others what it adds to the torques.
  void shift(int d, double amount);

 private:
  void rebuild();
  void evaluate_links();

  Reading reading_;
  Model<double> written_, model_;
  std::vector<JointLimits> limits_;
  std::vector<double> arrays_[static_cast<std::size_t>(Array::count)];
  NewtonEulerWorkspace<double> newton_euler_;
  CoriolisMatrixWorkspace<double> coriolis_;
  InertiaMatrixWorkspace<double> inertia_;
  Terms<double> terms_;
  ParameterLayout layout_;
  std::optional<BaseParameters> base_;
  std::vector<Transform<double>> poses_;
  Inertia<double> load_{};
  int shifted_ = -1;
  double shift_ = 0;
};

}  // namespace torsor::studio
