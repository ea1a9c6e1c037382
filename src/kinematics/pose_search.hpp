#pragma once

#include "kinematics/closed_form.hpp"

namespace torsor::pose_search {

/// Configurations all over the limits, and the poses that they give: starts of a search, the nearest first.
class Seeds {
 public:
  Seeds() = default;
  Seeds(Descent& descent, int count);
  /// Begins anew for a goal.
  void sort_for(const Goal& goal, double metres_per_radian);
  /// The coordinates of the next nearest; empty after the last.
  Input<double> next();

 private:
  int count_ = 0, width_ = 0;
  std::vector<double> coordinates_;  // by configuration
  std::vector<double> p_[3], R_[9];  // by entry of the pose
  std::vector<double> distance_;     // infinite once it was used
};

/// What InverseKinematics holds.
struct Search {
  static constexpr int kept_ends = 6, wanted_solutions = 8;

  struct End {
    double square = 0;  // of the gap
    std::vector<double> q;
  };

  Model<double> model;
  InverseKinematicsOptions options;
  Descent descent;
  std::optional<ClosedForm> closed_form;
  Seeds seeds;
  std::vector<End> ends;  // the best that did not reach the goal, the nearest first
  int end_count = 0;
  std::vector<double> wanted, weight;  // of a preference
  std::vector<double> chosen, given;   // positions
  double chosen_miss = 0;
  double farthest = std::numeric_limits<double>::infinity();  // m; the frame is never that far from the base
  int starts = 0;

  Search(const Model<double>& robot, int frame, InverseKinematicsOptions chosen_options);

  bool redundant() const { return descent.count() > condition_count(options.match); }
  InverseKinematicsOutcome solve(const Transform<double>& pose, Output<double> q, bool from_here);
  InverseKinematicsSolutions all(const Transform<double>& pose, Input<double> start);

 private:
  Goal within_sight(Goal goal) const;
  Goal goal_for(const Transform<double>& pose) const { return {pose, options.match, options.tolerance}; }
  void place(Input<double> coordinates);
  void place_inside(Input<double> q);
  std::array<double, 6> coordinates_of(Input<double> q) const;
  bool turn_inside(const Goal& goal, Input<double> near);
  void take_off_turns(std::vector<double>& q) const;
  bool exact(const Goal& goal, const std::array<double, 6>& angles, Input<double> near);
  bool start_here(const Goal& goal);
  void remember_end();
  void set_wishes(Input<double> q);
  double miss() const;
  bool choose(const Goal& goal);
  bool solve_closed(const Goal& goal, Input<double> near);
  bool solve_by_starts(const Goal& goal);
  void go_to_nearest(const Goal& goal);
  bool is_known(const Goal& goal, std::vector<InverseKinematicsSolution>& known);
  bool moves_along(const Goal& goal, const std::vector<double>& direction);
  InverseKinematicsSolution solution_here(const Goal& goal);
  void keep(const Goal& goal, InverseKinematicsSolutions& found);
  void collect_closed(const Goal& goal, Input<double> start, InverseKinematicsSolutions& found);
  void collect_by_starts(const Goal& goal, Input<double> start, InverseKinematicsSolutions& found);
};

}  // namespace torsor::pose_search
