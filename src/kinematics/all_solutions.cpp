#include <algorithm>
#include <cmath>
#include <numbers>

#include "kinematics/pose_search.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor::pose_search {

/// Whether the solution in the descent is one of those, full turns apart. Where solutions meet they are known less
/// well than poses, by the square root: two are one where their middle is a solution too, and it is the better one.
bool Search::is_known(const Goal& goal, std::vector<InverseKinematicsSolution>& known) {
  constexpr double same = 1e-6, near = 1e-2, turn = 2 * std::numbers::pi;
  const std::vector<double> here = descent.q;
  const Goal loose{goal.pose, goal.match, 10 * goal.tolerance};
  for (InverseKinematicsSolution& solution : known) {
    double largest = 0;
    descent.q = solution.q;
    for (const Coordinate& joint : descent.coordinates) {
      double x = here[joint.q] - solution.q[joint.q];
      if (joint.turns) x -= turn * std::round(x / turn);
      largest = std::max(largest, std::abs(x));
      descent.q[joint.q] += x / 2;
    }
    if (largest < same) return true;
    if (largest > near) continue;
    descent.look(goal);
    if (!descent.reached(loose)) continue;
    if (std::max(descent.gap.position, descent.gap.orientation) <
        std::max(solution.position_error, solution.orientation_error)) {
      solution.q = descent.q;
      solution.position_error = descent.gap.position, solution.orientation_error = descent.gap.orientation;
    }
    return true;
  }
  descent.q = here;
  descent.look(goal);
  return false;
}

/// Whether solutions lie along a direction of the joints, and not only where the descent stands.
bool Search::moves_along(const Goal& goal, const std::vector<double>& direction) {
  const std::vector<double> here = descent.q;
  const Goal tight{goal.pose, goal.match, std::min(goal.tolerance, 1e-10)};
  bool moves = true;
  descent.limited = false;
  for (const double distance : {0.02, 0.1}) {
    for (int k = 0; k < descent.count(); ++k)
      descent.q[descent.coordinates[k].q] = here[descent.coordinates[k].q] + distance * direction[k];
    const bool reached = descent.run(tight, 50, true) == Arrival::reached;
    double square = 0;
    for (const Coordinate& joint : descent.coordinates)
      square += (descent.q[joint.q] - here[joint.q]) * (descent.q[joint.q] - here[joint.q]);
    const double share = std::sqrt(square) / distance;
    moves = moves && reached && share > 0.3 && share < 3;
  }
  descent.limited = true;
  descent.q = here;
  descent.look(goal);
  return moves;
}

/// The solution in the descent as exact as it can be; of a family, the member that is preferred.
InverseKinematicsSolution Search::solution_here(const Goal& goal) {
  constexpr double nearly = 1e-3, singular = 1e-5;  // of the largest singular value
  InverseKinematicsSolution solution;
  if (!redundant()) {
    descent.run({goal.pose, goal.match, 1e-14}, 30, true);
    Eigen::MatrixXd C(6, descent.count());
    for (int k = 0; k < descent.count(); ++k)
      for (int i = 0; i < 6; ++i) C(i, k) = descent.column(k)[i];
    const linear_algebra::RightSingular found = linear_algebra::right_singular(C);
    const auto count = static_cast<Eigen::Index>(descent.count());
    for (Eigen::Index n = 0; n < count && !solution.in_family; ++n) {
      if (found.values(n) > nearly * found.values(0)) continue;
      std::vector<double> along(found.V.col(n).data(), found.V.col(n).data() + count), against(along);
      for (double& x : against) x = -x;
      solution.in_family = moves_along(goal, along) || moves_along(goal, against);
    }
    solution.multiple = !solution.in_family && found.values(count - 1) < singular * found.values(0);
    if (solution.in_family) descent.approach(goal, wanted, weight, true);
  }
  solution.q = descent.q;
  solution.position_error = descent.gap.position, solution.orientation_error = descent.gap.orientation;
  return solution;
}

void Search::keep(const Goal& goal, InverseKinematicsSolutions& found) {
  if (is_known(goal, found.solutions)) return;
  const InverseKinematicsSolution solution = solution_here(goal);
  if (!is_known(goal, found.solutions)) found.solutions.push_back(solution);
}

void Search::collect_closed(const Goal& goal, Input<double> start, InverseKinematicsSolutions& found) {
  found.source = InverseKinematicsSolutions::Source::closed_form;
  const Candidates candidates = closed_form->solve(goal.pose, coordinates_of(start));
  for (int n = 0; n < candidates.count; ++n)
    if (exact(goal, candidates.angles[n], start)) keep(goal, found);
}

void Search::collect_by_starts(const Goal& goal, Input<double> start, InverseKinematicsSolutions& found) {
  found.source = InverseKinematicsSolutions::Source::search;
  seeds.sort_for(goal, descent.metres_per_radian);
  place_inside(start);
  for (starts = 0; starts < options.starts;) {
    if (start_here(goal) && turn_inside(goal, start) &&
        (!redundant() || options.prefer == SolutionPreference::any || descent.approach(goal, wanted, weight)))
      keep(goal, found);
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
    if (here.reached) found.solutions.push_back({q, here.position_error, here.orientation_error, false, false});
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
  std::sort(found.solutions.begin(), found.solutions.end(),
            [&](const auto& a, const auto& b) { return missed(a) < missed(b); });
  return found;
}

}  // namespace torsor::pose_search
