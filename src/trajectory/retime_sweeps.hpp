#pragma once

#include "retime_grid.hpp"

namespace torsor {

/// The speeds at a node from which the end can be reached, in the grid's units.
struct SpeedRange {
  double low = 0, high = 0;
};

/// The two sweeps of reachability analysis over a grid. [Pham & Pham 2018, Algorithms 1 and 2] Between nodes s'' is
/// linear in s: from x at a node, with u0 behind it and u1 before the next one, x' = x + way (u0 + u1). With
/// y = x + way u0 = x' - way u1 the two nodes come apart, and every step is a program in the plane.
class RetimeSweeps {
 public:
  RetimeSweeps(RetimeGrid& grid, const RetimeOptions& options);

  /// `x` holds x at the nodes, as it is; friction is linear about it.
  RetimeEnd run(const JointPath& path, bool friction_is_known, std::vector<double>& x);

 private:
  RetimeEnd backward(std::span<const PathPiece> pieces);
  RetimeEnd forward(std::span<PathPiece> pieces);
  SpeedRange u_range(std::span<const HalfPlane> planes, double x) const;
  /// way / (2 end): the factor of u0 + u1 in the grid's units.
  double step(const PathPiece& piece) const { return piece.way() / (2 * end_); }
  double about(std::size_t node) const { return friction_is_known_ ? (*x_)[node] : 0; }

  RetimeGrid& grid_;
  const RetimeOptions& options_;
  std::vector<SpeedRange> reachable_;
  std::vector<double> found_;
  std::vector<double>* x_ = nullptr;
  double end_ = 1;
  bool friction_is_known_ = false;
};

}  // namespace torsor
