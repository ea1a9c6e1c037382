#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "quick_fit.hpp"

namespace torsor {
namespace {

using enum io::Severity;

/// A change of the robot or the log is proposed where it leaves no more than this of the misfit.
constexpr double clearly_better = 0.85;
/// States that are enough to compare changes.
constexpr std::size_t compared_states = 120;

std::string shown(const Vector3<double>& g) {
  return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", g.x + 0.0, g.y + 0.0, g.z + 0.0);
}
double length(const Vector3<double>& g) { return std::sqrt(dot(g, g)); }

class TorqueJudge {
 public:
  TorqueJudge(const QuickFitter& fitter, const Vector3<double>& gravity, Examination& examination)
      : fitter_(fitter), gravity_(gravity), at_(examination), n_(examination.log.joint_count()),
        every_(std::max<std::size_t>(1, fitter.states().size() / compared_states)) {}

  void run() {
    const QuickFitter::Answer own = fitter_.fit({.gravity = gravity_});
    record(own);
    base_ = fitter_.fit({.gravity = gravity_}, every_);
    judge_directions();
    judge_origin(own);
    judge_simulated(own);
    judge_gains(own);
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

  struct Candidate {
    Vector3<double> gravity;
    QuickFitter::Answer answer;
  };
  /// The six axes, then the neighbourhood of the best in ever smaller steps.
  Candidate best_gravity() const {
    const double g = length(gravity_) > 0 ? length(gravity_) : 9.81;
    Candidate best{gravity_, base_};
    const auto try_it = [&](const Vector3<double>& direction) {
      const Vector3<double> gravity = (g / length(direction)) * direction;
      const QuickFitter::Answer answer = fitter_.fit({.gravity = gravity}, every_);
      if (answer.misfit < best.answer.misfit) best = {gravity, answer};
    };
    for (int axis = 0; axis < 3; ++axis)
      for (const double sign : {1.0, -1.0}) try_it({axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0});
    for (const double step : {0.35, 0.18, 0.09, 0.04}) {
      const Vector3<double> middle = (1 / g) * best.gravity;
      for (const Vector3<double>& side :
           {Vector3<double>{step, 0, 0}, {-step, 0, 0}, {0, step, 0}, {0, -step, 0}, {0, 0, step}, {0, 0, -step}})
        if (length(cross(middle, side)) > 0.3 * step) try_it(middle + side);
    }
    return best;
  }

  /// Which single change makes the model fit: another gravity, other signs of torques, or another position of a joint.
  void judge_directions() {
    if (base_.misfit < 0.005) return;
    const Candidate gravity = best_gravity();
    const auto [position, by_position] = best_position();
    const double by_sign = fitter_.fit({.gravity = gravity_, .torque_signs = base_.best_signs}, every_).misfit;
    const double best = std::min({gravity.answer.misfit, by_sign, by_position});
    if (best > clearly_better * base_.misfit) return;
    another_cause_ = true;
    if (by_sign <= 1.05 * best)
      tell_signs(by_sign);
    else if (gravity.answer.misfit <= 1.05 * best)
      tell_gravity(gravity);
    else
      tell_position(position, by_position);
  }

  std::pair<FitTrial, double> best_position() const {
    using std::numbers::pi;
    FitTrial best{.gravity = gravity_};
    double misfit = base_.misfit;
    for (int j = 0; j < n_; ++j)
      for (const auto& [sign, offset, turned] : {std::tuple{1.0, pi / 2, false},
                                                 {1.0, -pi / 2, false},
                                                 {1.0, pi, false},
                                                 {-1.0, 0.0, false},
                                                 {-1.0, 0.0, true}}) {
        FitTrial trial{.gravity = gravity_, .joint = j, .sign = sign, .offset = offset};
        if (turned) trial.torque_signs.assign(static_cast<std::size_t>(n_), 1.0);
        if (turned) trial.torque_signs[static_cast<std::size_t>(j)] = -1;
        const double found = fitter_.fit(trial, every_).misfit;
        if (found < misfit) misfit = found, best = trial;
      }
    return {best, misfit};
  }

  void tell_gravity(const Candidate& found) {
    at_.health.proposed_gravity = found.gravity;
    const double cosine = dot(found.gravity, gravity_) / std::max(1e-300, length(found.gravity) * length(gravity_));
    at_.tell("gravity-direction", warning, 0, "gravity",
             fmt::format("expected {} m/s^2 in base axes, found that {} fits better: misfit {:.1f} % of the torque "
                         "instead of {:.1f} % ({:.0f} deg away)",
                         shown(gravity_), shown(found.gravity), 100 * found.answer.misfit, 100 * base_.misfit,
                         std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / std::numbers::pi),
             fmt::format("if the robot is mounted so, write gravity: {} in the mapping", shown(found.gravity)));
  }

  void tell_signs(double misfit) {
    std::vector<int> against;
    for (int j = 0; j < n_; ++j)
      if (base_.best_signs[static_cast<std::size_t>(j)] < 0) against.push_back(j);
    if (2 * against.size() > static_cast<std::size_t>(n_)) {  // the others are the odd ones out
      std::vector<int> rest;
      for (int j = 0; j < n_; ++j)
        if (base_.best_signs[static_cast<std::size_t>(j)] > 0) rest.push_back(j);
      against = rest;
    }
    signs_told_ = true;
    for (const int j : against)
      at_.tell("torque-sign", warning, 0, at_.joint(j) + ": torque",
               fmt::format("expected the sign of the other joints' torques, found that the other sign fits better: "
                           "misfit {:.1f} % of the torque instead of {:.1f} %",
                           100 * misfit, 100 * base_.misfit),
               "write ratio or scale with the other sign in the mapping");
  }

  void tell_position(const FitTrial& trial, double misfit) {
    const bool sign = trial.sign < 0;
    at_.tell(sign ? "position-sign" : "position-zero", warning, 0, at_.joint(trial.joint) + ": position",
             fmt::format("expected the robot's {}, found that {} fits better: misfit {:.1f} % of the torque instead of "
                         "{:.1f} %",
                         sign ? "direction" : "zero",
                         sign ? std::string(trial.torque_signs.empty() ? "the other direction"
                                                                       : "the other direction, of torque too,")
                              : fmt::format("an offset of {:.0f} deg", trial.offset * 180 / std::numbers::pi),
                         100 * misfit, 100 * base_.misfit),
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
    at_.tell(
        "torque-sign", warning, 0, "torque",
        fmt::format("expected positive inertia and friction, found negative inertia at {} and friction that drives "
                    "at {} of {} joints",
                    negative, drives, n_),
        "all torques have the other sign, or all positions: write scale: -1 in the mapping");
  }

  void judge_simulated(const QuickFitter::Answer& own) {
    const double worst = own.by_joint.maxCoeff();
    double friction = 0;
    for (const double share : at_.health.fit.friction_share) friction = std::max(friction, share);
    const bool exact = worst < 0.01, without_friction = friction < 2e-3 && worst < 0.1;
    if (!exact && !without_friction) return;
    at_.tell(
        "torque-simulated", warning, 0, "torque",
        fmt::format("expected noise and friction of a real drive, found a residual of at most {:.2g} % of the torque "
                    "and friction that explains at most {:.2g} % of its variance",
                    100 * worst, 100 * friction),
        "it is likely computed by a simulator or the controller's own model: record what the drives measure");
  }

  void judge_gains(const QuickFitter::Answer& own) {
    if (another_cause_ || own.misfit > 0.5 || own.misfit < 0.005) return;
    const auto [j, factor, improvement] = fitter_.best_gain(gravity_);
    if (improvement < 0.04 || std::abs(factor - 1) < 0.04) return;
    at_.tell("torque-gain", warning, 0, at_.joint(j) + ": torque",
             fmt::format("expected torques of one size, found that those of the other joints ask for {:.3g} times this "
                         "one (the squared residual falls by {:.0f} %)",
                         factor, 100 * improvement),
             "a torque constant or gear ratio is wrong, and masses are wrong by as much: check it, and write constant, "
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
    at_.tell(
        "weak-excitation", warning, 0, "motion",
        fmt::format("expected a regressor with a condition number below about 100, found {:.3g}{}", condition,
                    condition >= 1e7 ? " or more" : ""),
        "some parameters are not seen however precise they look: move more joints, farther, and each in its own way");
  }

  const QuickFitter& fitter_;
  Vector3<double> gravity_;
  Examination& at_;
  int n_;
  std::size_t every_;
  QuickFitter::Answer base_;
  bool signs_told_ = false, another_cause_ = false;
};

}  // namespace

void judge_torque(const std::vector<FitState>& states, Examination& examination) {
  const Model<double>& model = *examination.robot;
  const int n = examination.log.joint_count();
  const std::size_t enough = 30;
  if (model.nv != n || model.nq != n || states.size() < enough) return;
  const QuickFitter fitter(model, states);
  TorqueJudge(fitter, examination.options.gravity.value_or(model.gravity), examination).run();
}

}  // namespace torsor
