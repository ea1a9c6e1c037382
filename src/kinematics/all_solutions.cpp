#include <algorithm>
#include <cmath>
#include <numbers>

#include "kinematics/pose_search.hpp"

namespace torsor::pose_search {

/// Full turns do not count.
bool Search::is_new(const std::vector<InverseKinematicsSolution>& known) const {
  constexpr double same = 1e-6, turn = 2 * std::numbers::pi;
  return std::none_of(known.begin(), known.end(), [&](const InverseKinematicsSolution& solution) {
    return std::all_of(descent.coordinates.begin(), descent.coordinates.end(), [&](const Coordinate& joint) {
      double x = descent.q[joint.q] - solution.q[joint.q];
      if (joint.turns) x -= turn * std::round(x / turn);
      return std::abs(x) < same;
    });
  });
}

void Search::collect_closed(const Goal& goal, Input<double> start, InverseKinematicsSolutions& found) {
  found.source = InverseKinematicsSolutions::Source::closed_form;
  const Candidates candidates = closed_form->solve(goal.pose);
  for (int n = 0; n < candidates.count; ++n)
    if (exact(goal, candidates.angles[n], start) && is_new(found.solutions))
      found.solutions.push_back({descent.q, descent.gap.position, descent.gap.orientation});
}

void Search::collect_by_starts(const Goal& goal, Input<double> start, InverseKinematicsSolutions& found) {
  found.source = InverseKinematicsSolutions::Source::search;
  seeds.sort_for(goal, descent.metres_per_radian);
  place_inside(start);
  for (starts = 0; starts < options.starts;) {
    if (start_here(goal) && turn_inside(goal, start) &&
        (!redundant() || options.prefer == SolutionPreference::any || descent.approach(goal, wanted, weight)) &&
        is_new(found.solutions))
      found.solutions.push_back({descent.q, descent.gap.position, descent.gap.orientation});
    if (redundant() && found.solutions.size() >= wanted_solutions) return;
    const Input<double> seed = seeds.next();
    if (seed.empty()) return;
    place(seed);
  }
}

InverseKinematicsSolutions Search::all(const Transform<double>& pose, Input<double> start) {
  InverseKinematicsSolutions found;
  if (descent.count() == 0) {
    std::vector<double> q(start.begin(), start.end());
    const InverseKinematicsOutcome here = solve(pose, q, true);
    if (here.reached) found.solutions.push_back({q, here.position_error, here.orientation_error});
    return found;
  }
  const Goal goal = goal_for(pose);
  found.redundant = redundant();
  std::copy(start.begin(), start.end(), descent.q.begin());
  set_wishes(start);
  if (closed_form && options.match == PoseMatch::whole) collect_closed(goal, start, found);
  if (found.solutions.empty()) collect_by_starts(goal, start, found);
  const auto missed = [&](const InverseKinematicsSolution& solution) {
    double sum = 0;
    for (int k = 0; k < descent.count(); ++k) {
      const double x = solution.q[descent.coordinates[k].q] - wanted[k];
      sum += weight[k] * x * x;
    }
    return sum;
  };
  std::stable_sort(found.solutions.begin(), found.solutions.end(),
                   [&](const auto& a, const auto& b) { return missed(a) < missed(b); });
  return found;
}

}  // namespace torsor::pose_search
