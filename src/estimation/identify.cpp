#include "torsor/estimation/identify.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "estimation/assessment.hpp"
#include "estimation/hysteresis.hpp"
#include "estimation/identify_options.hpp"
#include "estimation/links_torque.hpp"
#include "estimation/log_split.hpp"
#include "estimation/refusals.hpp"
#include "estimation/term_selection.hpp"
#include "estimation/torque_delay.hpp"
#include "estimation/unknowns.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/estimation/estimator_table.hpp"
#include "torsor/estimation/friction_shape.hpp"
#include "torsor/model/build_model.hpp"

namespace torsor {
namespace {

using Eigen::VectorXd;

constexpr int folds = 8;
constexpr int searches_for_a_shape = 2;
constexpr int fits_about_the_links = 3;
constexpr Eigen::Index weakest_directions = 5;

std::vector<double> list(const VectorXd& x) { return {x.data(), x.data() + x.size()}; }

/// A name that no estimator has would be overlooked otherwise.
void require_known_estimator(const std::optional<std::string>& name) {
  std::vector<std::string> known;
  for (const Estimator& estimator : estimators()) known.emplace_back(estimator.name);
  if (name && std::find(known.begin(), known.end(), *name) == known.end())
    throw UsageError("chosen", "expected one of " + enumerated(known) + "; found " + in_quotes(*name));
}

/// What formulas may name besides the motion: the same columns in every log.
std::vector<std::string> other_names_of(const std::vector<NamedLog>& training,
                                        const std::vector<NamedLog>& validation) {
  std::vector<std::string> names;
  for (const auto* logs : {&training, &validation})
    for (const NamedLog& log : *logs) {
      const std::vector<std::string> own = log.source->other_names();
      if (&log == training.data()) names = own;
      if (own != names)
        throw UsageError(log.name + ": expected the further columns of " + training.front().name + " (" +
                         enumerated(names) + "), found " + (own.empty() ? "none" : enumerated(own)));
    }
  return names;
}

/// Whether friction grows with the load and has hysteresis, and how much, is asked of the logs.
Description without_selected_terms(Description robot) {
  robot = without_hysteresis(std::move(robot));
  for (described::Link& link : robot.links)
    if (link.friction) link.friction->load = 0.0;
  return robot;
}

/// The way from logs to a result, step by step; each leaves what the next ones need.
class Identifier {
 public:
  Identifier(const Description& robot, const IdentifyOptions& options, const std::vector<std::string>& other_names)
      : robot_(options.select_terms && options.coulomb ? without_selected_terms(robot) : robot), options_(options),
        unknowns_(unknowns_of(robot_, options, {},
                              compile_terms(options.own_terms, build_model<double>(robot_), other_names))) {
    require_known_estimator(options.chosen);
    result_.robot = robot.name;
    result_.gravity = options.gravity;
    if (options_.slow.size() == 1) options_.slow.resize(unknowns_.model.nv, options_.slow[0]);
  }

  Identification run(const std::vector<NamedLog>& training, const std::vector<NamedLog>& validation) {
    const auto begin = std::chrono::steady_clock::now();
    tell("planning the smoothing", 0);
    logs_ = split_logs(training, validation, options_);
    name_logs(training, validation);
    remove_torque_delay();
    Equations equations(unknowns_, logs_.training,
                        {options_.equation_rate, options_.slow, options_.trim, options_.threads});
    require_equations(equations, logs_.training, options_.trim);
    tell("equations", 0.1);
    range_ = motion_range(equations);
    require_enough(equations.sums(folds));
    tell("terms of the model", 0.2);
    choose_terms(equations);
    describe(unknowns_, result_);
    for (const OwnTerm& term : options_.own_terms) result_.own_terms.push_back({term.joint, term.formula, false});
    for (const CompiledTerm& term : unknowns_.own_terms) result_.own_terms[term.number].admitted = true;
    result_.friction = friction_in_words(options_, unknowns_);
    if (options_.use_prior) prior_ = prior_of(unknowns_);
    slow_ = slow(unknowns_);
    if (options_.slow.empty()) equations.drop_below(slow_);
    linearise_load(equations);
    estimate(equations, equations.sums(folds));
    tell("residuals", 0.8);
    assess_estimates(equations, {options_, range_, slow_, deviation_, logs_.validation}, result_);
    result_.verdict = judge(result_);
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    tell("done", 1);
    return std::move(result_);
  }

