#pragma once

#include <optional>

#include "kinematics/pose_descent.hpp"
#include "kinematics/subproblems.hpp"

namespace torsor::pose_search {

/// Six angles each, not within limits, and not exact where axes nearly meet.
struct Candidates {
  int count = 0;
  std::array<std::array<double, 6>, 32> angles{};
  void add(const std::array<double, 6>& q) {
    if (count < static_cast<int>(angles.size())) angles[count++] = q;
  }
};

/// An arm of six revolute joints whose inverse kinematics falls apart: the last three axes meet in a point (a wrist),
/// or the second, third and fourth are parallel and the last two meet. `reversed`: that is so seen from the tip.
class ClosedForm {
 public:
  /// Nothing where the arm is not of that kind.
  static std::optional<ClosedForm> of(const Model<double>& model, int frame, const std::vector<Coordinate>& coordinates,
                                      double reach);
  /// Where two axes are in line, so that only the sum of their angles counts, one of them is as in `near`.
  Candidates solve(const Transform<double>& pose, const std::array<double, 6>& near) const;

 private:
  bool find_wrist();
  bool find_parallel();
  void solve_wrist(const Transform<double>& displacement, double near_q4, Candidates& found) const;
  void solve_parallel(const Transform<double>& displacement, double near_q6, Candidates& found) const;
  void solve_plane(const Transform<double>& rest, const std::array<double, 3>& others, Candidates& found) const;

  std::array<Line, 6> axes_{};
  std::array<int, 6> order_{};       // place of the coordinate that an axis belongs to
  Transform<double> from_zero_{};    // inverse of the frame's pose at q = 0
  Vector3<double> meeting_point_{};  // of the last three axes, or of the last two
  double small_ = 0;                 // m
  bool reversed_ = false, parallel_ = false;
};

}  // namespace torsor::pose_search
