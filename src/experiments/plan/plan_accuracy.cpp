#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/plan/plan_parts.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr int fewest_repetitions = 3;    // so that what repeats can be told from what does not
constexpr double relevant_share = 0.01;  // of a joint's torque, below which a parameter decides nothing
constexpr double much = 0.9;             // correlation of parameters that can hardly be told apart
/// Of a change that stands out among all parameters in most comparisons of two logs, in deviations of one.
constexpr double noticed = 4 * 1.4142135623730951;

/// What one repetition tells, and what each unit of a parameter does to each joint.
struct Told {
  MatrixXd information;                // without the rows that are too slow to count
  MatrixXd unit_torque;                // joints x base parameters: rms
  std::vector<std::vector<int>> felt;  // by joint
};

/// The equations of a joint that is nearly at rest do not count, as in identify.
void leave_out_slow(const SeriesMotion& motion, const IdentifyOptions& options, std::vector<MatrixXd>& W) {
  for (std::size_t j = 0; j < W.size(); ++j) {
    const auto row = motion.qd.row(static_cast<long>(j)).cwiseAbs().eval();
    const double slow = options.slow.empty()       ? options.slow_share * row.maxCoeff()
                        : options.slow.size() == 1 ? options.slow[0]
                                                   : options.slow[j];
    for (long i = 0; i < row.size(); ++i)
      if (row[i] < slow) W[j].row(i).setZero();
  }
}

Told told_by(const PlanSetup& setup, const Trajectory& rows) {
  Trajectory period = rows;  // the last row is the first of the next one
  period.time.pop_back(), period.q.pop_back(), period.qd.pop_back(), period.qdd.pop_back();
  const SeriesMotion motion = motion_of(period);
  const ExcitationInformation information(setup.excite.unknowns, setup.motion.noise,
                                          setup.motion.measurements * setup.motion.series.period(), {});
  std::vector<MatrixXd> W = information.regressors(motion);
  Told told{{}, MatrixXd::Zero(static_cast<long>(W.size()), information.size()), setup.excite.unknowns.support()};
  for (std::size_t j = 0; j < W.size(); ++j)
    for (long k = 0; k < W[j].cols(); ++k)
      told.unit_torque(static_cast<long>(j), told.felt[j][static_cast<std::size_t>(k)]) =
          W[j].col(k).norm() / std::sqrt(static_cast<double>(W[j].rows()));
  leave_out_slow(motion, setup.options.excitation.identification, W);
  told.information = information.sum(W);
  return told;
}

std::vector<double> deviations_after(const PlanSetup& setup, const Told& told, int repetitions) {
  MatrixXd M = repetitions * told.information;
  if (setup.excite.earlier.information.rows() > 0) M += setup.excite.earlier.information;
  return deviations(M);
}

/// The joint that feels a parameter most, beside the noise there.
std::size_t feeling_joint(const PlanSetup& setup, const Told& told, long b) {
  std::size_t best = 0;
  double most = -1;
  for (std::size_t j = 0; j < setup.joints(); ++j) {
    const double size = told.unit_torque(static_cast<long>(j), b) / setup.motion.noise[j];
    if (size > most) best = j, most = size;
  }
  return best;
}

/// By parameter: the other one that it is most alike to, and their correlation.
std::vector<std::pair<long, double>> most_alike(const MatrixXd& M) {
  const VectorXd scale = M.diagonal().unaryExpr([](double x) { return x > 0 ? 1 / std::sqrt(x) : 1.0; });
  const MatrixXd C = linear_algebra::inverse(scale.asDiagonal() * M * scale.asDiagonal());
  std::vector<std::pair<long, double>> alike(static_cast<std::size_t>(M.rows()), {0, 0.0});
  for (long a = 0; a < M.rows(); ++a)
    for (long b = 0; b < M.rows(); ++b) {
      const double correlation = std::abs(C(a, b)) / std::sqrt(C(a, a) * C(b, b));
      auto& [other, most] = alike[static_cast<std::size_t>(a)];
      if (a != b && correlation > most) other = b, most = correlation;
    }
  return alike;
}

bool is_friction(ParameterKind kind) {
  using enum ParameterKind;
  return kind == viscous || kind == coulomb || kind == offset || kind == viscous_difference ||
         kind == coulomb_difference || kind == stribeck;
}

/// Why a parameter stays less well known than it was asked for.
void explain(const PlanSetup& setup, const ExperimentPlan& plan, const Told& told, long b,
             const std::pair<long, double>& alike, PlannedParameter& one) {
  const PlannedJoint& joint = plan.joints[one.joint];
  if (!std::isfinite(one.deviation[0])) {
    one.outlook = Outlook::unseen;
    one.why = "this motion does not show it";
    return;
  }
  const double alone = 1 / std::sqrt(setup.options.most_repetitions * told.information(b, b));
  const bool weak = alone > setup.options.accuracy * std::abs(*one.value);
  if (weak || alike.second < much) {
    one.outlook = Outlook::too_weak;
    one.why = "lost in the noise: " + plan_number(one.torque, 2) + " " + joint.unit + " at " + joint.name + ", noise " +
              plan_number(joint.noise, 2) + " " + joint.unit;
    return;
  }
  const Unknowns& unknowns = setup.excite.unknowns;
  const int column = unknowns.base.independent[static_cast<std::size_t>(alike.first)];
  const bool friction = is_friction(unknowns.layout.entries[static_cast<std::size_t>(column)].kind);
  one.outlook = Outlook::entangled;
  one.why = std::string(friction ? "lost beneath friction: " : "") + "hardly told from " +
            parameter_names(unknowns.layout)[static_cast<std::size_t>(column)] + " (correlation " +
            plan_number(alike.second, 2) + ")";
}

