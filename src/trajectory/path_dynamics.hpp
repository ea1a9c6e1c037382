#pragma once

#include <vector>

#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/trajectory/joint_path.hpp"

namespace torsor {

/// The equations of motion at one place of a path, by joint: with u = s'' and x = s'^2
///   qd = dq s',   qdd = dq u + ddq x,   tau = a u + b x + c + friction that depends on the speed.
/// [Bobrow et al. 1985; Pham & Pham 2018, (2)] Coulomb friction is in c: its sign is that of dq.
struct PathEquations {
  std::span<double> a, b, c, dq, ddq, direction;
};

/// Puts the equations of motion onto a path. It allocates only when it is made.
class PathDynamics {
 public:
  explicit PathDynamics(const Model<double>& model);

  static constexpr int arrays = 6;  // of PathEquations, each with a number a velocity
  PathEquations at_memory(double* memory) const;

  /// `s` is the place, `inside` one of the same piece: it says which side of a break is meant and where joints move to.
  void evaluate(const JointPath& path, double s, double inside, const PathEquations& equations);

  /// Whether friction has a part that depends on the speed.
  bool speed_friction() const { return speed_friction_; }
  /// That part at a speed: friction less what is in c.
  void friction(const PathEquations& at, double s_dot, std::span<double> torque);

 private:
  void add_friction(std::span<const double> dq, double s_dot, std::span<const double> direction,
                    std::span<double> torque);

  const Model<double>* model_;
  NewtonEulerWorkspace<double> workspace_;
  Conditions<double> weightless_{}, resting_;
  std::vector<double> q_, dq_, ddq_, still_;
  bool speed_friction_ = false;
};

}  // namespace torsor