 private:
  void tell(const std::string& stage, double done) const {
    if (options_.progress) options_.progress(stage, done);
  }

  void name_logs(const std::vector<NamedLog>& training, const std::vector<NamedLog>& validation) {
    for (const NamedLog& log : training) {
      result_.training_logs.push_back(log.name);
      result_.rows += log.source->row_count();
    }
    for (const NamedLog& log : validation) result_.validation_logs.push_back(log.name);
    result_.held_out = logs_.held_out;
    if (!logs_.training.empty()) result_.smoothing = in_words(logs_.training[0].plan);
  }

  void remove_torque_delay() {
    if (!options_.torque_delay && !options_.remove_delay) return;
    result_.torque_delay = find_torque_delay(unknowns_, logs_.training, options_);
    result_.torque_delay.removed = result_.torque_delay.found && options_.remove_delay;
    if (!result_.torque_delay.removed) return;
    for (std::vector<LogPart>* parts : {&logs_.training, &logs_.validation})
      *parts = without_delay(std::move(*parts), result_.torque_delay.seconds, later_);
  }

  /// By joint: the velocity below which it counts as resting.
  std::vector<double> slow(const Unknowns& unknowns) const {
    std::vector<double> list = options_.slow;
    for (int j = 0; options_.slow.empty() && j < unknowns.model.nv; ++j) {
      const double fastest = range_.largest_velocity[j];  // of a joint that hardly moves, some equations have to stay
      const double slow =
          std::max(options_.slow_in_widths * unknowns.model.friction[j].width, options_.slow_share * fastest);
      list.push_back(options_.coulomb ? std::min(slow, 0.5 * fastest) : 0);
    }
    return list;
  }

  /// Widths of Coulomb friction, and velocities of Stribeck's effect, that leave the least residual of each joint.
  void find_friction_shape(Equations& equations) {
    const bool search = options_.coulomb && options_.widths.empty() && options_.width == CoulombWidth::searched;
    for (int pass = 0; pass < searches_for_a_shape && search; ++pass) {
      if (options_.slow.empty()) equations.drop_below(slow(equations.unknowns()));
      const LinearEstimate estimate = weighted_least_squares(equations.sums(folds));
      if (estimate.beta.size() == 0) break;
      equations.reshape_friction(with_best_friction_shape(equations, estimate.beta, range_.largest_velocity));
    }
    unknowns_.model = equations.unknowns().model;
  }

  void choose_terms(Equations& equations) {
    if (!options_.select_terms) find_friction_shape(equations);
    if (options_.select_terms && options_.coulomb) {
      TermSelection selection = select_terms(equations, range_.largest_velocity, options_);
      options_.rotor = selection.rotors;
      if (selection.gravity) result_.gravity = options_.gravity = selection.gravity;
      options_.stribeck = std::any_of(selection.joints.begin(), selection.joints.end(),
                                      [](const SelectedFriction& joint) { return joint.stribeck_velocity > 0; });
      std::vector<CompiledTerm> own_terms = unknowns_.own_terms;
      std::erase_if(own_terms, [&](const CompiledTerm& term) { return !selection.own_terms[term.number]; });
      unknowns_ = unknowns_of(robot_, options_, selection.joints, std::move(own_terms));
      if (unknowns_.model.load_friction) {
        const Model<double> about =
            changed(*selection.about, [&](ModelParts<double>& parts) { parts.couplings = unknowns_.model.couplings; });
        unknowns_.links = links_in_base(unknowns_, parameters(about, unknowns_.layout));
      }
      equations.replace(unknowns_);
      result_.terms = std::move(selection.verdicts);
      result_.hysteresis_distance = hysteresis_of(selection.joints);
      result_.periodic = periodic_of(selection.joints);
      result_.own_hysteresis = false;
    }
    for (const Friction<double>& friction : unknowns_.model.friction) {
      result_.coulomb_width.push_back(friction.width);
      result_.stribeck_velocity.push_back(options_.stribeck ? friction.stribeck_velocity : 0);
    }
    result_.hysteresis_distance.resize(unknowns_.model.nv);
    result_.periodic.resize(unknowns_.model.nv);
    result_.presliding_distance = unknowns_.presliding_distance;
    if (!unknowns_.presliding_distance.empty())
      result_.coupling_distance.assign(unknowns_.presliding_distance.begin() + unknowns_.model.nv,
                                       unknowns_.presliding_distance.end());
    result_.presliding_distance.resize(unknowns_.model.nv);
  }

