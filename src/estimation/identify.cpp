#include "torsor/estimation/identify.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <chrono>
#include <cmath>

#include "torsor/core/error.hpp"
#include "torsor/estimation/consistent_fit/consistent_fit.hpp"
#include "torsor/estimation/evaluation.hpp"
#include "torsor/estimation/friction_shape.hpp"
#include "torsor/estimation/streamed_estimators.hpp"
#include "torsor/estimation/thinned_log.hpp"
#include "torsor/estimation/verdict.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr int folds = 8;
constexpr double slow_share = 0.05;      // of the largest velocity: a joint below it does not count as moving
constexpr double width_to_start = 0.02;  // of 1 rad/s, before the width of friction is known
constexpr int searches_for_a_shape = 2;
constexpr double largest_gap = 1e-4;  // of the physically consistent fit, which is solved to far less where it can be

std::vector<double> list(const VectorXd& x) { return {x.data(), x.data() + x.size()}; }

std::string in_words(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", number);
  return text;
}

class Identifier {
 public:
  Identifier(const Description& robot, const IdentifyOptions& options)
      : options_(options), unknowns_(unknowns(robot, options)) {
    result_.robot = robot.name;
    result_.gravity = options.gravity;
    if (options.use_prior) prior_ = prior();
    if (options_.slow.size() == 1) options_.slow.resize(unknowns_.model.nv, options_.slow[0]);
  }

  Identification run(const std::vector<NamedLog>& training, const std::vector<NamedLog>& validation) {
    const auto begin = std::chrono::steady_clock::now();
    tell("planning the smoothing", 0);
    split(training, validation);
    describe();
    Equations equations(unknowns_, training_, {options_.equation_rate, options_.slow, options_.trim, options_.threads});
    if (equations.piece_count() == 0) throw ComputationError(no_equations(equations));
    tell("equations", 0.1);
    range_ = motion_range(equations);
    if (options_.slow.empty()) equations.drop_below(slow(equations.unknowns().model));
    JointEquations sums = equations.sums(folds);
    require_enough(sums);
    find_friction_shape(equations, sums);
    estimate(equations, sums);
    judge_estimates(equations);
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    add_findings_of_the_result(result_);
    tell("done", 1);
    return std::move(result_);
  }

 private:
  static Unknowns unknowns(const Description& robot, const IdentifyOptions& options) {
    const Model<double> written = build_model<double>(robot);
    if (written.nq != written.nv)
      throw ComputationError("identification is for joints that turn or slide; " + robot.name + " has others");
    ParameterSelection select;
    select.rotor = options.rotor, select.viscous = options.viscous, select.coulomb = options.coulomb;
    select.offset = options.offset, select.asymmetric = options.asymmetric, select.stribeck = options.stribeck;
    select.coupling = select.spring = true;
    const bool search = options.widths.empty() && options.width == CoulombWidth::searched;
    const Model<double> model = changed(written, [&](ModelParts<double>& parts) {
      for (std::size_t j = 0; j < parts.friction.size(); ++j) {
        Friction<double>& friction = parts.friction[j];
        if (!options.widths.empty())
          friction.width = options.widths[j];
        else if (options.width != CoulombWidth::as_in_the_robot_file)
          friction.width = search ? width_to_start : 0.0;
        if (options.stribeck && friction.stribeck_velocity == 0) friction.stribeck_velocity = 10 * width_to_start;
      }
    });
    ParameterLayout layout = parameter_layout(model, select);
    Conditions<double> conditions = default_conditions(model);
    if (options.gravity) conditions.gravity = *options.gravity;
    BaseParameters base = base_parameters(model, layout, conditions);
    return {model, std::move(layout), std::move(base), conditions};
  }

  std::optional<std::vector<double>> prior() const {
    std::vector<double> theta = parameters(unknowns_.model, unknowns_.layout);
    for (const int at : unknowns_.layout.inertial)
      if (at >= 0 && theta[at] <= 0) return {};
    return theta;
  }

  void tell(const std::string& stage, double done) const {
    if (options_.progress) options_.progress(stage, done);
  }

  LogPart part(const NamedLog& log, const SmoothingPlan& plan, double from, double to) const {
    const double rows = static_cast<double>(log.source->row_count());
    const long first = std::lround(from * rows);
    return {log.source, plan, plan.step, first, std::lround(to * rows) - first};
  }

