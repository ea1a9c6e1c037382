#pragma once

#include <Eigen/Core>
#include <vector>

#include "estimation/consistent_fit/cone_program.hpp"

namespace torsor::cone {

/// Slacks u and multipliers s seen from where they are equal: with G u~ = u and G^-T s~ = s, u~ = s~ = diagonal
/// matrices. [Nesterov, Todd 1997] Steps are taken there, where the cone is the same and neither side is small beside
/// the other. All vectors are as in ConeProgram: entries of matrices first, then numbers.
class ConeScaling {
 public:
  /// Both inside the cone, or `valid` is false.
  ConeScaling(int blocks, const Eigen::VectorXd& u, const Eigen::VectorXd& s);

  bool valid = true;
  double complementarity = 0;  // u . s over the order of the cone

  /// G^-1 K.
  Eigen::MatrixXd scaled(const Eigen::MatrixXd& K) const;
  /// G^-T s~.
  Eigen::VectorXd multipliers(const Eigen::VectorXd& s) const;
  /// u~ = s~.
  const Eigen::VectorXd& point() const { return point_; }
  /// t with D t + t D = 2 (mu 1 - du~ ds~), made symmetric: where the multipliers go, before they yield to a step.
  Eigen::VectorXd target(double mu, const Eigen::VectorXd& du, const Eigen::VectorXd& ds) const;
  /// The largest step from u~ along d that stays inside.
  double longest_step(const Eigen::VectorXd& d) const;

 private:
  struct Block {
    Eigen::Matrix4d inverse;  // of G
    Eigen::Vector4d diagonal;
  };
  void add_block(const Eigen::Matrix4d& U, const Eigen::Matrix4d& S);
  Eigen::Index first_number() const { return 10 * static_cast<Eigen::Index>(blocks_.size()); }

  std::vector<Block> blocks_;
  Eigen::VectorXd numbers_;  // G of the numbers
  Eigen::VectorXd point_;
};

bool is_inside(int blocks, const Eigen::VectorXd& u);
/// Of a symmetric matrix, ascending.
Eigen::Vector4d eigenvalues(const Eigen::Matrix4d& X);
/// Entries of the inverses.
Eigen::VectorXd inverse(int blocks, const Eigen::VectorXd& u);

}  // namespace torsor::cone
