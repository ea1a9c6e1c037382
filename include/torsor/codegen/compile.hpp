#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "torsor/core/numbers.hpp"
#include "torsor/dynamics/robot_kernels.hpp"
#include "torsor/model/model.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// The folder TORSOR_CACHE, or torsor in XDG_CACHE_HOME or ~/.cache; empty where there is none, or TORSOR_CACHE is off.
std::filesystem::path default_kernel_cache();

/// Why code cannot be kept in a folder, such as "others may write to it"; empty where it can. The folder is made where
/// there is none.
std::string kernel_cache_problem(const std::filesystem::path& folder);

struct CompileOptions {
  /// A C compiler, GCC or Clang, and its arguments, as in KernelTool. Empty: the variable CC, else gcc, clang or cc.
  std::string compiler{};
  int frame = -1;                                        // whose pose and Jacobian; the model's tip where it is -1
  std::filesystem::path cache = default_kernel_cache();  // empty: nothing is kept for the next time
  double seconds = 60;                                   // of CPU that the compiler may take for a function
};

/// How a function runs, and what that took.
struct CompiledFunction {
  enum class Origin { compiled, cache, run_time_model };
  std::string name;  // inverse-dynamics
  Origin origin = Origin::run_time_model;
  std::string why{};   // it runs on the run-time model
  double seconds = 0;  // until it could be called
  bool kept = false;   // it is in the cache for the next time
};

/// A robot whose functions run as machine code made for it, with its numbers as constants and its base parameters
/// grouped; a function that could not be compiled runs on the run-time model, with the same results but for rounding.
/// In the robot's own gravity, with its base at rest and no wrench. Calls check lengths (UsageError) and allocate
/// nothing. Copies share the code; each thread has its own copy. Vectors may not overlap.
class CompiledRobot {
 public:
  const Model<double>& model() const;
  const std::vector<CompiledFunction>& functions() const;
  /// Whether all of them are machine code.
  bool complete() const;
  /// What was compiled, for Batch.
  std::shared_ptr<const RobotKernels> kernels() const { return kernels_; }

  void inverse_dynamics(Input<double> q, Input<double> qd, Input<double> qdd, Output<double> tau);
  void forward_dynamics(Input<double> q, Input<double> qd, Input<double> tau, Output<double> qdd);
  void inertia_matrix(Input<double> q, MatrixView<double> B);
  void coriolis_matrix(Input<double> q, Input<double> qd, MatrixView<double> C);
  void bias_torque(Input<double> q, Input<double> qd, Output<double> tau);
  void gravity_torque(Input<double> q, Output<double> tau);
  void friction_torque(Input<double> qd, Output<double> tau);  // without what grows with the load
  /// x y z, then the rotation row by row.
  void forward_kinematics(Input<double> q, Output<double> pose);
  void jacobian(Input<double> q, MatrixView<double> J);  // rows vx vy vz wx wy wz
  /// Columns are those of parameter_layout(model, all_of(model)).
  void regressor(Input<double> q, Input<double> qd, Input<double> qdd, MatrixView<double> Y);
  void energy(Input<double> q, Input<double> qd, Output<double> energies);  // kinetic, potential
  /// d tau/dq, d tau/dqd, d tau/dqdd, one below the other: 3 nv x nv.
  void inverse_dynamics_derivatives(Input<double> q, Input<double> qd, Input<double> qdd, MatrixView<double> slopes);
  /// d qdd/dq, d qdd/dqd, d qdd/dtau, one below the other: 3 nv x nv.
  void forward_dynamics_derivatives(Input<double> q, Input<double> qd, Input<double> tau, MatrixView<double> slopes);

  ~CompiledRobot();
  CompiledRobot(const CompiledRobot& other);
  CompiledRobot& operator=(const CompiledRobot& other);
  CompiledRobot(CompiledRobot&&) noexcept;
  CompiledRobot& operator=(CompiledRobot&&) noexcept;

 private:
  struct Shared;   // the robot, and what became of its functions
  struct Scratch;  // of the run-time model
  CompiledRobot(std::shared_ptr<const Shared> shared, std::shared_ptr<const RobotKernels> kernels);
  friend CompiledRobot compile(const Model<double>&, const std::vector<std::string>&, const CompileOptions&);

  std::shared_ptr<const Shared> shared_;
  std::shared_ptr<const RobotKernels> kernels_;
  std::unique_ptr<Scratch> scratch_;
};

/// Traces the functions (of kernel_names()), writes them as C, compiles them for this processor, one state and several
/// at once, loads them into this program and compares them with the run-time model. What was compiled is kept in the
/// cache for the next time. Where there is no compiler, or it fails, a function runs on the run-time model, and
/// functions() says why. Throws UsageError for a function that is not known.
CompiledRobot compile(const Model<double>& model, const std::vector<std::string>& functions,
                      const CompileOptions& options = {});

}  // namespace torsor