  void split(const std::vector<NamedLog>& training, const std::vector<NamedLog>& validation) {
    const double kept = validation.empty() ? 1 - options_.hold_out : 1;
    for (const NamedLog& log : training) {
      const SmoothingPlan plan = plan_smoothing(*log.source, options_.smoothing);
      training_.push_back(part(log, plan, 0, kept));
      if (kept < 1) validation_.push_back(part(log, plan, kept, 1));
      result_.training_logs.push_back(log.name);
      result_.rows += log.source->row_count();
      if (result_.smoothing.empty()) result_.smoothing = in_words(plan);
    }
    for (const NamedLog& log : validation) {
      validation_.push_back(part(log, plan_smoothing(*log.source, options_.smoothing), 0, 1));
      result_.validation_logs.push_back(log.name);
    }
    char text[64];
    std::snprintf(text, sizeof text, "the last %.0f %% of each log", 100 * options_.hold_out);
    result_.held_out = !validation.empty() ? "logs of their own" : kept < 1 ? text : "nothing";
  }

  void describe() {
    const Unknowns& u = unknowns_;
    result_.layout = u.layout;
    result_.base = u.base;
    result_.parameter_names = parameter_names(u.layout);
    for (int b = 0; b < u.base.count(); ++b) {
      result_.base_names.push_back(result_.parameter_names[u.base.independent[b]]);
      result_.base_words.push_back(base_parameter_in_words(u.base, u.layout, b));
    }
    result_.joints = velocity_names(u.model);
    result_.torque_units.resize(u.model.nv, "Nm");
    for (const Body<double>& body : u.model.bodies)
      if (&body != &u.model.bodies[0] && body.joint == JointType::prismatic) result_.torque_units[body.v] = "N";
    if (prior_) result_.consistent.prior = *prior_;
  }

  std::string no_equations(const Equations& equations) const {
    double seconds = 0, cutoff = 0;
    for (const LogPart& part : training_) {
      seconds = std::max(seconds, part.step * static_cast<double>(part.count));
      for (const double one : part.plan.cutoff) cutoff = std::max(cutoff, one);
    }
    char text[256];
    std::snprintf(
        text, sizeof text,
        "the logs give no equations: expected more than the %.3g s at either end that are not used (--trim; two "
        "periods of the cut-off) and the %.3g s of an equation (--rate), found %.3g s in the longest",
        options_.trim >= 0 ? options_.trim
        : cutoff > 0       ? 2 / cutoff
                           : 0,
        equations.step(), seconds);
    return text;
  }

  void require_enough(const JointEquations& sums) const {
    double rows = 0;
    for (int j = 0; j < sums.joints(); ++j) rows += sums.joint(j).rows;
    if (rows > 2.0 * sums.columns) return;
    throw ComputationError("the logs give " + std::to_string(static_cast<long>(rows)) +
                           " equations: expected at least twice as many as the " + std::to_string(sums.columns) +
                           " base parameters");
  }

  /// By joint: the velocity below which its equations do not count.
  std::vector<double> slow(const Model<double>& model) const {
    std::vector<double> list = options_.slow;
    for (int j = 0; options_.slow.empty() && j < model.nv; ++j) {
      const double fastest = range_.largest_velocity[j];  // of a joint that hardly moves, some equations have to stay
      const double slow = std::max(options_.slow_in_widths * model.friction[j].width, options_.slow_share * fastest);
      list.push_back(options_.coulomb ? std::min(slow, 0.5 * fastest) : 0);
    }
    return list;
  }

  void find_friction_shape(Equations& equations, JointEquations& sums) {
    const bool search = options_.coulomb && options_.widths.empty() && options_.width == CoulombWidth::searched;
    for (int pass = 0; search && pass < searches_for_a_shape; ++pass) {
      tell("shape of friction", 0.2 + 0.1 * pass);
      const LinearEstimate estimate = weighted_least_squares(sums);
      if (estimate.beta.size() == 0) break;
      equations.reshape_friction(with_best_friction_shape(equations, estimate.beta, range_.largest_velocity));
      if (options_.slow.empty()) equations.drop_below(slow(equations.unknowns().model));
      sums = equations.sums(folds);
    }
    unknowns_.model = equations.unknowns().model;
    slow_ = slow(unknowns_.model);
    for (const Friction<double>& friction : unknowns_.model.friction) {
      result_.coulomb_width.push_back(friction.width);
      result_.stribeck_velocity.push_back(options_.stribeck ? friction.stribeck_velocity : 0);
    }
    result_.friction = friction_in_words(options_);
  }

  void add(const std::string& method, const LinearEstimate& estimate) {
    Estimate entry;
    entry.method = method;
    entry.note = estimate.note;
    entry.valid = estimate.beta.size() > 0 && estimate.beta.allFinite();
    if (entry.valid) entry.value = list(estimate.beta);
    if (entry.valid) entry.naive_standard_deviation = list(estimate.naive_deviation);
    result_.estimates.push_back(std::move(entry));
  }

