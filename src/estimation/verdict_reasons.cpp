#include "estimation/verdict_reasons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "torsor/estimation/estimator_table.hpp"
#include "torsor/estimation/parameter_unit.hpp"

namespace torsor::verdict {
namespace {

constexpr const VerdictLimits& limit = verdict_limits;

/// What an estimate itself gives reason for; every reason is one function.
class Doubts {
 public:
  Doubts(const Identification& result, const std::vector<Grade>& grades) : result_(result), grades_(grades) {}

  std::vector<Finding> all() && {
    weak_excitation();
    torque_delay();
    own_terms();
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

  void torque_delay() {
    const TorqueDelay& delay = result_.torque_delay;
    if (!delay.found) return;
    const double most = 2 * delay.deviation;
    add("torque-delay", Severity::note, "log",
        fmt::format("the torque is {} than the position beside it by {:.2g} ms ({:.2g} .. {:.2g} ms by noise alone){}: "
                    "the squared residual on parts that were left out is {:.2g} % less without it",
                    delay.seconds > 0 ? "older" : "newer", 1e3 * std::abs(delay.seconds),
                    1e3 * (std::abs(delay.seconds) - most), 1e3 * (std::abs(delay.seconds) + most),
                    delay.removed ? ", which was removed" : "", 100 * delay.gain),
        delay.removed ? "allow for it where the model is compared with such a torque"
                      : "record both at the same instant, or let it be removed",
        delay.removed ? std::vector<std::string>{} : std::vector<std::string>{"remove_delay"});
  }

  void own_terms() {
    for (const OwnTermVerdict& term : result_.own_terms)
      if (term.admitted)
        add("own-term-not-in-robot", Severity::warning, term.joint,
            "its model has a torque " + term.formula + " times a number, which the robot that is written has not",
            "add it where the model is used");
  }

  void torques(const Estimate& chosen) {
    for (std::size_t j = 0; j < grades_.size(); ++j) {
      if (j < chosen.training.size()) standstill(j, chosen.training[j]);
      if (j < std::min(chosen.training.size(), chosen.validation.size()) && !rests(chosen.validation[j]))
        overfitting(j, judged_fit(chosen.training[j]), judged_fit(chosen.validation[j]));
      absurd_residual(j, judged_fits(chosen)[j].raw);
      poor_fit(j, judged_fit(judged_fits(chosen)[j]));
    }
    held_out_at_rest(chosen);
    simulated(chosen);
  }

  /// The Coulomb friction of a joint in the written model; not a number where it has none.
  double coulomb(std::size_t j) const {
    for (std::size_t c = 0; c < std::min(result_.layout.entries.size(), result_.consistent.value.size()); ++c) {
      const Parameter& entry = result_.layout.entries[c];
      const bool here = entry.coupling < 0 && joint_of(result_, entry.body) == j;
      if (here && entry.kind == ParameterKind::coulomb) return std::abs(result_.consistent.value[c]);
    }
    return NAN;
  }

  /// Near rest friction may be anything up to Coulomb's. That is worth telling where it weighs; a residual beyond
  /// friction is something else.
  void standstill(std::size_t j, const JointFit& fit) {
    const TorqueFit &rest = fit.smoothed_resting, &motion = fit.smoothed_moving;
    const double share = static_cast<double>(rest.samples) / std::max(1.0, static_cast<double>(fit.smoothed.samples));
    if (motion.samples == 0 || share < limit.least_rest || !(rest.rms > limit.presliding * motion.rms)) return;
    const std::string found =
        fmt::format("the residual at rest ({:.0f} % of the samples) is {:.3g} {}, and {:.3g} in motion", 100 * share,
                    rest.rms, torque_unit(result_, j), motion.rms);
    const double friction = coulomb(j);
    if (std::isfinite(friction) && rest.rms > limit.beyond_friction * friction)
      return add(
          "torque-at-rest", Severity::warning, "joint " + joint_name(result_, j),
          found + fmt::format(": more than friction of {:.3g} {} can hold", friction, torque_unit(result_, j)),
          "a brake that holds, a contact, or a controller that is off while the arm rests: leave these rows out");
    const bool has_stribeck = result_.friction.find("Stribeck") != std::string::npos;
    add("presliding", Severity::warning, "joint " + joint_name(result_, j),
        found + ": there friction is not a function of the velocity",
        has_stribeck ? "the verdict is on samples in motion; near rest the model errs by more"
                     : "the verdict is on samples in motion; friction with Stribeck's effect may explain part of it",
        has_stribeck ? std::vector<std::string>{} : std::vector<std::string>{"stribeck"});
  }

  void overfitting(std::size_t j, const TorqueFit& fitted, const TorqueFit& held_out) {
    if (held_out.samples == 0 || fitted.samples == 0 || !(held_out.rms > limit.overfitting * fitted.rms)) return;
    add("does-not-generalise", Severity::warning, "joint " + joint_name(result_, j),
        fmt::format("the residual in motion grows from {:.3g} to {:.3g} {} on data that were held out", fitted.rms,
                    held_out.rms, torque_unit(result_, j)),
        "a longer or richer log; the motion excited too little of what these data need, or the robot changed (warm-up, "
        "payload, brakes)");
  }

  void absurd_residual(std::size_t j, const TorqueFit& raw) {
    if (raw.samples == 0 || !(raw.relative > limit.absurd_percent)) return;
    add("absurd-residual", Severity::warning, "joint " + joint_name(result_, j),
        fmt::format("the residual of the torque as it was measured is {:.4g} % of it: no torque at all would predict "
                    "better",
                    raw.relative),
        "accelerations are likely to be noise: look at the clock of the log, and try a lower cut-off", {"cutoff"});
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
    absurd_links(model);
  }

  void bodies_at_their_limit(const std::vector<int>& bodies) {
    if (bodies.empty()) return;
    add("inertia-at-its-limit", Severity::note, "result",
        fmt::format(
            "the unconstrained inertia of link {} is physically impossible; the model has the nearest possible one",
            fmt::join(bodies, ", ")),
        "the data say little about these inertias: use a prior in the robot file or a richer log");
  }

  /// Possible bodies that no such link can be.
  void absurd_links(const StandardEstimate& model) {
    for (std::size_t body = 1; body < result_.layout.inertial.size(); ++body) {
      const int at = result_.layout.inertial[body];
      const auto c = static_cast<std::size_t>(at);
      if (at < 0 || c >= std::min(model.value.size(), model.prior.size())) continue;
      const double mass = model.value[c], file = model.prior[c];
      if (!(mass > limit.far_mass * file || limit.far_mass * mass < file)) continue;
      add("mass-far-from-file", Severity::warning, link_name(static_cast<int>(body)),
          fmt::format("its mass is {:.3g} kg, and {:.3g} kg in the robot file", mass, file),
          "the data ask for it: is the file of this arm, and what does it carry?");
    }
    for (const auto& [body, distance] : model.far_centres)
      add("centre-outside-link", Severity::warning, link_name(body),
          fmt::format("its centre of mass lies {:.2g} m outside of the link", distance),
          "the model predicts motions like those of the log; do not take its masses for the robot's");
  }

  std::string link_name(int body) const {
    return fmt::format("link {} (moved by {})", body, joint_name(result_, joint_of(result_, body)));
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