  /// Friction under load is a number times a torque that other numbers make: it is fitted about the links of the fit
  /// before, which converges as fast as that number is small.
  void linearise_load(Equations& equations) {
    result_.links_torque.assign(unknowns_.model.nv, 0);
    if (!unknowns_.model.load_friction) return;
    for (int pass = 0; pass < fits_about_the_links; ++pass) {
      const LinearEstimate estimate = weighted_least_squares(equations.sums(folds));
      if (estimate.beta.size() == 0) return;
      equations.linearise_load(links_in_base(unknowns_, standard_parameters(unknowns_, estimate.beta)));
    }
    unknowns_.links = equations.unknowns().links;
    result_.links_torque = mean_links_torque(equations);
  }

  void estimate(const Equations& equations, const JointEquations& sums) {
    LinearEstimate weighted = weighted_least_squares(sums);
    if (weighted.beta.size() == 0) refuse_undetermined(unknowns_, sums);
    deviation_ = residual_deviation(sums, weighted.beta);
    const EstimatorInput input{options_, equations,           sums,      logs_.training, slow_,
                               prior_,   std::move(weighted), deviation_};
    const double count = static_cast<double>(estimators().size());
    for (const Estimator& estimator : estimators()) {
      if (!wanted(estimator, options_)) continue;
      tell(std::string(estimator.name), 0.45 + 0.35 * static_cast<double>(&estimator - estimators().data()) / count);
      add(estimator, estimator.estimate(input));
    }
    choose();
    condition(sums.total(input.weights()));
    for (int j = 0; j < sums.joints(); ++j) result_.rows_used += static_cast<long>(sums.joint(j).rows);
    result_.noise = list(deviation_);
    result_.duration = range_.duration;
  }

  void add(const Estimator& estimator, const LinearEstimate& estimate) {
    Estimate entry;
    entry.method = estimator.name;
    entry.note = estimate.note;
    entry.valid = estimate.beta.size() > 0 && estimate.beta.allFinite();
    if (entry.valid) entry.value = list(estimate.beta);
    if (entry.valid) entry.naive_standard_deviation = list(estimate.naive_deviation);
    if (estimate.standard) result_.consistent = *estimate.standard;
    result_.estimates.push_back(std::move(entry));
  }

  /// The one that was asked for, else the consistent one, else the weighted one: the first that gave an answer.
  void choose() {
    const std::string asked_for = options_.chosen.value_or("");
    for (const std::string_view name : {std::string_view(asked_for), consistent_name, weighted_name}) {
      const Estimate* estimate = result_.estimate(name);
      if (estimate == nullptr || !estimate->valid) continue;
      result_.chosen = static_cast<int>(estimate - result_.estimates.data());
      return;
    }
  }

  void condition(const NormalEquations& weighted) {
    const Conditioning all = conditioning(weighted);
    result_.condition_number = all.number();
    result_.singular_values = list(all.singular_values);
    for (Eigen::Index k = 0; k < std::min(weakest_directions, all.directions.cols()); ++k)
      result_.weakest.push_back(list(all.directions.col(all.directions.cols() - 1 - k)));
  }

  const Description robot_;
  IdentifyOptions options_;  // once they are known, with the terms that were chosen
  Unknowns unknowns_;
  std::optional<std::vector<double>> prior_;
  LogSplit logs_;
  std::vector<std::shared_ptr<const LogSource>> later_;  // the logs with a delay removed
  MotionRange range_;
  std::vector<double> slow_;  // by joint
  VectorXd deviation_;        // by joint: of its residual
  Identification result_;
};

}  // namespace

Identification identify(const Description& robot, const std::vector<NamedLog>& training,
                        const std::vector<NamedLog>& validation, const IdentifyOptions& options) {
  require_possible(options);
  return Identifier(robot, options, other_names_of(training, validation)).run(training, validation);
}

}  // namespace torsor
