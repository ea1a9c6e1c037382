#include "torsor/experiments/excite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <optional>

#include "estimation/unknowns.hpp"
#include "experiments/earlier_knowledge.hpp"
#include "experiments/excite_setup.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/parallel.hpp"
#include "torsor/experiments/excitation_search.hpp"
#include "torsor/experiments/excitation_start.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr int drawn_for_a_start = 20;
constexpr double room_to_start = 0.1;

/// The best of some random motions; nothing where none was found.
std::optional<MatrixXd> good_start(const ExcitationProblem& problem, std::uint64_t seed, int start) {
  std::optional<MatrixXd> best;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < drawn_for_a_start; ++k) {
    const auto number = static_cast<std::uint64_t>(start) * drawn_for_a_start + static_cast<std::uint64_t>(k);
    const std::optional<MatrixXd> motion = random_motion(problem, seed * 1'000'003 + number, room_to_start);
    const double value = motion ? problem.value(*motion) : least;
    if (value < least) best = motion, least = value;
  }
  return best;
}

/// Tells how much all starts together have done.
class StartProgress {
 public:
  StartProgress(const ExciteOptions& options) : options_(options), done_(static_cast<std::size_t>(options.starts)) {}

  void tell(int start, double done) {
    if (!options_.progress) return;
    const std::scoped_lock lock(mutex_);
    done_[static_cast<std::size_t>(start)] = done;
    double sum = 0;
    for (const double one : done_) sum += one;
    options_.progress("searching", 0.05 + 0.9 * sum / static_cast<double>(done_.size()));
  }

 private:
  const ExciteOptions& options_;
  std::mutex mutex_;
  std::vector<double> done_;
};

std::vector<ExcitationSearchResult> search_from_all_starts(const ExcitationProblem& problem,
                                                           const ExciteOptions& options) {
  StartProgress progress(options);
  std::vector<ExcitationSearchResult> found;
  const auto work = [&](long start) -> std::optional<ExcitationSearchResult> {
    const int number = static_cast<int>(start);
    const std::optional<MatrixXd> from = good_start(problem, options.seed, number);
    if (!from) return std::nullopt;
    ExcitationSearchOptions search;
    search.stop = [&progress, number](double done) {
      progress.tell(number, done);
      return false;
    };
    ExcitationSearchResult result = search_excitation(problem, *from, search);
    progress.tell(number, 1);
    return result;
  };
  in_order(options.starts, thread_count(options.threads), work,
           [&](long, std::optional<ExcitationSearchResult> result) {
             if (result) found.push_back(std::move(*result));
           });
  return found;
}

/// Smaller about its mean position until all limits hold on a fine grid, with the friction of the robot file; at once
/// but for friction that jumps, since the search keeps to tighter limits.
bool shrink_into_limits(const LimitFunctions& limits, const SeriesGrid& fine, MatrixXd& coefficients) {
  for (int tries = 0; tries < 100; ++tries) {
    if (limits.slacks(motion(fine, coefficients)).smallest() >= 0) return true;
    coefficients.bottomRows(coefficients.rows() - 1) *= 0.995;
  }
  return false;
}

void describe_limits(const LimitFunctions& limits, const SeriesGrid& fine, const MatrixXd& coefficients,
                     ExcitingMotion& result) {
  const LimitSlacks slacks = limits.slacks(motion(fine, coefficients));
  const auto add = [&](const std::string& what, const auto& row) {
    long at = 0;
    const double slack = row.minCoeff(&at);
    if (std::isfinite(slack)) result.limits.push_back({what, slack, fine.time[static_cast<std::size_t>(at)]});
  };
  const std::vector<std::string> joints = velocity_names(limits.model());
  constexpr const char* kinds[] = {"highest position", "lowest position", "velocity +",
                                   "velocity -",       "acceleration +",  "acceleration -"};
  for (long j = 0; j < limits.model().nv; ++j) {
    for (long kind = 0; kind < 6; ++kind) add(kinds[kind] + (" of " + joints[j]), slacks.linear.row(6 * j + kind));
    if (slacks.torque.rows() == 0) continue;
    add("torque + of " + joints[j], slacks.torque.row(2 * j));
    add("torque - of " + joints[j], slacks.torque.row(2 * j + 1));
  }
  for (long g = 0; g < slacks.geometry.rows(); ++g) add(limits.geometry_names()[g], slacks.geometry.row(g));
  std::ranges::sort(result.limits, {}, &NearestLimit::slack);
  result.smallest_slack = result.limits.front().slack;
}

