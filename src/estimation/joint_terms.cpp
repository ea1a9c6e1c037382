#include "estimation/joint_terms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "estimation/links_torque.hpp"
#include "estimation/periodic_torque.hpp"
#include "estimation/term_columns.hpp"
#include "estimation/term_rules.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Kind = TermColumn::Kind;

constexpr double worth_trying = 0.05;  // of the joint's squared error

struct JointTerm {
  const char* name;
  std::vector<int> TermChoice::* columns;  // nullptr: load
  int joint, column;
  double worth;
};

TermChoice with(TermChoice choice, const JointTerm& term, bool there = true) {
  if (term.columns == nullptr)
    choice.load[term.joint] = there;
  else
    (choice.*term.columns)[term.joint] = there ? term.column : -1;
  return choice;
}

class Together {
 public:
  Together(const Unknowns& unknowns, const JointEquations& sums, const TermTrial& trial, TermChoice& choice)
      : model_(unknowns.model), sums_(sums), trial_(trial), choice_(choice), losses_(trial.losses(choice)) {}

  std::vector<TermVerdict> run() {
    if (losses_.size() == 0) return {};
    std::vector<JointTerm> terms = candidates();
    if (terms.size() < 2) return {};  // one alone has been asked about
    while (!terms.empty()) {
      std::vector<TermVerdict> verdicts = judged(terms);
      std::size_t least = 0;
      bool all = true;
      for (std::size_t k = 0; k < terms.size(); ++k) {
        if (!verdicts[k].admitted && (all || verdicts[k].gain < verdicts[least].gain)) least = k;
        all = all && verdicts[k].admitted;
      }
      if (all) {
        for (const JointTerm& term : terms) choice_ = with(choice_, term);
        return verdicts;
      }
      terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(least));
    }
    return {};
  }

 private:
  /// Those that are not there and gain something alone.
  std::vector<JointTerm> candidates() const {
    const std::vector<bool> may_load = may_have_load(model_), may_turn = joints_that_turn(model_);
    std::vector<JointTerm> list;
    for (int j = 0; j < model_.nv; ++j) {
      if (may_load[j] && !choice_.load.empty() && !choice_.load[j])
        add({{"friction under load", nullptr, j, 0, 0}}, list);
      if (choice_.hysteresis[j] < 0)
        add({{"hysteresis", &TermChoice::hysteresis, j, column_of(Kind::bend, 0.1), least_gain_of_hysteresis},
             {"hysteresis", &TermChoice::hysteresis, j, column_of(Kind::bend, 0.3), least_gain_of_hysteresis}},
            list);
      if (may_turn[j] && choice_.periodic[j] < 0)
        add({{"torque over the position", &TermChoice::periodic, j, column_of(Kind::sine, 1), least_gain_of_periodic}},
            list);
    }
    return list;
  }

  /// The one that gains most, where it is worth trying.
  void add(const std::vector<JointTerm>& ways, std::vector<JointTerm>& list) const {
    const JointTerm* best = nullptr;
    double most = worth_trying;
    for (const JointTerm& way : ways) {
      const TermChoice choice = with(choice_, way);
      const BlockLosses losses = trial_.losses(choice);
      if (losses.size() == 0 || !possible(choice, way)) continue;
      const double gain = gain_of(losses_.col(way.joint), losses.col(way.joint)).fall;
      if (gain > most) most = gain, best = &way;
    }
    if (best != nullptr) list.push_back(*best);
  }

  bool possible(const TermChoice& choice, const JointTerm& term) const {
    if (term.columns == &TermChoice::periodic) return true;
    const double coefficient =
        term.columns == nullptr ? trial_.load(choice, term.joint) : trial_.coefficient(choice, term.joint, term.column);
    return coefficient > 0 && (term.columns != nullptr || coefficient < most_load);
  }

  /// Each beside all others.
  std::vector<TermVerdict> judged(const std::vector<JointTerm>& terms) const {
    TermChoice all = choice_;
    for (const JointTerm& term : terms) all = with(all, term);
    const BlockLosses losses = trial_.losses(all);
    const std::vector<std::string> names = velocity_names(model_);
    std::vector<TermVerdict> verdicts;
    for (const JointTerm& term : terms) {
      const int j = term.joint;
      const BlockLosses without = trial_.losses(with(all, term, false));
      const double least = negligible_loss(sums_, trial_.weights(), j);
      TermVerdict one{term.name, names[j], -1, 0, false, words(all, term)};
      if (losses.size() > 0 && without.size() > 0) {
        const Gain gain = gain_of(without.col(j), losses.col(j), least);
        one.gain = gain.fall, one.standard_error = gain.error;
        one.admitted = gain.fall >= term.worth && possible(all, term) && passes_for_joint(without, losses, j, least);
      }
      verdicts.push_back(std::move(one));
    }
    return verdicts;
  }

  std::string words(const TermChoice& choice, const JointTerm& term) const {
    if (term.columns == nullptr) return fmt::format("{:.2g}", trial_.load(choice, term.joint));
    if (term.columns == &TermChoice::periodic) return "sin q, cos q";
    return fmt::format("{:.2g} {}", friction_columns()[term.column].size,
                       joints_that_turn(model_)[term.joint] ? "rad" : "m");
  }

  const Model<double>& model_;
  const JointEquations& sums_;
  const TermTrial& trial_;
  TermChoice& choice_;
  BlockLosses losses_;
};

}  // namespace

std::vector<TermVerdict> add_together(const Unknowns& unknowns, const JointEquations& sums, const TermTrial& trial,
                                      TermChoice& choice) {
  return Together(unknowns, sums, trial, choice).run();
}

}  // namespace torsor
