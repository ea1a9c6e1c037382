#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "log_health/direction_search.hpp"
#include "log_health/gain_fit.hpp"
#include "torsor/dynamics/gravity_compensation.hpp"

namespace torsor::log_health {
namespace {

using enum Severity;

/// A change of the robot or the log is proposed where it leaves no more than this of the misfit.
constexpr double clearly_better = 0.85;
/// Gravity that is not along an axis is no usual mounting: it has to leave no more than this.
constexpr double far_better = 0.7;
/// States that are enough to compare changes.
constexpr std::size_t compared_states = 120;

std::string shown(const Vector3<double>& g) {
  return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", g.x + 0.0, g.y + 0.0, g.z + 0.0);
}
/// Within two degrees or so.
bool along_an_axis(const Vector3<double>& g) {
  return std::max({std::abs(g.x), std::abs(g.y), std::abs(g.z)}) > 0.999 * length(g);
}

class TorqueJudge {
 public:
  TorqueJudge(const QuickFitter& fitter, const Vector3<double>& gravity, Examination& examination)
      : fitter_(fitter), gravity_(gravity), at_(examination), n_(examination.log.joint_count()),
        search_(fitter, gravity, std::max<std::size_t>(1, fitter.states().size() / compared_states)),
        in_motion_(fitter, gravity), misfit_(search_.base().misfit) {}

  void run() {
    const QuickFitter::Answer own = fitter_.fit({.gravity = gravity_});
    if (!own.by_joint.allFinite() || !search_.base().by_joint.allFinite()) return;  // numbers that are too large
    record(own);
    if (enough_motion()) {
      judge_directions();
      judge_origin(own);
      judge_simulated(own);
      judge_gains(own);
    }
    judge_own_masses();
    judge_excitation();
  }

 private:
  void record(const QuickFitter::Answer& own) {
    QuickFit& fit = at_.health.fit;
    fit.made = true;
    fit.states = static_cast<long>(fitter_.states().size());
    fit.gravity = gravity_;
    const QuickFitter::Answer without = fitter_.fit({.gravity = gravity_, .friction = false});
    for (int j = 0; j < n_; ++j) {
      fit.relative_residual.push_back(own.by_joint(j));
      fit.friction_share.push_back(without.by_joint(j) * without.by_joint(j) - own.by_joint(j) * own.by_joint(j));
    }
  }

  /// Few states can be explained by anything: half of the joints have to have many more than parameters.
  bool enough_motion() const {
    const auto& noise = in_motion_.noise();
    const auto known = std::count_if(noise.begin(), noise.end(), [](const JointNoise& j) { return j.freedom > 30; });
    return 2 * known >= n_;
  }

  /// Which single change makes the model fit: another gravity, other signs of torques, or another position of a joint.
  void judge_directions() {
    if (misfit_ < 0.005) return;
    const DirectionSearch::Found signs = search_.signs(), positions = search_.positions();
    DirectionSearch::Found gravity = search_.gravity();
    if (gravity.misfit > far_better * misfit_ && !along_an_axis(gravity.trial.gravity)) gravity.misfit = misfit_;
    const double best = std::min({gravity.misfit, signs.misfit, positions.misfit});
    if (!(best <= clearly_better * misfit_)) return;
    another_cause_ = true;
    if (signs.misfit <= 1.05 * best)
      tell_signs(signs);
    else if (gravity.misfit <= 1.05 * best)
      tell_gravity(gravity);
    else
      tell_position(positions.trial, positions.misfit);
  }

  void propose(LogProposal proposal, double misfit) {
    proposal.misfit = misfit;
    proposal.misfit_before = misfit > 0 ? misfit_ : 0;
    at_.health.proposals.push_back(std::move(proposal));
  }

