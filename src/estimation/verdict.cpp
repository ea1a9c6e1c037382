#include "torsor/estimation/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "torsor/estimation/estimators.hpp"

namespace torsor {
namespace {

constexpr double poor_condition = 200;       // well planned motions of six and seven joints reach 10 to 50
constexpr double poor_generalisation = 1.5;  // validation over training residual
constexpr double poor_r2 = 0.8;
constexpr double presliding_ratio = 1.5;  // residual of all samples over that of moving ones
constexpr double perfect = 1e-3;          // a residual, relative, that no measured torque has

class Judge {
 public:
  explicit Judge(Identification& result) : result_(result), chosen_(result.estimates[result.chosen]) {}

  void run() {
    condition();
    for (std::size_t j = 0; j < result_.joints.size(); ++j) joint(j);
    held_out_at_rest();
    insignificant();
    coloured_noise();
    limits();
    simulated();
  }

 private:
  void add(const char* code, Severity severity, const std::string& element, const std::string& message,
           const std::string& fix) {
    result_.findings.push_back({code, severity, "", {}, element, message, fix});
  }

  void condition() {
    if (!(result_.condition_number > poor_condition)) return;
    add("weak-excitation", Severity::warning, "log",
        fmt::format(
            "the condition number of the equations is {:.3g}; well planned motions reach 10 to 50, and above {:.0f} "
            "noise can pass for parameters",
            result_.condition_number, poor_condition),
        "record motions in which all joints move at once, with different frequencies, fast and slow");
  }

  void joint(std::size_t j) {
    const std::string element = "joint " + result_.joints[j];
    const TorqueFit& training = chosen_.training[j].smoothed;
    const TorqueFit& moving = chosen_.training[j].smoothed_moving;
    if (moving.samples > 0 && training.rms > presliding_ratio * moving.rms)
      add("presliding", Severity::warning, element,
          fmt::format(
              "the residual is {:.3g} {} over all samples and {:.3g} over those in motion: near rest the friction "
              "is not a function of the velocity",
              training.rms, result_.torque_units[j], moving.rms),
          "judge the model by the samples in motion, or try --friction viscous,coulomb,offset,stribeck");
    if (!chosen_.validation.empty() && rests(chosen_.validation[j])) {
      at_rest_.push_back(result_.joints[j]);
      return;
    }
    if (!chosen_.validation.empty()) generalisation(j, element, training);
    const TorqueFit& judged = chosen_.validation.empty() ? training : chosen_.validation[j].smoothed;
    if (judged.samples > 0 && judged.r2 < poor_r2)
      add("poor-fit", Severity::warning, element,
          fmt::format("the model explains {} of the variance of the torque (residual {:.3g} {}, {:.0f} %)",
                      judged.r2 > 0 ? fmt::format("{:.0f} %", 100 * judged.r2) : "nothing", judged.rms,
                      result_.torque_units[j], judged.relative),
          "look at the residual in the report: gravity, units, friction near rest, a spring that the robot file lacks");
  }

  /// Hardly any of the samples are in motion, so that they tell nothing but the friction at rest.
  static bool rests(const JointFit& fit) { return 10 * fit.smoothed_moving.samples < fit.smoothed.samples; }

  void held_out_at_rest() {
    if (at_rest_.empty()) return;
    add("held-out-at-rest", Severity::warning, "log",
        fmt::format("the part that was held out hardly moves the joints {}: it says little about the model",
                    fmt::join(at_rest_, ", ")),
        "another share (--hold-out), or a log of its own (--validate)");
  }

  void generalisation(std::size_t j, const std::string& element, const TorqueFit& training) {
    const TorqueFit& validation = chosen_.validation[j].smoothed;
    if (validation.samples == 0 || !(validation.rms > poor_generalisation * training.rms)) return;
    add("does-not-generalise", Severity::warning, element,
        fmt::format("the residual grows from {:.3g} to {:.3g} {} on data that were held out", training.rms,
                    validation.rms, result_.torque_units[j]),
        "a longer or richer log; do not trust the intervals beyond the motions that were recorded");
  }

  void insignificant() {
    const Estimate& weighted = result_.weighted();
    int open = 0;
    for (std::size_t b = 0; b < weighted.standard_deviation.size(); ++b)
      if (std::abs(weighted.value[b]) < 2 * weighted.standard_deviation[b]) ++open;
    if (open == 0) return;
    add("insignificant-parameters", Severity::note, "result",
        fmt::format("{} of {} base parameters are not larger than two standard deviations", open,
                    weighted.standard_deviation.size()),
        "their effect on these motions is small; the consistent model takes them from the prior where there is one");
  }