  void estimate(const Equations& equations, const JointEquations& sums) {
    tell("estimators", 0.45);
    const LinearEstimate weighted = weighted_least_squares(sums);
    add("least squares", least_squares(sums));
    add("weighted", weighted);
    if (weighted.beta.size() == 0) throw ComputationError(undetermined(unknowns_, sums));
    deviation_ = residual_deviation(sums, weighted.beta);
    const VectorXd weights = weights_of(deviation_);
    if (options_.huber) add("weighted by covariance", covariance_weighted(equations, weighted, deviation_));
    if (options_.huber) add("robust (Huber)", huber(equations, weighted));
    if (options_.regularised) {
      VectorXd centre = VectorXd::Zero(sums.columns);
      if (prior_) {
        const std::vector<double> values = base_values(unknowns_.base, *prior_);
        centre = VectorXd::Map(values.data(), sums.columns);
      }
      add("ridge", ridge(sums, weights, centre));
      add("lasso", lasso(sums, weights, centre));
    }
    add("sequential", sequential(sums));
    add("total least squares", total_least_squares(sums, weights));
    if (options_.instrumental) add_instrumental(weights);
    add_consistent(sums, weights);
    const Conditioning condition = conditioning(sums.total(weights));
    result_.condition_number = condition.number();
    result_.singular_values = list(condition.singular_values);
    for (Eigen::Index k = 0; k < std::min<Eigen::Index>(5, condition.directions.cols()); ++k)
      result_.weakest.push_back(list(condition.directions.col(condition.directions.cols() - 1 - k)));
    for (int j = 0; j < sums.joints(); ++j) result_.rows_used += static_cast<long>(sums.joint(j).rows);
    result_.noise = list(deviation_);
    result_.duration = range_.duration;
  }

  void add_instrumental(const VectorXd& weights) {
    tell("instrumental variables", 0.6);
    std::vector<ThinnedLog> even, odd;
    even.reserve(training_.size()), odd.reserve(training_.size());
    std::vector<LogPart> first, second;
    for (const LogPart& part : training_) {
      even.emplace_back(*part.source, part.first, part.count, 0);
      odd.emplace_back(*part.source, part.first, part.count, 1);
      SmoothingOptions smoothing = options_.smoothing;
      smoothing.cutoff = std::min(*std::max_element(part.plan.cutoff.begin(), part.plan.cutoff.end()),
                                  0.4 * 0.5 / part.plan.step);  // half the samples carry half the band
      const SmoothingPlan plan = plan_smoothing(even.back(), smoothing);
      first.push_back({&even.back(), plan, plan.step, 0, odd.back().row_count()});
      second.push_back({&odd.back(), plan, plan.step, 0, odd.back().row_count()});
    }
    const EquationOptions options{options_.equation_rate, slow_, options_.trim, options_.threads};
    add("instrumental variable", instrumental_variable(Equations(unknowns_, std::move(first), options),
                                                       Equations(unknowns_, std::move(second), options), weights));
  }

  void add_consistent(const JointEquations& sums, const VectorXd& weights) {
    tell("physically consistent fit", 0.7);
    const NormalEquations total = sums.total(weights);
    const Eigen::LLT<MatrixXd> factor(total.WtW);
    const BaseParameters& base = unknowns_.base;
    MatrixXd to_base = MatrixXd::Zero(base.count(), unknowns_.layout.size());
    for (int b = 0; b < base.count(); ++b) {
      to_base(b, base.independent[b]) = 1;
      for (std::size_t d = 0; d < base.dependent.size(); ++d)
        to_base(b, base.dependent[d]) = base.coefficients(b, static_cast<int>(d));
    }
    ConsistentFitProblem problem;
    problem.A = factor.matrixU() * to_base;
    problem.y = factor.matrixL().solve(total.Wty);
    problem.unexplained = std::max(0.0, total.yty - problem.y.squaredNorm());
    problem.layout = &unknowns_.layout;
    problem.prior = prior_;
    problem.allowed_increase = options_.prior_increase;
    const ConsistentFitResult fit = consistent_fit(problem);
    StandardEstimate& standard = result_.consistent;
    standard.valid = fit.possible && fit.gap < largest_gap;
    standard.value = fit.theta;
    standard.gap = fit.gap;
    standard.at_the_limit = fit.at_the_limit;
    standard.at_zero = fit.at_zero;
    LinearEstimate estimate;
    if (!(fit.gap < 1e-6))
      estimate.note = fit.possible ? "the solver stopped at a gap of " + in_words(fit.gap) +
                                         ": the data are far from those of any possible robot"
                                   : "the bounds on masses contradict each other";
    if (standard.valid) {
      estimate.beta = to_base * VectorXd::Map(fit.theta.data(), unknowns_.layout.size());
      standard.smallest_eigenvalue = 1;
      for (std::size_t body = 1; body < fit.relative_smallest_eigenvalue.size(); ++body)
        standard.smallest_eigenvalue = std::min(standard.smallest_eigenvalue, fit.relative_smallest_eigenvalue[body]);
    }
    add("physically consistent", estimate);
    result_.chosen = static_cast<int>(result_.estimates.size()) - 1;
    if (!standard.valid) result_.chosen = 1;
    for (std::size_t e = 0; options_.chosen && e < result_.estimates.size(); ++e)
      if (result_.estimates[e].method == *options_.chosen) result_.chosen = static_cast<int>(e);
  }

