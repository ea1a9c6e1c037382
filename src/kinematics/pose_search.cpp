#include "kinematics/pose_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "torsor/model/position.hpp"

namespace torsor::pose_search {
namespace {

constexpr double full_turn = 2 * std::numbers::pi, infinity = std::numeric_limits<double>::infinity();
constexpr double limit_slack = 1e-9;  // at a limit

bool is_finite(const Transform<double>& pose) {
  double sum = dot(pose.p, pose.p);
  for (int k = 0; k < 3; ++k) sum += dot(axis(pose.R, k), axis(pose.R, k));
  return std::isfinite(sum);
}

/// The same angle within the limits that is nearest to another; outside where there is none.
double nearest_inside(const Coordinate& joint, double angle, double near) {
  double x = angle + full_turn * std::round((near - angle) / full_turn);
  if (x < joint.low - limit_slack) x += full_turn * std::ceil((joint.low - limit_slack - x) / full_turn);
  if (x > joint.high + limit_slack) x -= full_turn * std::ceil((x - joint.high - limit_slack) / full_turn);
  return x;
}

double clamped(const Coordinate& joint, double x) { return std::min(std::max(x, joint.low), joint.high); }

}  // namespace

Search::Search(const Model<double>& robot, int frame, InverseKinematicsOptions chosen_options)
    : model(robot), options(std::move(chosen_options)), descent(model, frame, options.limits) {
  if (descent.count() == 0) return;
  const auto bounded = [](const Coordinate& joint) { return joint.turns || std::isfinite(joint.high - joint.low); };
  if (held_bodies(model, frame).empty() && std::all_of(descent.coordinates.begin(), descent.coordinates.end(), bounded))
    farthest = 4 * descent.metres_per_radian;
  closed_form = ClosedForm::of(model, frame, descent.coordinates, 4 * descent.metres_per_radian);
  seeds = Seeds(descent, std::max(256, options.starts));
  ends.assign(kept_ends, {0, std::vector<double>(model.nq)});
  wanted.resize(descent.count()), weight.resize(descent.count());
  chosen.resize(model.nq), given.resize(model.nq);
}

void Search::place(Input<double> coordinates) {
  for (int k = 0; k < descent.count(); ++k) descent.q[descent.coordinates[k].q] = coordinates[k];
}

std::array<double, 6> Search::coordinates_of(Input<double> q) const {
  std::array<double, 6> angles{};
  for (int k = 0; k < 6; ++k) angles[k] = q[descent.coordinates[k].q];
  return angles;
}

/// Where q is, or where it is nearest to that within the limits.
void Search::place_inside(Input<double> q) {
  std::copy(q.begin(), q.end(), descent.q.begin());
  for (const Coordinate& joint : descent.coordinates) {
    double& x = descent.q[joint.q];
    if (joint.turns && (x < joint.low || x > joint.high)) x = nearest_inside(joint, x, x);
    x = clamped(joint, x);
  }
}

/// Brings the solution in the descent within the limits by full turns, as near to `near` as these allow.
bool Search::turn_inside(const Goal& goal, Input<double> near) {
  bool moved = false;
  for (const Coordinate& joint : descent.coordinates) {
    double& x = descent.q[joint.q];
    if (joint.turns) x = nearest_inside(joint, x, near[joint.q]);
    const double inside = clamped(joint, x);
    if (std::abs(inside - x) > limit_slack) return false;
    moved |= inside != x;
    x = inside;
  }
  if (!moved) return true;
  descent.look(goal);
  return descent.reached(goal) || descent.run(goal, 10, true) == Arrival::reached;
}

/// Full turns away from what is wanted, within the limits, where q lies.
void Search::take_off_turns(std::vector<double>& q) const {
  for (int k = 0; k < descent.count(); ++k) {
    const Coordinate& joint = descent.coordinates[k];
    if (!joint.turns) continue;
    const double x = nearest_inside(joint, q[joint.q], wanted[k]);
    if (x >= joint.low && x <= joint.high) q[joint.q] = x;
  }
}

/// Makes a solution in closed form exact and brings it within the limits.
bool Search::exact(const Goal& goal, const std::array<double, 6>& angles, Input<double> near) {
  place({angles.data(), angles.size()});
  descent.limited = false;
  const bool reached = descent.run(goal, 30, true) == Arrival::reached;
  descent.limited = true;
  return reached && turn_inside(goal, near);
}

bool Search::start_here(const Goal& goal) {
  ++starts;
  if (descent.run(goal, options.iterations, false) == Arrival::reached) return true;
  remember_end();
  return false;
}

void Search::remember_end() {
  const double square = descent.gap.square;
  if (end_count == kept_ends && !(square < ends[kept_ends - 1].square)) return;
  int at = end_count < kept_ends ? end_count++ : kept_ends - 1;
  for (; at > 0 && square < ends[at - 1].square; --at) std::swap(ends[at], ends[at - 1]);
  ends[at].square = square;
  std::copy(descent.q.begin(), descent.q.end(), ends[at].q.begin());
}

/// What a preference asks for: sum of weight (q - wanted)^2 as small as can be.
void Search::set_wishes(Input<double> q) {
  double largest = 0;
  for (int k = 0; k < descent.count(); ++k) {
    const Coordinate& joint = descent.coordinates[k];
    const bool within = std::isfinite(joint.high - joint.low) && joint.high > joint.low;
    if (options.prefer == SolutionPreference::away_from_limits) {
      wanted[k] = within ? (joint.low + joint.high) / 2 : q[joint.q];
      weight[k] = within ? 4 / ((joint.high - joint.low) * (joint.high - joint.low)) : 0;
    } else {
      wanted[k] = options.posture.empty() ? q[joint.q] : options.posture[joint.q];
      weight[k] = 1;
    }
    largest = std::max(largest, weight[k]);
  }
  for (double& w : weight) w = largest > 0 ? w / largest : 0;  // steps along w (wanted - q) do not overshoot then
}

double Search::miss() const {
  double sum = 0;
  for (int k = 0; k < descent.count(); ++k) {
    const double x = descent.q[descent.coordinates[k].q] - wanted[k];
    sum += weight[k] * x * x;
  }
  return sum;
}

/// Keeps the solution in the descent, or the best of its neighbourhood, where it is better than the one before.
bool Search::choose(const Goal& goal) {
  take_off_turns(descent.q);
  if (redundant() && !descent.approach(goal, wanted, weight)) return false;
  const double now = miss();
  if (!(now < chosen_miss)) return false;
  chosen_miss = now;
  std::copy(descent.q.begin(), descent.q.end(), chosen.begin());
  return true;
}

/// The solution in closed form that is nearest to a configuration, or preferred. It is left in `chosen`.
bool Search::solve_closed(const Goal& goal, Input<double> near) {
  if (!closed_form || options.match != PoseMatch::whole) return false;
  const Candidates found = closed_form->solve(goal.pose, coordinates_of(near));
  bool any = false;
  for (int n = 0; n < found.count; ++n)
    if (exact(goal, found.angles[n], near)) any |= choose(goal);
  return any;
}

bool Search::solve_by_starts(const Goal& goal) {
  const bool first_will_do = options.prefer == SolutionPreference::any;
  int reached = 0;
  seeds.sort_for(goal, descent.metres_per_radian);
  bool at_wish = !first_will_do;  // what is wanted is the first place to start from
  while (starts < options.starts && reached < (first_will_do ? 1 : wanted_solutions)) {
    const Input<double> seed = at_wish ? Input<double>(wanted) : seeds.next();
    if (seed.empty()) break;
    at_wish = false;
    place(seed);
    for (const Coordinate& joint : descent.coordinates) descent.q[joint.q] = clamped(joint, descent.q[joint.q]);
    if (!start_here(goal)) continue;
    ++reached;
    if (first_will_do)
      std::copy(descent.q.begin(), descent.q.end(), chosen.begin());
    else
      choose(goal);
  }
  return reached > 0;
}

/// Where nothing reached the goal: the best ends, once more with all patience.
void Search::go_to_nearest(const Goal& goal) {
  double best = infinity;
  for (int n = 0; n < end_count; ++n) {
    std::copy(ends[n].q.begin(), ends[n].q.end(), descent.q.begin());
    descent.run(goal, 10 * options.iterations, true);
    if (!(descent.gap.square < best)) continue;
    best = descent.gap.square;
    std::copy(descent.q.begin(), descent.q.end(), chosen.begin());
  }
}

/// Of a pose far out of reach one in the same direction, ten times as far as the frame comes: of distances that are
/// much larger, rounding leaves nothing to compare.
Goal Search::within_sight(Goal goal) const {
  const double distance = length(goal.pose.p);
  if (distance > 10 * farthest) goal.pose.p = 10 * farthest / distance * goal.pose.p;
  return goal;
}

InverseKinematicsOutcome Search::solve(const Transform<double>& pose, Output<double> q, bool from_here) {
  InverseKinematicsOutcome outcome{.position_error = infinity, .orientation_error = infinity};
  if (!is_finite(pose)) return outcome;
  const Goal goal = within_sight(goal_for(pose));
  descent.evaluations = 0, starts = 0, end_count = 0, chosen_miss = infinity;
  std::copy(q.begin(), q.end(), descent.q.begin());
  if (descent.count() > 0) {
    std::copy(q.begin(), q.end(), given.begin());
    set_wishes(q);
    place_inside(q);
    bool reached = from_here && start_here(goal);
    const bool enough = reached && options.prefer == SolutionPreference::any;
    if (enough)
      std::copy(descent.q.begin(), descent.q.end(), chosen.begin());
    else if (reached)
      choose(goal);
    outcome.closed_form = !enough && solve_closed(goal, given);
    if (!enough) reached |= outcome.closed_form || solve_by_starts(goal);
    if (!reached) go_to_nearest(goal);
    take_off_turns(chosen);
    std::copy(chosen.begin(), chosen.end(), descent.q.begin());
    std::copy(chosen.begin(), chosen.end(), q.begin());
  }
  const Goal asked = goal_for(pose);
  descent.look(asked);
  outcome.reached = descent.reached(asked);
  outcome.position_error = descent.gap.position, outcome.orientation_error = descent.gap.orientation;
  outcome.starts = starts, outcome.iterations = static_cast<int>(descent.evaluations);
  return outcome;
}

}  // namespace torsor::pose_search