/// The fewest repetitions that reach the accuracy; 0 where that is more than are allowed.
std::vector<int> repetitions_needed(const PlanSetup& setup, const Told& told,
                                    const std::vector<PlannedParameter>& parameters) {
  std::vector<int> needed(parameters.size(), 0);
  for (int count = 1; count <= setup.options.most_repetitions; ++count) {
    const std::vector<double> deviation = deviations_after(setup, told, count);
    bool all = true;
    for (std::size_t b = 0; b < needed.size(); ++b) {
      if (needed[b] == 0 && parameters[b].value && *parameters[b].value != 0 &&
          deviation[b] <= setup.options.accuracy * std::abs(*parameters[b].value))
        needed[b] = count;
      all &= needed[b] > 0;
    }
    if (all) break;
  }
  return needed;
}

void describe(const PlanSetup& setup, const ExperimentPlan& plan, const Told& told,
              std::vector<PlannedParameter>& parameters) {
  const Unknowns& unknowns = setup.excite.unknowns;
  const std::vector<double> values = base_values(unknowns.base, torsor::parameters(unknowns.model, unknowns.layout));
  std::array<std::vector<double>, 3> deviation;
  for (std::size_t k = 0; k < deviation.size(); ++k) deviation[k] = deviations_after(setup, told, plan_repetitions[k]);
  for (std::size_t b = 0; b < parameters.size(); ++b) {
    PlannedParameter& one = parameters[b];
    const ExpectedDeviation& expected = setup.motion.parameters[b];
    one.name = expected.name, one.words = expected.words, one.before = expected.before;
    for (std::size_t k = 0; k < deviation.size(); ++k) one.deviation[k] = deviation[k][b];
    if (setup.has_masses) one.value = values[b];
    one.joint = feeling_joint(setup, told, static_cast<long>(b));
    const double value = std::abs(one.value.value_or(0));
    one.torque = value * told.unit_torque(static_cast<long>(one.joint), static_cast<long>(b));
    for (std::size_t j = 0; j < setup.joints(); ++j)
      if (plan.joints[j].torque_rms > 0)
        one.share = std::max(one.share, value * told.unit_torque(static_cast<long>(j), static_cast<long>(b)) /
                                            plan.joints[j].torque_rms);
  }
}

/// Coulomb friction of a joint: what changes of it stand out between two records of the motion.
void describe_friction(const PlanSetup& setup, const Told& told, ExperimentPlan& plan) {
  const Unknowns& unknowns = setup.excite.unknowns;
  const std::vector<double> deviation = deviations(told.information);
  for (std::size_t b = 0; b < deviation.size(); ++b) {
    const Parameter& entry = unknowns.layout.entries[static_cast<std::size_t>(unknowns.base.independent[b])];
    if (entry.kind != ParameterKind::coulomb || entry.coupling >= 0) continue;
    const int joint = unknowns.model.bodies[static_cast<std::size_t>(entry.body)].v;
    plan.joints[static_cast<std::size_t>(joint)].noticed_friction = noticed * deviation[b];
  }
}

}  // namespace

void plan_accuracy(const PlanSetup& setup, ExperimentPlan& plan) {
  const Told told = told_by(setup, plan.motions.front().rows);
  std::vector<PlannedParameter> parameters(setup.motion.parameters.size());
  describe(setup, plan, told, parameters);
  const std::vector<int> needed = repetitions_needed(setup, told, parameters);
  const std::vector<std::pair<long, double>> alike = most_alike(told.information);
  plan.repetitions = std::min(fewest_repetitions, setup.options.most_repetitions);
  for (std::size_t b = 0; b < parameters.size(); ++b) {
    PlannedParameter& one = parameters[b];
    one.repetitions = needed[b];
    if (!one.value || *one.value == 0)
      one.outlook = std::isfinite(one.deviation[0]) ? Outlook::no_value : Outlook::unseen;
    else if (one.repetitions == 0)
      explain(setup, plan, told, static_cast<long>(b), alike[b], one);
    else if (one.share >= relevant_share)
      plan.repetitions = std::max(plan.repetitions, one.repetitions);
    if (one.outlook == Outlook::no_value) one.why = "no value in the robot file";
    if (one.share < relevant_share && one.outlook != Outlook::unseen && one.outlook != Outlook::no_value)
      one.outlook = Outlook::minor;
  }
  const std::vector<double> planned = deviations_after(setup, told, plan.repetitions);
  for (std::size_t b = 0; b < parameters.size(); ++b) {
    PlannedParameter& one = parameters[b];
    one.planned = planned[b];
    one.torque_deviation = planned[b] * told.unit_torque(static_cast<long>(one.joint), static_cast<long>(b));
  }
  std::sort(parameters.begin(), parameters.end(), [](const PlannedParameter& a, const PlannedParameter& b) {
    return a.torque != b.torque ? a.torque > b.torque : a.name < b.name;
  });
  plan.parameters = std::move(parameters);
  plan.motions.front().repetitions = plan.repetitions;
  describe_friction(setup, told, plan);
  const Unknowns& unknowns = setup.excite.unknowns;
  const std::vector<std::string> names = parameter_names(unknowns.layout);
  for (std::size_t c = 0; c < names.size(); ++c)
    if (unknowns.base.identifiability[c] == Identifiability::none) plan.never_seen.push_back(names[c]);
}

}  // namespace torsor
