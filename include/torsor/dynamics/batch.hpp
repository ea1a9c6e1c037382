#pragma once

#include <memory>

#include "torsor/core/numbers.hpp"
#include "torsor/dynamics/robot_kernels.hpp"
#include "torsor/model/conditions.hpp"

namespace torsor {

/// How the numbers of many states lie: state after state (N x n, row by row), or component after component (n x N).
enum class BatchLayout { states, components };

struct BatchOptions {
  BatchLayout layout = BatchLayout::states;
  int threads = 0;  // 0: one for each core
  /// Code that was made for this robot (compile(..).kernels()); that of another is a UsageError. It is used for the
  /// functions it has, in the model's own gravity, with the base at rest and without wrenches.
  std::shared_ptr<const RobotKernels> kernels{};
};

/// Dynamics of many states at once, on all cores. Every vector and every result has the layout of the options; a matrix
/// counts as its entries, row by row. Results have the same digits whatever the number of threads and of states. Calls
/// check lengths (UsageError), and the number of states follows from the first vector. With `components`, numbers need
/// not be brought side by side first. The model has to outlive the batch; one batch is for one thread at a time.
class Batch {
 public:
  /// In the model's own gravity, with the base at rest.
  explicit Batch(const Model<double>& model, const BatchOptions& options = {});
  /// In these conditions at every state; the wrenches of the conditions have to outlive the batch.
  Batch(const Model<double>& model, const Conditions<double>& conditions, const BatchOptions& options = {});
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  /// tau = B qdd + C qd + g + friction + spring + J^T wrench.
  void inverse_dynamics(Input<double> q, Input<double> qd, Input<double> qdd, Output<double> tau);
  /// Where B is singular, qdd is not finite.
  void forward_dynamics(Input<double> q, Input<double> qd, Input<double> tau, Output<double> qdd);
  void inertia_matrix(Input<double> q, Output<double> B);                     // nv x nv
  void coriolis_matrix(Input<double> q, Input<double> qd, Output<double> C);  // nv x nv

  /// Parts of tau: those of inverse_dynamics add up to it, but for rounding.
  void bias_torque(Input<double> q, Input<double> qd, Output<double> tau);  // all of it at qdd = 0
  void inertia_torque(Input<double> q, Input<double> qdd, Output<double> tau);
  void coriolis_torque(Input<double> q, Input<double> qd, Output<double> tau);
  void gravity_torque(Input<double> q, Output<double> tau);
  void friction_torque(Input<double> qd, Output<double> tau);  // without what grows with the load
  void spring_torque(Input<double> q, Output<double> tau);
  void base_motion_torque(Input<double> q, Input<double> qd, Output<double> tau);

  /// Pose of a frame in base axes: x y z, then the rotation matrix row by row; 12 numbers.
  void forward_kinematics(Input<double> q, int frame, Output<double> poses);
  void jacobian(Input<double> q, int frame, Output<double> J);  // 6 x nv: rows vx vy vz wx wy wz
  /// Columns are those of parameter_layout(model, all_of(model)).
  void regressor(Input<double> q, Input<double> qd, Input<double> qdd, Output<double> Y);
  void energy(Input<double> q, Input<double> qd, Output<double> energies);  // kinetic, potential

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace torsor