  void tell_gravity(const DirectionSearch::Found& found) {
    const Vector3<double>& better = found.trial.gravity;
    at_.health.proposed_gravity = better;
    propose({.kind = LogProposal::Kind::gravity, .gravity = better}, found.misfit);
    const double cosine = dot(better, gravity_) / std::max(1e-300, length(better) * length(gravity_));
    at_.tell("gravity-direction", warning, 0, "gravity",
             fmt::format("expected {} m/s^2 in base axes, found that {} fits better: misfit {:.1f} % of the torque "
                         "instead of {:.1f} % ({:.0f} deg away)",
                         shown(gravity_), shown(better), 100 * found.misfit, 100 * misfit_,
                         std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / std::numbers::pi),
             fmt::format("if the robot is mounted so, write gravity: {} in the mapping", shown(better)));
  }

  void tell_signs(const DirectionSearch::Found& found) {
    signs_told_ = true;
    LogProposal proposal{.kind = LogProposal::Kind::torque_sign};
    for (int j = 0; j < n_; ++j) {
      if (found.trial.torque_signs[static_cast<std::size_t>(j)] > 0) continue;
      proposal.joints.push_back(j);
      at_.tell("torque-sign", warning, 0, at_.joint(j) + ": torque",
               fmt::format("expected the sign of the other joints' torques, found that the other sign fits better: "
                           "misfit {:.1f} % of the torque instead of {:.1f} %",
                           100 * found.misfit, 100 * misfit_),
               "write ratio or scale with the other sign in the mapping");
    }
    propose(std::move(proposal), found.misfit);
  }

  void tell_position(const FitTrial& trial, double misfit) {
    const bool sign = trial.sign < 0;
    propose({.kind = sign ? LogProposal::Kind::position_sign : LogProposal::Kind::position_zero,
             .joints = {trial.joint},
             .value = sign ? -1 : trial.offset,
             .torque_too = !trial.torque_signs.empty()},
            misfit);
    at_.tell(sign ? "position-sign" : "position-zero", warning, 0, at_.joint(trial.joint) + ": position",
             fmt::format("expected the robot's {}, found that {} fits better: misfit {:.1f} % of the torque instead of "
                         "{:.1f} %",
                         sign ? "direction" : "zero",
                         sign ? std::string(trial.torque_signs.empty() ? "the other direction"
                                                                       : "the other direction, of torque too,")
                              : fmt::format("an offset of {:.0f} deg", trial.offset * 180 / std::numbers::pi),
                         100 * misfit, 100 * misfit_),
             sign ? "write ratio or scale with the other sign in the mapping" : "write an offset in the mapping");
  }

  /// With all torques turned round the fit is as good, but inertia and friction come out negative.
  void judge_origin(const QuickFitter::Answer& own) {
    if (signs_told_ || own.misfit > 0.5) return;
    Eigen::VectorXd inertia, dissipation;
    fitter_.physics(own.theta, inertia, dissipation);
    long negative = 0, drives = 0, votes = 0;
    for (int j = 0; j < n_; ++j) {
      const bool rubs = at_.health.fit.friction_share[static_cast<std::size_t>(j)] > 0.01;
      negative += inertia(j) < 0, drives += rubs && dissipation(j) < 0, votes += rubs ? 2 : 1;
    }
    if (3 * (negative + drives) <= 2 * votes) return;
    LogProposal proposal{.kind = LogProposal::Kind::torque_sign};
    for (int j = 0; j < n_; ++j) proposal.joints.push_back(j);
    propose(std::move(proposal), misfit_);
    at_.tell(
        "torque-sign", warning, 0, "torque",
        fmt::format("expected positive inertia and friction, found negative inertia at {} and friction that drives "
                    "at {} of {} joints",
                    negative, drives, n_),
        "all torques have the other sign, or all positions: write scale: -1 in the mapping");
  }

  void judge_simulated(const QuickFitter::Answer& own) {
    const double worst = own.by_joint.maxCoeff();
    double friction = 0, noise = 0;
    for (const double share : at_.health.fit.friction_share) friction = std::max(friction, share);
    for (const JointNoise& joint : in_motion_.noise())
      if (joint.freedom > 30) noise = std::max(noise, joint.share);
    const bool exact = noise < 1e-3, without_friction = friction < 2e-3 && worst < 0.1;
    if (!(worst > 0) || (!exact && !without_friction)) return;
    at_.tell(
        "torque-simulated", note, 0, "torque",
        fmt::format("expected noise and friction of a real drive, found a residual of at most {:.2g} % of the torque "
                    "in motion and friction that explains at most {:.2g} % of its variance",
                    100 * noise, 100 * friction),
        "probably computed by a simulator or the controller's model: record the measured torque");
  }

