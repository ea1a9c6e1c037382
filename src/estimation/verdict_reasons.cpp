#include "estimation/verdict_reasons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "torsor/estimation/estimator_table.hpp"

namespace torsor::verdict {
namespace {

constexpr const VerdictLimits& limit = verdict_limits;

/// What an estimate itself gives reason for; every reason is one function.
class Doubts {
 public:
  Doubts(const Identification& result, const std::vector<Grade>& grades) : result_(result), grades_(grades) {}

  std::vector<Finding> all() && {
    weak_excitation();
    if (const Estimate* chosen = result_.chosen_estimate(); chosen != nullptr) torques(*chosen);
    const Estimate* weighted = result_.estimate(weighted_name);
    if (weighted == nullptr || !weighted->valid) weighted = result_.chosen_estimate();
    if (weighted != nullptr) deviations(*weighted);
    consistent_model();
    return std::move(found_);
  }

 private:
  void add(const char* code, Severity severity, const std::string& element, const std::string& message,
           const std::string& fix, const std::vector<std::string>& options = {}) {
    found_.push_back({code, severity, "", {}, element, message, fix, options});
  }

  void weak_excitation() {
    if (!(result_.condition_number > limit.weak_condition)) return;
    add("weak-excitation", Severity::warning, "log",
        fmt::format(
            "the condition number of the equations is {:.3g}; well planned motions reach 10 to 50, and above {:.0f} "
            "noise may be mistaken for parameters",
            result_.condition_number, limit.weak_condition),
        "record motions in which all joints move at once, with different frequencies, fast and slow");
  }

  void torques(const Estimate& chosen) {
    for (std::size_t j = 0; j < grades_.size(); ++j) {
      if (j < chosen.training.size()) presliding(j, chosen.training[j]);
      if (j < std::min(chosen.training.size(), chosen.validation.size()) && !rests(chosen.validation[j]))
        overfitting(j, judged_fit(chosen.training[j]), judged_fit(chosen.validation[j]));
      poor_fit(j, judged_fit(judged_fits(chosen)[j]));
    }
    held_out_at_rest(chosen);
    simulated(chosen);
  }

  void presliding(std::size_t j, const JointFit& fit) {
    const double all = fit.smoothed.rms, moving = fit.smoothed_moving.rms;
    if (fit.smoothed_moving.samples == 0 || !(all > limit.presliding * moving)) return;
    add("presliding", Severity::warning, "joint " + joint_name(result_, j),
        fmt::format(
            "the residual is {:.3g} {} over all samples and {:.3g} over those in motion: near rest the friction "
            "is not a function of the velocity",
            all, torque_unit(result_, j), moving),
        "the verdict is on samples in motion; near rest the model errs by more, unless friction with Stribeck's effect "
        "explains it",
        {"stribeck"});
  }

  void overfitting(std::size_t j, const TorqueFit& fitted, const TorqueFit& held_out) {
    if (held_out.samples == 0 || fitted.samples == 0 || !(held_out.rms > limit.overfitting * fitted.rms)) return;
    add("does-not-generalise", Severity::warning, "joint " + joint_name(result_, j),
        fmt::format("the residual in motion grows from {:.3g} to {:.3g} {} on data that were held out", fitted.rms,
                    held_out.rms, torque_unit(result_, j)),
        "a longer or richer log; the motion excited too little of what these data need, or the robot changed (warm-up, "
        "payload, brakes)");
  }

  void poor_fit(std::size_t j, const TorqueFit& fit) {
    if (grades_[j] != Grade::poor && grades_[j] != Grade::fair) return;
    const bool poor = grades_[j] == Grade::poor;
    add(poor ? "poor-fit" : "fair-fit", poor ? Severity::warning : Severity::note, "joint " + joint_name(result_, j),
        fmt::format("in motion the model explains {} of the variance of the torque (residual {:.3g} {}, {:.0f} %)",
                    fit.r2 > 0 ? fmt::format("{:.0f} %", 100 * fit.r2) : "nothing", fit.rms, torque_unit(result_, j),
                    fit.relative),
        fit.r2 < limit.poor_r2 ? "the mean torque would predict better: a longer log with larger motions"
                               : "look at the residual in the report: gravity, units, a spring missing from the robot "
                                 "file");
  }

  void held_out_at_rest(const Estimate& chosen) {
    std::vector<std::string> resting;
    for (std::size_t j = 0; j < chosen.validation.size(); ++j)
      if (rests(chosen.validation[j])) resting.push_back(joint_name(result_, j));
    if (resting.empty()) return;
    add("held-out-at-rest", Severity::warning, "log",
        fmt::format("the held-out data barely move the joints {}: they say little about the model",
                    fmt::join(resting, ", ")),
        "hold out a different share, or use a separate log", {"hold_out", "validation"});
  }

