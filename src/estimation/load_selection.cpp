#include "estimation/load_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "estimation/links_torque.hpp"
#include "estimation/term_rules.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Eigen::VectorXd;

class LoadSelector {
 public:
  LoadSelector(const Unknowns& unknowns, const JointEquations& sums, TermTrial& trial, TermChoice& choice)
      : model_(unknowns.model), names_(velocity_names(model_)), sums_(sums), trial_(trial), choice_(choice) {
    choice_.load.assign(model_.nv, false);
    settle();
  }

  std::vector<TermVerdict> run() {
    while (add_best()) settle();
    if (admitted_.empty() && refused_) return {*refused_};
    for (TermVerdict& one : admitted_) one.value = fmt::format("{:.2g}", trial_.load(choice_, joint_of(one)));
    return admitted_;
  }

 private:
  int joint_of(const TermVerdict& verdict) const {
    return static_cast<int>(std::find(names_.begin(), names_.end(), verdict.joint) - names_.begin());
  }
  void settle() {
    trial_.weigh_by(choice_);
    losses_ = trial_.losses(choice_);
  }

  /// Takes the joint that gains most of those that pass; whether there was one.
  bool add_best() {
    const std::vector<bool> may = may_have_load(model_);
    std::optional<TermVerdict> best;
    std::optional<TermChoice> taken;
    for (int j = 0; j < model_.nv; ++j) {
      if (!may[j] || choice_.load[j]) continue;
      TermChoice other = choice_;
      other.load[j] = true;
      const BlockLosses losses = trial_.losses(other);
      if (losses.size() == 0) continue;
      const double least = negligible_loss(sums_, trial_.weights(), j), load = trial_.load(other, j);
      const Gain gain = gain_of(losses_.col(j), losses.col(j), least);
      const bool passes = load > 0 && load < most_load && passes_for_joint(losses_, losses, j, least);
      const TermVerdict verdict{"friction under load", names_[j], gain.fall, gain.error, passes};
      std::optional<TermVerdict>& most = passes ? best : refused_;
      if (most && most->gain >= gain.fall) continue;
      most = verdict;
      if (passes) taken = std::move(other);
    }
    if (!best) return false;
    admitted_.push_back(*best);
    choice_ = std::move(*taken);
    return true;
  }

  const Model<double>& model_;
  std::vector<std::string> names_;
  const JointEquations& sums_;
  TermTrial& trial_;
  TermChoice& choice_;
  BlockLosses losses_;
  std::vector<TermVerdict> admitted_;
  std::optional<TermVerdict> refused_;
};

}  // namespace

std::vector<TermVerdict> select_load(const Unknowns& unknowns, const JointEquations& sums, TermTrial& trial,
                                     TermChoice& choice) {
  return LoadSelector(unknowns, sums, trial, choice).run();
}

}  // namespace torsor