  void coloured_noise() {
    const Estimate& weighted = result_.weighted();
    std::vector<double> ratio;
    ratio.reserve(weighted.standard_deviation.size());
    for (std::size_t b = 0; b < weighted.standard_deviation.size(); ++b)
      ratio.push_back(weighted.standard_deviation[b] / weighted.naive_standard_deviation[b]);
    if (ratio.empty()) return;
    std::nth_element(ratio.begin(), ratio.begin() + ratio.size() / 2, ratio.end());
    const double median = ratio[ratio.size() / 2];
    if (median < 1.5) return;
    add("coloured-noise", Severity::note, "residual",
        fmt::format("the noise is coloured: standard deviations are {:.1f} times those for white noise", median),
        "the reported ones allow for it");
  }

  void limits() {
    if (!result_.consistent.valid) return;
    std::vector<std::string> links, columns;
    const auto rotor = [&](int column) { return result_.parameter_names[column].starts_with("Ia"); };
    const std::vector<int>& at_zero = result_.consistent.at_zero;
    const bool no_rotors =
        2 * std::count_if(at_zero.begin(), at_zero.end(), rotor) > static_cast<long>(result_.joints.size());
    links.reserve(result_.consistent.at_the_limit.size()), columns.reserve(result_.consistent.at_zero.size());
    for (const int body : result_.consistent.at_the_limit) links.push_back(std::to_string(body));
    for (const int column : result_.consistent.at_zero) columns.push_back(result_.parameter_names[column]);
    if (!links.empty())
      add("inertia-at-its-limit", Severity::note, "result",
          fmt::format("the data want an inertia that no body has for link {}; the model has the nearest possible one",
                      fmt::join(links, ", ")),
          "the data know little of these inertias: a prior in the robot file or a richer log helps");
    if (!columns.empty())
      add("parameter-at-zero", Severity::note, "result",
          fmt::format("the data want a negative value of {}; the model has 0", fmt::join(columns, ", ")),
          no_rotors ? "torque that is measured behind the gears does not turn the rotors: identify with --no-rotor"
                    : "");
  }

  void simulated() {
    double worst = 0;
    for (const JointFit& fit : chosen_.training) worst = std::max(worst, fit.raw.relative);
    if (worst > 100 * perfect) return;
    add("torque-simulated", Severity::warning, "log",
        fmt::format("the model explains the raw torque to {:.2g} %: no measured torque is like that", worst),
        "check that the torque column is measured, and not a controller's model or a simulation");
  }

  Identification& result_;
  const Estimate& chosen_;
  std::vector<std::string> at_rest_;  // joints that hardly move in what was held out
};

}  // namespace

void add_findings_of_the_result(Identification& result) { Judge(result).run(); }

std::string friction_in_words(const IdentifyOptions& options) {
  std::string words;
  const auto add = [&](bool wanted, const std::string& term) {
    if (wanted) words += (words.empty() ? "" : ", ") + term;
  };
  const bool sharp = options.widths.empty() && options.width == CoulombWidth::sharp;
  const bool searched = options.widths.empty() && options.width == CoulombWidth::searched;
  add(options.viscous, "viscous");
  add(options.coulomb, sharp      ? "Coulomb (a step)"
                       : searched ? "Coulomb (smooth, a width for each joint)"
                                  : "Coulomb (smooth)");
  add(options.stribeck, "Stribeck");
  add(options.asymmetric, "each direction on its own");
  add(options.offset, "offset");
  return words.empty() ? "none" : words;
}

std::string undetermined(const Unknowns& unknowns, const JointEquations& sums) {
  const Conditioning all = conditioning(sums.total(Eigen::VectorXd::Ones(sums.joints())));
  const Eigen::VectorXd weakest = all.directions.col(all.directions.cols() - 1).cwiseAbs();
  std::string names;
  for (int b = 0; b < unknowns.base.count(); ++b)
    if (weakest[b] > 0.3 * weakest.maxCoeff())
      names += (names.empty() ? "" : ", ") + parameter_name(unknowns.layout.entries[unknowns.base.independent[b]]);
  return "the logs do not determine all parameters: they say nothing about " + names +
         " (or only about a combination of them); expected motion of all joints at different velocities";
}

}  // namespace torsor
