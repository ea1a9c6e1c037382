#include "estimation/torque_delay.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/estimation/estimators.hpp"
#include "torsor/estimation/evaluation.hpp"

namespace torsor {
namespace {

using Eigen::VectorXd;

constexpr int eighths = 8;
constexpr double first_shift = 0.005;      // s
constexpr double surely = 3, clearly = 2;  // standard deviations of the delay, and errors of what it saves
constexpr double least_delay = 0.004, longest_delay = 0.05;  // s; friction that lags in the motor looks like less
constexpr double near_rest = 0.15;  // of a joint's largest velocity: friction that turns looks like a delay
constexpr long most_parts = 4, rows_a_part = 8000;  // of a log

/// Some stretches of every log: a delay needs no more.
std::vector<LogPart> samples_of(const std::vector<LogPart>& parts) {
  std::vector<LogPart> result;
  for (const LogPart& part : parts) {
    const long number = std::clamp(part.count / rows_a_part, 1L, most_parts), each = std::min(part.count, rows_a_part);
    for (long k = 0; k < number; ++k) {
      LogPart one = part;
      one.first = part.first + (number > 1 ? k * (part.count - each) / (number - 1) : 0), one.count = each;
      result.push_back(one);
    }
  }
  return result;
}

/// What each part of the logs leaves with the parameters of the others, for any delay.
class Losses {
 public:
  Losses(const Unknowns& unknowns, std::vector<LogPart> parts, const IdentifyOptions& options)
      : unknowns_(unknowns), parts_(std::move(parts)),
        equation_options_{options.equation_rate, options.slow, options.trim, options.threads} {
    const Equations equations(unknowns_, parts_, equation_options_);
    possible_ = equations.piece_count() >= eighths;
    if (options.slow.empty() && possible_)
      for (const double fastest : motion_range(equations).largest_velocity)
        equation_options_.slow.push_back(near_rest * fastest);
  }

  /// By fold; none where the log does not determine the parameters.
  const VectorXd& at(double delay) {
    auto [entry, fresh] = known_.try_emplace(delay);
    if (fresh) entry->second = made(delay);
    return entry->second;
  }

 private:
  VectorXd made(double delay) {
    if (!possible_) return {};
    std::vector<std::shared_ptr<const LogSource>> kept;
    const JointEquations sums =
        Equations(unknowns_, without_delay(parts_, delay, kept), equation_options_).sums(eighths);
    if (weights_.size() == 0) {
      const LinearEstimate all = weighted_least_squares(sums);
      if (all.beta.size() == 0) return {};
      weights_ = weights_of(residual_deviation(sums, all.beta));
    }
    VectorXd result = VectorXd::Zero(eighths);
    for (int fold = 0; fold < eighths; ++fold) {
      const NormalEquations others = sums.total(weights_, fold);
      const linear_algebra::ScaledFactor factor(others.WtW);
      if (!factor.full_rank()) return {};
      const VectorXd beta = factor.solve(others.Wty);
      for (int j = 0; j < sums.joints(); ++j)
        result[fold] += weights_[j] * sums.by_joint[fold][j].squared_residual(sums.felt(j, beta));
    }
    return result;
  }

  const Unknowns& unknowns_;
  std::vector<LogPart> parts_;
  EquationOptions equation_options_;
  VectorXd weights_;
  bool possible_ = false;
  std::map<double, VectorXd> known_;
};

/// The lowest point of a parabola through three losses about `centre`, from all eighths but one; not a number where it
/// has none.
double lowest(const std::array<VectorXd, 3>& losses, double centre, double shift, int without) {
  std::array<double, 3> sum{};
  for (std::size_t k = 0; k < 3; ++k) sum[k] = losses[k].sum() - (without < 0 ? 0 : losses[k][without]);
  const double curvature = sum[0] - 2 * sum[1] + sum[2];
  return curvature > 0 ? centre + shift * (sum[0] - sum[2]) / (2 * curvature) : NAN;
}

/// Of a value from all eighths but each one in turn. [Quenouille 1956, Tukey 1958]
double jackknife_deviation(const VectorXd& values) {
  const double n = static_cast<double>(values.size());
  return std::sqrt((n - 1) / n * (values.array() - values.mean()).square().sum());
}

}  // namespace

LaterTorque::LaterTorque(const LogSource& log, double later, double step)
    : log_(&log), later_(later), margin_(2 + std::lround(std::ceil(2 * std::abs(later) / step))) {}

LogRows LaterTorque::read(long first, long count) const {
  LogRows rows = log_->read(first, count);
  const long begin = std::max(0L, first - margin_), end = std::min(row_count(), first + count + margin_);
  const LogRows around = log_->read(begin, end - begin);
  long at = 0;
  const long last = end - begin - 2;
  for (long r = 0; r < count; ++r) {
    const double time = rows.time[static_cast<std::size_t>(r)] + later_;
    const auto stamp = [&](long k) { return around.time[static_cast<std::size_t>(k)]; };
    while (at < last && stamp(at + 1) <= time) ++at;
    while (at > 0 && stamp(at) > time) --at;
    if (last < 0) continue;
    const double span = stamp(at + 1) - stamp(at);
    const double share = span > 0 ? std::clamp((time - stamp(at)) / span, 0.0, 1.0) : 0;
    rows.tau.row(r) = (1 - share) * around.tau.row(at) + share * around.tau.row(at + 1);
  }
  return rows;
}

std::vector<LogPart> without_delay(std::vector<LogPart> parts, double delay,
                                   std::vector<std::shared_ptr<const LogSource>>& kept) {
  if (delay == 0) return parts;
  for (LogPart& part : parts) {
    kept.push_back(std::make_shared<LaterTorque>(*part.source, delay, part.step));
    part.source = kept.back().get();
  }
  return parts;
}

TorqueDelay find_torque_delay(const Unknowns& unknowns, const std::vector<LogPart>& training,
                              const IdentifyOptions& options) {
  TorqueDelay result;
  Losses losses(unknowns, samples_of(training), options);
  const VectorXd as_it_is = losses.at(0);
  double centre = 0;
  for (int pass = 0; pass < 2; ++pass) {
    const std::array<VectorXd, 3> three{losses.at(centre - first_shift), losses.at(centre),
                                        losses.at(centre + first_shift)};
    if (std::any_of(three.begin(), three.end(), [](const VectorXd& one) { return one.size() == 0; })) return {};
    VectorXd each(eighths);
    for (int fold = 0; fold < eighths; ++fold) each[fold] = lowest(three, centre, first_shift, fold);
    const double found = lowest(three, centre, first_shift, -1);
    if (!std::isfinite(found) || !each.allFinite() || std::abs(found) > longest_delay) return {};
    result.seconds = found, result.deviation = jackknife_deviation(each);
    if (std::abs(found) < 2 * result.deviation || std::abs(found - centre) < 0.1 * first_shift) break;
    centre = found;
  }
  const VectorXd saved = as_it_is - losses.at(result.seconds);
  const double chance = std::sqrt(eighths * (saved.array() - saved.mean()).square().sum() / (eighths - 1));
  result.gain = saved.sum() / as_it_is.sum();
  result.found =
      saved.sum() > clearly * chance && std::abs(result.seconds) > std::max(surely * result.deviation, least_delay);
  return result;
}

}  // namespace torsor