/// The limit that most places break at which the robot could rest; nothing where all are kept.
std::string tightest_limit(const ExcitationProblem& problem, std::uint64_t seed) {
  constexpr int places = 200;
  const std::vector<std::string> joints = velocity_names(problem.limits().model());
  std::map<std::string, int> broken;
  for (int k = 0; k < places; ++k) {
    const VectorXd place = random_place(problem, seed, k), still = VectorXd::Zero(place.size());
    const LimitSlacks slacks = problem.limits().slacks({place, still, still});
    for (long row = 0; row < slacks.torque.rows(); ++row)
      if (slacks.torque(row, 0) < 0) ++broken["torque of " + joints[static_cast<std::size_t>(row / 2)]];
    for (long row = 0; row < slacks.geometry.rows(); ++row)
      if (slacks.geometry(row, 0) < 0) ++broken[problem.limits().geometry_names()[row]];
  }
  const auto worst = std::ranges::max_element(broken, {}, [](const auto& entry) { return entry.second; });
  if (worst == broken.end()) return "";
  return fmt::format("; of {} random places to rest at, {} break the limit '{}'", places, worst->second, worst->first);
}

std::string why_none(const ExcitationProblem& problem, const std::string& robot, const ExciteOptions& options) {
  return "no motion was found within the limits of " + robot + " from " + counted(options.starts, "start") +
         "; more of them, or another seed, may find one" + tightest_limit(problem, options.seed);
}

void tell_of_collisions(const ExcitationLimits& limits, std::vector<std::string>& notes) {
  if (limits.capsules.empty())
    notes.emplace_back(
        "links are not kept from each other: no capsules of the robot are known; play the motion slowly at first");
  if (!limits.floor) notes.emplace_back("no floor is stated: the motion may go below the base");
}

void describe_parameters(const ExcitationInformation& information, const MatrixXd& M, const EarlierKnowledge& earlier,
                         ExcitingMotion& result) {
  const Unknowns& unknowns = information.unknowns();
  const BaseParameters& base = unknowns.base;
  const std::vector<std::string> names = parameter_names(unknowns.layout);
  const std::optional<std::vector<double>> theta = prior_of(unknowns);
  const std::vector<double> values = theta ? base_values(base, *theta) : std::vector<double>();
  const std::vector<double> after = deviations(M);
  const std::vector<double> before =
      earlier.information.rows() > 0 ? deviations(earlier.information) : std::vector<double>();
  for (int b = 0; b < base.count(); ++b) {
    ExpectedDeviation& one = result.parameters.emplace_back();
    one.name = names[base.independent[b]];
    one.words = base_parameter_in_words(base, unknowns.layout, b);
    if (theta) one.value = values[b];
    one.deviation = after[b];
    if (!before.empty()) one.before = before[b];
  }
}

}  // namespace

ExcitingMotion excite(const Description& robot, const ExciteOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  require_possible(options);
  ExcitingMotion result;
  const ExciteSetup setup = set_up(robot, options, result.notes);
  const ExcitationInformation information(setup.unknowns, setup.noise, setup.measurements * options.period,
                                          setup.earlier.information);
  const LimitFunctions tightened(setup.unknowns.model, setup.unknowns.conditions, setup.tightened);
  const LimitFunctions exact(setup.robot, setup.unknowns.conditions, setup.limits);
  const SeriesAtRest series(options.harmonics, options.period);
  const ExcitationProblem problem(series, options.criterion, information, tightened);
  std::vector<ExcitationSearchResult> found = search_from_all_starts(problem, options);
  std::ranges::sort(found, {}, &ExcitationSearchResult::value);
  const SeriesGrid fine = series.grid(10 * samples_for_limits * options.harmonics);
  for (const ExcitationSearchResult& one : found) result.values.push_back(one.value);
  std::erase_if(found, [&](ExcitationSearchResult& one) {
    return !std::isfinite(one.value) || !shrink_into_limits(exact, fine, one.coefficients);
  });
  if (found.empty()) throw ComputationError(why_none(problem, robot.name, options));
  tell_of_collisions(setup.limits, result.notes);
  const MatrixXd& best = found.front().coefficients;
  const MatrixXd M = information.matrix(motion(series.grid(40L * options.harmonics), best));
  result.series = series.series(best);
  result.criterion = options.criterion;
  result.log_det = -criterion_value(ExcitationCriterion::d_optimal, M).value;
  result.condition = condition_number(M);
  result.noise = setup.noise, result.measurements = setup.measurements;
  result.joint_limits = setup.limits.joints, result.pairs = setup.limits.pairs;
  describe_parameters(information, M, setup.earlier, result);
  describe_limits(exact, fine, best, result);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (options.progress) options.progress("done", 1);
  return result;
}

}  // namespace torsor
