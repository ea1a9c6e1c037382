#pragma once

#include "path_dynamics.hpp"
#include "plane_program.hpp"
#include "torsor/trajectory/retime.hpp"

namespace torsor {

/// A piece of a path, with the equations of motion at its begin, middle and end.
struct PathPiece {
  double begin = 0, end = 0;
  int slot = 0;           // of its equations
  double share = 1;       // of the limits that it may use
  double u0 = 0, u1 = 0;  // s'' at its ends
  double middle() const { return (begin + end) / 2; }
  double way() const { return end - begin; }
};

/// A path cut into pieces: at its breaks, where a joint turns round, and evenly. All memory is there from the start.
class RetimeGrid {
 public:
  RetimeGrid(const Model<double>& model, const std::vector<JointLimits>& limits, const RetimeOptions& options);

  enum class Place { begin, middle, end };
  /// Cuts the path; false where it is not finite, `wrong` tells where.
  bool cut(const JointPath& path, double& wrong);
  /// Divides the pieces that are marked, at a share of their way; x gets a value at new nodes. False without room.
  struct Cut {
    std::size_t piece;
    double share;
  };
  bool divide(const JointPath& path, std::span<const Cut> cuts, std::vector<double>& x);

  std::span<PathPiece> pieces() { return pieces_; }
  PathEquations equations(const PathPiece& piece, Place place);
  PathDynamics& dynamics() { return dynamics_; }

  /// Units of u and x in which limits are near 1; false where nothing limits u at `unlimited`.
  bool choose_units(double path_end, double& unlimited);
  double u_unit() const { return u_unit_; }
  double x_unit() const { return x_unit_; }

  /// The limits of torque and acceleration at a place, in these units; friction is linear about `about`, a value of x.
  std::span<const HalfPlane> planes(const PathPiece& piece, Place place, double about, std::size_t spare);
  /// The largest x that velocities and the path speed allow, in these units.
  double largest_x(const PathPiece& piece, Place place);
  /// The largest value as a share of its limit, and which it is, at a share of the piece's way; x at its begin. Between
  /// begin, middle and end, the equations are those of a parabola through them. `limit` stays what it is where that one
  /// is reached too.
  double load(const PathPiece& piece, double share, double x, ActiveLimit& limit);
  /// The joint whose torque at rest is beyond its limit the most, or -1.
  int overloaded_joint(const PathPiece& piece, Place place);

  HalfPlane* spare_planes() { return planes_.data() + used_; }

 private:
  bool fill(const JointPath& path, const PathPiece& piece);
  void add_turns(const JointPath& path, double from, double to);
  void rates(const JointPath& path, double s, std::span<double> rate);
  double largest_path_speed(double s) const;
  void add_plane(double a, double b, double c, double limit);

  const Model<double>* model_;
  std::vector<JointLimits> limits_;
  RetimeOptions options_;
  PathDynamics dynamics_;
  std::vector<PathPiece> pieces_, spare_pieces_;
  std::vector<double> memory_, nodes_, spare_x_, friction_, friction_slope_;
  std::vector<double> q_, dq_, ddq_, between_, rate_, rate_before_, rate_here_;
  std::vector<HalfPlane> planes_;
  std::size_t used_ = 0;
  double u_unit_ = 1, x_unit_ = 1;
};

}  // namespace torsor