  void judge_gains(const QuickFitter::Answer& own) {
    if (another_cause_ || own.misfit > 0.5 || own.misfit < 0.005) return;
    const std::vector<JointGain> found = wrong_gains(in_motion_.gains());
    if (found.empty()) return;
    if (found.size() == 1)  // else it may be either of them
      propose({.kind = LogProposal::Kind::torque_gain, .joints = {found[0].joint}, .value = found[0].factor}, 0);
    std::string joints, factors;
    for (const JointGain& gain : found) {
      joints += (joints.empty() ? "" : " or ") + at_.joint(gain.joint);
      factors +=
          fmt::format("{}{:.3g} times that of {}", factors.empty() ? "" : ", or ", gain.factor, at_.joint(gain.joint));
    }
    at_.tell("torque-gain", warning, 0, joints + ": torque",
             fmt::format("expected consistent torque scales, found that the other joints imply {}, {:.1f} "
                         "standard deviations from 1",
                         factors, std::abs(std::log(found[0].factor)) / found[0].deviation),
             "a torque constant or gear ratio is wrong, and all masses with it: check it, and write constants, "
             "ratio or scale in the mapping");
  }

  void judge_own_masses() {
    Eigen::VectorXd slope, correlation;
    fitter_.against_own(gravity_, slope, correlation);
    const auto follows = [&](int j) { return std::abs(correlation(j)) > 0.9; };
    const auto odd = [&](int j) { return follows(j) && (std::abs(slope(j)) < 0.2 || std::abs(slope(j)) > 5); };
    int following = 0, other = 0;
    for (int j = 0; j < n_; ++j) following += follows(j), other += odd(j);
    for (int j = 0; j < n_ && 2 * other > following; ++j) {
      if (!odd(j)) continue;
      const double factor = std::abs(slope(j));
      const char* guess = factor > 500 && factor < 2000    ? " (mNm?)"
                          : factor < 2e-3 && factor > 5e-4 ? " (kNm?)"
                          : factor < 0.2                   ? " (a motor's torque or current?)"
                                                           : "";
      at_.tell(
          "torque-unit", warning, 0, at_.joint(j) + ": torque",
          fmt::format("expected about the torque of the robot file's masses, found {:.3g} times that{}, correlation "
                      "{:.2f}",
                      slope(j), guess, correlation(j)),
          "name the unit, the gear ratio or the torque constant in a mapping");
    }
  }

  void judge_excitation() {
    const double condition = at_.health.fit.condition_number = fitter_.condition_number(gravity_);
    if (condition < 300) return;
    at_.tell("weak-excitation", warning, 0, "motion",
             fmt::format("expected a regressor with a condition number below about 100, found {:.3g}{}", condition,
                         condition >= 1e7 ? " or more" : ""),
             "some parameters are not identifiable, however precise they look: move all joints farther, at different "
             "frequencies");
  }

  const QuickFitter& fitter_;
  Vector3<double> gravity_;
  Examination& at_;
  int n_;
  DirectionSearch search_;
  GainFitter in_motion_;
  double misfit_;  // as the log is, for the states of the search
  bool signs_told_ = false, another_cause_ = false;
};

}  // namespace

void judge_torque(std::vector<FitState> states, Examination& examination) {
  const Model<double>& model = *examination.robot;
  const int n = examination.log.joint_count();
  const std::size_t enough = 30;
  if (model.nv != n || model.nq != n || states.size() < enough) return;
  const Vector3<double> gravity = examination.options.gravity.value_or(model.gravity);
  if (!model.carried.empty())  // known, and not what the parameters have to explain
    for (FitState& state : states) {
      const std::vector<double> known = gravity_compensation_torque(model, state.q, gravity);
      for (std::size_t k = 0; k < known.size(); ++k) state.tau[k] -= known[k];
    }
  const QuickFitter fitter(model, states);
  TorqueJudge(fitter, gravity, examination).run();
}

}  // namespace torsor::log_health