  void judge_estimates(const Equations& equations) {
    tell("residuals", 0.8);
    MatrixXd betas = MatrixXd::Zero(equations.columns(), static_cast<Eigen::Index>(result_.estimates.size()));
    for (std::size_t e = 0; e < result_.estimates.size(); ++e)
      if (result_.estimates[e].valid) betas.col(e) = VectorXd::Map(result_.estimates[e].value.data(), betas.rows());
    const VectorXd moving_above =
        (slow_share * range_.largest_velocity).cwiseMax(VectorXd::Map(slow_.data(), equations.joints()));
    Evaluation training = evaluate(equations, betas, result_.chosen, moving_above);
    result_.training_traces = std::move(training.traces);
    result_.correlation_time = training.correlation_time;
    for (const std::vector<double>& one : training.correlation)
      result_.autocorrelation.push_back({equations.step(), one});
    if (options_.deviations) add_deviations(equations, training);
    Evaluation held_out;
    if (!validation_.empty()) {
      tell("validation", 0.9);
      held_out =
          evaluate(Equations(unknowns_, validation_, {options_.equation_rate, slow_, options_.trim, options_.threads}),
                   betas, result_.chosen, moving_above);
      result_.validation_traces = std::move(held_out.traces);
    }
    for (std::size_t e = 0; e < result_.estimates.size(); ++e) {
      if (!result_.estimates[e].valid) continue;
      result_.estimates[e].training = training.fits[e];
      if (!validation_.empty()) result_.estimates[e].validation = held_out.fits[e];
    }
  }

  /// Blocks of several correlation times, but no fewer than would tell the parameters apart.
  void add_deviations(const Equations& equations, const Evaluation& training) {
    tell("standard deviations", 0.85);
    double longest = 0;
    for (const double time : training.correlation_time) longest = std::max(longest, time / equations.step());
    const long most = std::max(2L, range_.equations * equations.joints() / (4L * equations.columns()));
    long length = std::clamp(std::lround(std::ceil(3 * longest)), 2L, most);
    if (options_.block_length > 0) length = options_.block_length;
    for (Estimate& estimate : result_.estimates) {
      if (!estimate.valid || (estimate.method != "weighted" && estimate.method != "physically consistent")) continue;
      const VectorXd beta = VectorXd::Map(estimate.value.data(), equations.columns());
      const BlockDeviation blocks = block_deviation(equations, beta, weights_of(deviation_), length);
      estimate.standard_deviation = list(across_blocks(training, equations, length) * blocks.deviation);
    }
    result_.block_length = length;
  }

  /// What blocks do not see of coloured noise: the correlation across their borders, and that a fit takes as many
  /// degrees of freedom from fewer independent residuals. A factor on standard deviations, near 1, the mean over
  /// joints.
  double across_blocks(const Evaluation& training, const Equations& equations, long length) const {
    const double rows = static_cast<double>(result_.rows_used), p = equations.columns();
    double sum = 0;
    for (int j = 0; j < equations.joints(); ++j) {
      const double time = training.correlation_time[j] / equations.step();
      double whole = 1, seen = 1;
      for (std::size_t lag = 1; lag < training.correlation[j].size() && whole < time; ++lag) {
        whole += 2 * training.correlation[j][lag];
        seen += 2 * training.correlation[j][lag] *
                std::max(0.0, 1 - static_cast<double>(lag) / static_cast<double>(length));
      }
      const double taken = std::max(0.2, 1 - p * time / rows) / (1 - p / rows);
      sum += std::sqrt(std::max(1.0, whole / seen) / std::min(1.0, taken));
    }
    return sum / equations.joints();
  }

  IdentifyOptions options_;
  Unknowns unknowns_;
  std::optional<std::vector<double>> prior_;
  std::vector<LogPart> training_, validation_;
  MotionRange range_;
  std::vector<double> slow_;  // by joint
  VectorXd deviation_;
  Identification result_;
};

}  // namespace

Identification identify(const Description& robot, const std::vector<NamedLog>& training,
                        const std::vector<NamedLog>& validation, const IdentifyOptions& options) {
  return Identifier(robot, options).run(training, validation);
}

}  // namespace torsor
