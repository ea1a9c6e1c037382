#include "torsor/experiments/excitation_start.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/trajectory/random_stream.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// Slacks of a robot that rests at some place.
double room_at_rest(const ExcitationProblem& problem, const VectorXd& place) {
  const SeriesMotion rest{place, VectorXd::Zero(place.size()), VectorXd::Zero(place.size())};
  return problem.limits().slacks(rest).smallest_nonlinear();
}

VectorXd place_within(const ExcitationProblem& problem, const RandomStream& random, std::int64_t index, double spread) {
  VectorXd place(problem.joints());
  for (long j = 0; j < place.size(); ++j) {
    const JointLimits& joint = problem.limits().limits().joints[j];
    const double half = (joint.position_high - joint.position_low) / 2;
    place[j] = joint.position_low + half + spread * half * (2 * random.uniform(index * place.size() + j) - 1);
  }
  return place;
}

constexpr double room_kept = 0.02;  // to the other limits, where room is asked for

/// Each joint as large as its positions, velocities and accelerations let it, about a middle as near to `place` as they
/// then let it; from `place`.
MatrixXd grown(const ExcitationProblem& problem, MatrixXd moved, const VectorXd& place, double room) {
  const SeriesMotion swing = motion(problem.limit_grid(), moved);
  for (long j = 0; j < problem.joints(); ++j) {
    const JointLimits& joint = problem.limits().limits().joints[j];
    const double low = swing.q.row(j).minCoeff(), high = swing.q.row(j).maxCoeff();
    const double whole = joint.position_high - joint.position_low;
    const double fast = joint.velocity / swing.qd.row(j).cwiseAbs().maxCoeff();
    const double sudden = joint.acceleration / swing.qdd.row(j).cwiseAbs().maxCoeff();
    const double factor = (1 - room) * std::min({whole / (high - low), fast, sudden});
    const double kept = std::min(room, room_kept) * whole / 2;
    moved.col(j) *= factor;
    const double lowest = joint.position_low + kept - factor * low;
    const double highest = std::max(lowest, joint.position_high - kept - factor * high);
    moved(0, j) = std::clamp(place[j], lowest, highest) - place[j];
  }
  return moved;
}

}  // namespace

VectorXd random_place(const ExcitationProblem& problem, std::uint64_t seed, std::int64_t number) {
  return place_within(problem, RandomStream(seed, 1'000'003), number, 0.9);
}

std::optional<VectorXd> place_with_room(const ExcitationProblem& problem, std::uint64_t seed) {
  constexpr double enough = 0.15;
  const RandomStream random(seed, 1'000'003);
  VectorXd best;
  double most = 0;
  for (int tries = 0; tries < 1000; ++tries) {
    const VectorXd place = place_within(problem, random, tries, std::min(0.3 + 0.002 * tries, 0.9));
    const double room = room_at_rest(problem, place);
    if (room > most) best = place, most = room;
    if (room > enough) break;
  }
  if (best.size() == 0) return std::nullopt;
  return best;
}

std::optional<MatrixXd> random_motion(const ExcitationProblem& problem, std::uint64_t seed, double room) {
  const std::optional<VectorXd> place = place_with_room(problem, seed);
  if (!place) return std::nullopt;
  const SeriesAtRest& series = problem.series();
  MatrixXd rest = MatrixXd::Zero(series.size(), problem.joints());
  rest.row(0) = place->transpose();
  const MatrixXd moved = grown(problem,
                               series.coefficients(random_fourier_series(static_cast<int>(problem.joints()),
                                                                         series.harmonics(), series.period(), seed)),
                               *place, std::max(room, 1e-6));
  const auto inside = [&](double share) {
    return problem.slacks(rest + share * moved).smallest() > 0.999 * std::min(room, room_kept);
  };
  double share = 1, beyond = 1;
  while (!inside(share)) {
    beyond = share, share *= 0.8;
    if (share < 1e-3) return std::nullopt;
  }
  for (int halving = 0; beyond > share && halving < 5; ++halving) {
    const double middle = (share + beyond) / 2;
    (inside(middle) ? share : beyond) = middle;
  }
  return rest + share * moved;
}

}  // namespace torsor
