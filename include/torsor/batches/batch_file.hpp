#pragma once

#include "torsor/batches/state_stream.hpp"
#include "torsor/dynamics/robot_kernels.hpp"
#include "torsor/trajectory/torque_terms.hpp"

namespace torsor {

/// What can be computed for every state of a file.
enum class BatchFunction {
  inverse_dynamics,
  forward_dynamics,
  inertia_matrix,
  coriolis_matrix,
  coriolis_torque,
  bias_torque,
  gravity_torque,
  friction_torque,
  forward_kinematics,
  jacobian,
  regressor,
  energy
};

/// All of them, with their names: "inverse-dynamics".
const std::vector<std::pair<std::string, BatchFunction>>& batch_functions();
/// The vectors of a state that some functions need, in the order of their columns.
std::vector<StateVector> vectors_needed(const std::vector<BatchFunction>& functions);
/// The columns of a function's results: tau1.., B1_1 (row, column), kinetic_energy.
std::vector<std::string> batch_columns(const Model<double>& model, BatchFunction function);

struct BatchFileOptions {
  std::vector<BatchFunction> functions{BatchFunction::inverse_dynamics};
  std::vector<StateVector> columns;  // of a file without names; empty: those that the functions need
  int frame = -1;                    // of pose and Jacobian; -1: the tip
  WrenchesAt wrenches_at;            // what the robot exerts; nothing: it touches nothing. Called by several threads
  StreamOptions stream;              // its columns are filled in
  std::shared_ptr<const RobotKernels> kernels{};  // code that was made for this robot, as in BatchOptions
};

/// A column of results as a whole.
struct ColumnSummary {
  std::string name;
  double smallest = 0, largest = 0, rms = 0;
};

struct BatchFileResult {
  std::size_t rows = 0;
  std::vector<ColumnSummary> columns;
  StreamTimes times;
};

/// Computes functions of all states of a file (StateFile), which is never held as a whole. `conditions` hold for all of
/// it, its wrenches left out. Throws ComputationError with the first row that has a quaternion far from unit length or
/// a result that is not finite, and what StateFile and the target throw.
BatchFileResult batch_of_file(const Model<double>& model, const std::filesystem::path& path,
                              const Conditions<double>& conditions, const BatchFileOptions& options);

}  // namespace torsor