  void simulated(const Estimate& chosen) {
    double worst = chosen.training.empty() ? INFINITY : 0;
    for (const JointFit& fit : chosen.training)
      worst = std::isfinite(fit.raw.relative) ? std::max(worst, fit.raw.relative) : INFINITY;
    const auto says_so = [](const Finding& finding) { return finding.code == "torque-simulated"; };
    const bool known = std::any_of(result_.findings.begin(), result_.findings.end(), says_so);
    if (known || worst > limit.simulated_percent) return;
    add("torque-simulated", Severity::note, "log",
        fmt::format("the model explains the raw torque to {:.2g} %: measured torques are never that clean", worst),
        "check that the torque column is measured, and not a controller's model or a simulation");
  }

  void deviations(const Estimate& estimate) {
    std::size_t known = 0, open = 0;
    for (std::size_t b = 0; b < estimate.value.size(); ++b)
      if (std::isfinite(standard_deviation(estimate, b))) ++known, open += significant(estimate, b) ? 0 : 1;
    if (known == 0)
      add("no-deviations", Severity::note, "result",
          "no standard deviations were computed: how certain the parameters are is unknown", "");
    if (open > 0)
      add("insignificant-parameters", Severity::note, "result",
          fmt::format("{} of {} base parameters are not larger than two standard deviations: do not interpret "
                      "their values",
                      open, known),
          "their effect on these motions is small; the consistent model takes them from the prior where there is one");
    coloured_noise(estimate);
  }

  void coloured_noise(const Estimate& estimate) {
    std::vector<double> ratios;
    const auto &blocks = estimate.standard_deviation, &naive = estimate.naive_standard_deviation;
    for (std::size_t b = 0; b < std::min(blocks.size(), naive.size()); ++b)
      if (std::isfinite(blocks[b] / naive[b])) ratios.push_back(blocks[b] / naive[b]);
    if (ratios.empty()) return;
    std::nth_element(ratios.begin(), ratios.begin() + ratios.size() / 2, ratios.end());
    const double median = ratios[ratios.size() / 2];
    if (median < limit.coloured) return;
    add("coloured-noise", Severity::note, "residual",
        fmt::format("the noise is coloured: standard deviations are {:.1f} times those for white noise", median),
        "the reported values account for it");
  }

  void consistent_model() {
    const StandardEstimate& model = result_.consistent;
    if (!model.valid) {
      add("no-consistent-model", Severity::warning, "result",
          "there is no physically consistent set of standard parameters", "do not simulate with this estimate");
      return;
    }
    if (model.gap > limit.solved_gap)
      add("consistent-fit-unfinished", Severity::note, "result",
          fmt::format(
              "the consistent fit did not converge: its objective may be up to {:.1e}, relative, from the optimum",
              model.gap),
          "");
    bodies_at_their_limit(model.at_the_limit);
    parameters_at_zero(model.at_zero);
  }

  void bodies_at_their_limit(const std::vector<int>& bodies) {
    if (bodies.empty()) return;
    add("inertia-at-its-limit", Severity::note, "result",
        fmt::format(
            "the unconstrained inertia of link {} is physically impossible; the model has the nearest possible one",
            fmt::join(bodies, ", ")),
        "the data say little about these inertias: use a prior in the robot file or a richer log");
  }

  void parameters_at_zero(const std::vector<int>& columns) {
    std::vector<std::string> names;
    for (const int column : columns)
      if (column >= 0 && column < static_cast<int>(result_.parameter_names.size()))
        names.push_back(result_.parameter_names[column]);
    if (names.empty()) return;
    const auto rotors =
        std::count_if(names.begin(), names.end(), [](const auto& name) { return name.starts_with("Ia"); });
    const std::string message =
        fmt::format("the unconstrained fit gives a negative value for {}; the model has 0", fmt::join(names, ", "));
    if (2 * rotors > static_cast<long>(result_.joints.size()))
      add("parameter-at-zero", Severity::note, "result", message,
          "torque sensors behind the gears do not see the rotors: identify without them", {"rotor"});
    else
      add("parameter-at-zero", Severity::note, "result", message, "");
  }

  const Identification& result_;
  const std::vector<Grade>& grades_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> reasons(const Identification& result, const std::vector<Grade>& grades) {
  return Doubts(result, grades).all();
}

}  // namespace torsor::verdict
