#include "estimation/term_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "estimation/gravity_tilt.hpp"
#include "estimation/joint_terms.hpp"
#include "estimation/links_torque.hpp"
#include "estimation/load_selection.hpp"
#include "estimation/periodic_torque.hpp"
#include "estimation/term_columns.hpp"
#include "estimation/term_rules.hpp"
#include "estimation/term_trial.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Eigen::VectorXd;
using Kind = TermColumn::Kind;

constexpr double most_beyond = 0.5;  // steps of the grid by which a width may lie beyond its two columns
constexpr int most_passes = 4;
constexpr int most_rounds = 3;
constexpr double largest_tilt = 0.2;  // rad: beyond, it is another mounting

std::string share_in_words(double share) { return fmt::format("{:.2g} % of the largest velocity", 100 * share); }

/// How Coulomb friction turns over.
enum class Turn { own_widths, one_width, presliding };

/// A law of friction for all joints, with what it was found to be worth.
struct Law {
  Turn turn{};
  std::string value;  // its size, in words
  TermChoice choice;
  BlockLosses losses;
};

class Selector {
 public:
  Selector(const Equations& equations, const VectorXd& largest_velocity, const IdentifyOptions& options)
      : equations_(equations), largest_(largest_velocity), options_(options),
        sums_(sums_with_terms(equations, largest_velocity)), trial_(std::in_place, equations.unknowns(), sums_) {}

  /// Friction under load looks like another law to those who do not know of it: the law is asked about again with it.
  TermSelection run() {
    start();
    for (int round = 0; round < most_rounds; ++round) {
      const TermChoice before = present_.choice;
      for (int pass = 0; pass < most_passes && move(); ++pass) {
      }
      for (int pass = 0; pass < most_passes && bend_joints(); ++pass) {
      }
      if (!options_.select_terms || (round > 0 && present_.choice == before)) break;
      const bool own = add_own_terms();
      const bool loaded = load_joints(), askew = tilt_robot(), bent = hysteresis_of_joints();
      const bool periodic = periodic_joints(), together = joints_together();
      if (!own && !loaded && !askew && !bent && !periodic && !together) break;
    }
    hold_at_rest();
    return result();
  }

 private:
  bool searches_turn() const { return options_.widths.empty() && options_.width == CoulombWidth::searched; }

  void start() {
    present_.choice.turn.assign(equations_.joints(), searches_turn() ? column_of(Kind::step, 0.01) : -1);
    present_.choice.more.resize(equations_.joints());
    present_.choice.curvature.assign(equations_.joints(), curvatures().front());
    present_.choice.hysteresis.assign(equations_.joints(), -1);
    present_.choice.periodic.assign(equations_.joints(), -1);
    present_.choice.own_terms.assign(options_.own_terms.size(), false);
    own_.resize(options_.own_terms.size());
    trial_->weigh_by(present_.choice);
    if (searches_turn()) find_own_widths(present_.choice);
    settle();
  }

  void settle() {
    trial_->weigh_by(present_.choice);
    present_.losses = trial_->losses(present_.choice);
  }

  /// The width of each joint that predicts best, the others as they are; twice, since they depend on each other.
  void find_own_widths(TermChoice& choice) const {
    for (auto& more : choice.more) more.clear();
    for (int pass = 0; pass < 2; ++pass)
      for (int j = 0; j < equations_.joints(); ++j) {
        double least = std::numeric_limits<double>::infinity();
        int best = choice.turn[j];
        for (int c = 0; is_width(c) && wider(choice.curvature[j], c); ++c) {
          choice.turn[j] = c;
          if (const double loss = loss_of(choice); loss < least) least = loss, best = c;
        }
        choice.turn[j] = best;
      }
    for (int j = 0; j < equations_.joints(); ++j) add_neighbour(choice, j);
  }

  /// A second width beside that of the grid stands for one in between, or a little beyond: Coulomb friction of both
  /// together turns over like one of that width, and a log that is not on the grid needs no other term for it.
  void add_neighbour(TermChoice& choice, int j) const {
    double least = std::numeric_limits<double>::infinity();
    int best = -1;
    for (const int c : {choice.turn[j] - 1, choice.turn[j] + 1}) {
      if (c < 0 || !is_width(c) || !wider(choice.curvature[j], c)) continue;
      choice.more[j] = {c};
      if (const double loss = loss_of(choice); loss < least) least = loss, best = c;
    }
    choice.more[j].clear();
    if (best >= 0) choice.more[j] = {best};
  }

  /// What both widths of a joint stand for, as a share of its largest velocity.
  double width_between(const VectorXd& fit, int j) const {
    const int own = present_.choice.turn[j], first = equations_.columns() + j * trial_->columns_of_joint();
    const double size = friction_columns()[own].size;
    if (present_.choice.more[j].empty()) return size;
    const int other = present_.choice.more[j][0];
    const double sum = fit[first + own] + fit[first + other];
    if (!(sum > 0)) return size;
    const double share = std::clamp(fit[first + other] / sum, -most_beyond, 1 + most_beyond);
    return size * std::pow(friction_columns()[other].size / size, share);
  }

  double loss_of(const TermChoice& choice) const {
    const BlockLosses losses = trial_->losses(choice);
    return losses.size() == 0 ? std::numeric_limits<double>::infinity() : losses.sum();
  }
  static bool is_width(int column) { return friction_columns()[column].kind == Kind::step; }

  static bool wider(int curvature, int turn) {
    if (turn < 0 || curvature < 0) return true;
    const TermColumn& one = friction_columns()[turn];
    return one.kind == Kind::bend || friction_columns()[curvature].size > 1.6 * one.size;
  }

  std::vector<int> curvatures() const {
    std::vector<int> list;
    if (!options_.stribeck) list.push_back(-1);
    if (options_.select_terms || options_.stribeck)
      for (const double share : {0.1, 0.3}) list.push_back(column_of(Kind::step, share));
    return list;
  }

  /// All laws of friction, with the rotors of the present model or without them.
  std::vector<Law> laws(bool rotors) const {
    std::vector<Law> list;
    const auto add = [&](Turn turn, int column, const std::string& value, int curvature) {
      Law law{turn, value, present_.choice, {}};
      law.choice.curvature.assign(law.choice.turn.size(), curvature);
      law.choice.rotors = rotors;
      if (searches_turn()) law.choice.turn.assign(law.choice.turn.size(), column);
      for (auto& more : law.choice.more) more.clear();
      if (turn == Turn::own_widths && searches_turn()) find_own_widths(law.choice);
      law.losses = trial_->losses(law.choice);
      if (law.losses.size() > 0) list.push_back(std::move(law));
    };
    for (const int curvature : curvatures()) {
      add(Turn::own_widths, column_of(Kind::step, 0.01), "", curvature);
      if (!searches_turn() || !options_.select_terms) continue;
      for (const double share : {0.003, 0.01, 0.03, 0.1})
        if (const int column = column_of(Kind::step, share); wider(curvature, column))
          add(Turn::one_width, column, share_in_words(share), curvature);
      for (const double distance : {0.03e-3, 0.1e-3, 0.3e-3, 1e-3, 3e-3, 10e-3})
        add(Turn::presliding, column_of(Kind::bend, distance), fmt::format("{:.2g} mrad", 1e3 * distance), curvature);
    }
    return list;
  }

  /// The law that predicts best; but a bend has to pass beside the best law without one, or it would come along with
  /// any law that does.
  const Law* worthwhile() const {
    const Law* best[2] = {nullptr, nullptr};  // not bent, bent
    for (const Law& law : tried_)
      if (const Law*& one = best[bends(law) ? 1 : 0]; one == nullptr || law.losses.sum() < one->losses.sum())
        one = &law;
    const auto& [plain, bent] = best;
    if (plain == nullptr || bent == nullptr) return plain != nullptr ? plain : bent;
    const Gain gain = gain_of(plain->losses, bent->losses, negligible_loss(sums_, trial_->weights()));
    return bends(present_) ? (gain.fall > 0 ? bent : plain) : (passes(gain) ? bent : plain);
  }

  /// The laws that might stand in the place of the present one, with the terms of single joints that it has.
  void try_laws() {
    tried_ = laws(present_.choice.rotors);
    if (!options_.rotor || !options_.select_terms) return;
    Law other = present_;
    other.choice.rotors = !other.choice.rotors;
    other.losses = trial_->losses(other.choice);
    if (other.losses.size() > 0) tried_.push_back(std::move(other));
  }

  /// A law for all joints; what single joints had in the place of its bend is gone.
  void take(const Law& law) {
    if (law.choice.curvature != present_.choice.curvature) bent_.clear();
    present_ = law;
    settle();
  }

  /// Takes the law that predicts best; whether it passed.
  bool move() {
    try_laws();
    const Law* best = worthwhile();
    if (best == nullptr || !passes(gain_of(present_.losses, best->losses, negligible_loss(sums_, trial_->weights()))))
      return false;
    take(*best);
    return true;
  }

  /// Of laws that predict alike the one that says less: one distance for all joints in the place of a width for each.
  /// It also holds at rest, where a log without rests asks nothing of the law.
  void hold_at_rest() {
    if (present_.turn == Turn::presliding || !options_.select_terms) return;
    try_laws();
    const Law* best = nullptr;
    for (const Law& law : tried_)
      if (law.turn == Turn::presliding && bends(law) == bends(present_) &&
          (best == nullptr || law.losses.sum() < best->losses.sum()))
        best = &law;
    if (best != nullptr && no_worse(gain_of(present_.losses, best->losses))) take(*best);
  }

  /// Asks of each joint whether one of some columns in the place of its own predicts it better: `own(choice)` has those
  /// of all joints, `may(choice, joint)` is whether a choice is possible. Whether any passed.
  template <class Own, class May, class Words>
  bool choose_by_joint(const char* term, const std::vector<int>& columns, const Own& own, const May& may,
                       const Words& words, double worth, std::vector<TermVerdict>& verdicts) {
    const std::vector<std::string> names = velocity_names(equations_.unknowns().model);
    std::erase_if(verdicts, [](const TermVerdict& one) { return !one.admitted; });
    std::optional<TermVerdict> refused;  // of those that gain, the one that gains most
    bool any = false;
    for (int j = 0; j < equations_.joints(); ++j) {
      Law best = present_;
      for (const int column : columns) {
        Law law = present_;
        own(law.choice)[j] = column;
        if (!may(law.choice, j)) continue;
        law.losses = trial_->losses(law.choice);
        if (law.losses.size() > 0 && law.losses.sum() < best.losses.sum()) best = std::move(law);
      }
      if (best.choice == present_.choice) continue;
      const double least = negligible_loss(sums_, trial_->weights(), j);
      const Gain gain = gain_of(present_.losses.col(j), best.losses.col(j));
      TermVerdict verdict{term, names[j], gain.fall, gain.error, false, words(own(best.choice)[j], j)};
      verdict.admitted = gain.fall >= worth && passes_for_joint(present_.losses, best.losses, j, least);
      if (!verdict.admitted) {
        if (!refused || gain.fall > refused->gain) refused = std::move(verdict);
        continue;
      }
      std::erase_if(verdicts, [&](const TermVerdict& one) { return one.joint == names[j]; });
      verdicts.push_back(std::move(verdict));
      present_ = std::move(best);
      any = true;
    }
    if (verdicts.empty() && refused) verdicts.push_back(*refused);
    if (any) settle();
    return any;
  }

  /// Friction of single joints that bends at another velocity than that of the others, or not at all.
  bool bend_joints() {
    return choose_by_joint(
        "friction bent over the velocity", curvatures(),
        [](TermChoice& choice) -> std::vector<int>& { return choice.curvature; },
        [](const TermChoice& choice, int j) { return wider(choice.curvature[j], choice.turn[j]); },
        [](int column, int) { return column < 0 ? "not bent" : share_in_words(friction_columns()[column].size); }, 0,
        bent_);
  }

  /// A second contact of single joints, which takes a long way to slide: cables, hoses, seals.
  bool hysteresis_of_joints() {
    std::vector<int> columns;
    for (const double distance : {0.1, 0.3}) columns.push_back(column_of(Kind::bend, distance));
    const std::vector<bool> turn = joints_that_turn(equations_.unknowns().model);
    return choose_by_joint(
        "hysteresis", columns, [](TermChoice& choice) -> std::vector<int>& { return choice.hysteresis; },
        [&](const TermChoice& choice, int j) { return trial_->coefficient(choice, j, choice.hysteresis[j]) > 0; },
        [&](int column, int j) {
          return fmt::format("{:.2g} {}", friction_columns()[column].size, turn[j] ? "rad" : "m");
        },
        least_gain_of_hysteresis, hysteresis_);
  }

  /// A torque of single joints that comes back with every turn.
  bool periodic_joints() {
    const std::vector<bool> may = joints_that_turn(equations_.unknowns().model);
    return choose_by_joint(
        "torque over the position", {column_of(Kind::sine, 1)},
        [](TermChoice& choice) -> std::vector<int>& { return choice.periodic; },
        [&](const TermChoice&, int j) { return may[j]; }, [](int, int) { return "sin q, cos q"; },
        least_gain_of_periodic, periodic_);
  }

  /// Terms of single joints that show beside each other alone.
  bool joints_together() {
    const std::vector<TermVerdict> found = add_together(equations_.unknowns(), sums_, *trial_, present_.choice);
    for (auto* list : {&loaded_, &hysteresis_, &periodic_})
      for (const TermVerdict& one : found) {
        const bool mine = one.term == (list == &loaded_       ? "friction under load"
                                       : list == &hysteresis_ ? "hysteresis"
                                                              : "torque over the position");
        if (!mine) continue;
        std::erase_if(*list, [](const TermVerdict& refused) { return !refused.admitted; });
        list->push_back(one);
      }
    if (!found.empty()) settle();
    return !found.empty();
  }

  /// Terms that the user asks about, the one that gains most first; whether there was one to take.
  bool add_own_terms() {
    bool any = false;
    for (bool found = true; found; any = any || found) {
      std::optional<Law> best;
      for (const CompiledTerm& term : equations_.unknowns().own_terms) {
        if (present_.choice.own_terms[term.number]) continue;
        Law law = present_;
        law.choice.own_terms[term.number] = true;
        law.losses = trial_->losses(law.choice);
        if (law.losses.size() == 0) continue;
        const double least = negligible_loss(sums_, trial_->weights(), term.joint);
        const Gain gain = gain_of(present_.losses.col(term.joint), law.losses.col(term.joint), least);
        const OwnTerm& asked = options_.own_terms[term.number];
        const bool passed = passes_for_joint(present_.losses, law.losses, term.joint, least);
        own_[term.number] = {
            fmt::format("term{}", term.number + 1), asked.joint, gain.fall, gain.error, passed, asked.formula};
        if (passed && (!best || law.losses.sum() < best->losses.sum())) best = std::move(law);
      }
      found = best.has_value();
      if (found) present_ = std::move(*best), settle();
    }
    return any;
  }

  static bool bends(const Law& law) {
    return std::any_of(law.choice.curvature.begin(), law.choice.curvature.end(), [](int one) { return one >= 0; });
  }

  /// What the terms contribute: those of the present model beside the best one without them, the others beside it.
  std::vector<TermVerdict> verdicts() const {
    std::vector<TermVerdict> list;
    const auto judge = [&](const std::string& term, bool admitted, const std::string& value, const auto& has) {
      const Law* other = nullptr;
      for (const Law& law : tried_)
        if (has(law) != admitted && (other == nullptr || law.losses.sum() < other->losses.sum())) other = &law;
      if (other == nullptr) return;
      const Gain gain = admitted ? gain_of(other->losses, present_.losses) : gain_of(present_.losses, other->losses);
      list.push_back({term, "", gain.fall, gain.error, admitted, admitted ? value : ""});
    };
    const auto turns = [](Turn turn) { return [turn](const Law& law) { return law.turn == turn; }; };
    judge("presliding", present_.turn == Turn::presliding, present_.value, turns(Turn::presliding));
    judge("one width of friction for all joints", present_.turn == Turn::one_width, present_.value,
          turns(Turn::one_width));
    judge("friction bent over the velocity", bends(present_), "", bends);
    judge("rotors", present_.choice.rotors, "", [](const Law& law) { return law.choice.rotors; });
    if (tilted_) list.push_back(*tilted_);
    for (const TermVerdict& one : own_)
      if (!one.term.empty()) list.push_back(one);
    for (const auto* of_joints : {&bent_, &loaded_, &hysteresis_, &periodic_})
      list.insert(list.end(), of_joints->begin(), of_joints->end());
    return list;
  }

  /// How Coulomb friction of a joint turns over, with a velocity or a distance.
  TermColumn turn_of(const VectorXd& fit, int j) const {
    if (present_.choice.turn[j] < 0) return {Kind::step, equations_.unknowns().model.friction[j].width};
    const auto& [kind, size] = friction_columns()[present_.choice.turn[j]];
    return {kind, kind == Kind::bend ? size : width_between(fit, j) * largest_[j]};
  }

  /// Joints whose friction grows with the load, about the links of the present fit; whether there are any.
  bool load_joints() {
    const Unknowns& unknowns = equations_.unknowns();
    const VectorXd fit = trial_->fit(present_.choice);
    const std::vector<double> theta = standard_parameters(unknowns, fit.head(equations_.columns()));
    LoadTerm load{links_in_base(unknowns, theta), {}};
    for (int j = 0; j < equations_.joints(); ++j) load.turn.push_back(turn_of(fit, j));
    about_ = with_parameters<double>(unknowns.model, unknowns.layout, theta);
    const TermsAboutLinks terms{std::move(load), tilt_term(*about_, unknowns.conditions.gravity)};
    sums_ = sums_with_terms(equations_, largest_, &terms);
    tilt_ = terms.tilt;
    trial_.emplace(unknowns, sums_, shared_columns(&terms));
    present_.choice.hysteresis.assign(equations_.joints(), -1);  // which looks like the other, and is asked about again
    hysteresis_.clear();
    loaded_ = select_load(unknowns, sums_, *trial_, present_.choice);
    settle();
    return std::count(present_.choice.load.begin(), present_.choice.load.end(), true) > 0;
  }

  /// Whether the robot stands askew.
  bool tilt_robot() {
    if (!tilt_ || present_.choice.tilted) return false;
    Law law = present_;
    law.choice.tilted = true;
    law.losses = trial_->losses(law.choice);
    if (law.losses.size() == 0) return false;
    const double least = negligible_loss(sums_, trial_->weights()), angle = tilt_in(law.choice).norm();
    const Gain gain = gain_of(present_.losses, law.losses, least);
    const bool admitted = angle < largest_tilt && passes_for_all(present_.losses, law.losses, least);
    tilted_ = {"direction of gravity", "", gain.fall, gain.error, admitted, ""};
    if (!admitted) return false;
    present_ = std::move(law);
    settle();
    return true;
  }
  Eigen::Vector2d tilt_in(const TermChoice& choice) const { return trial_->fit(choice).tail<2>(); }

  SelectedFriction friction_of(const VectorXd& fit, int j) const {
    const auto [kind, size] = turn_of(fit, j);
    SelectedFriction one;
    (kind == Kind::bend ? one.presliding_distance : one.width) = size;
    if (const int bent = present_.choice.curvature[j]; bent >= 0)
      one.stribeck_velocity = friction_columns()[bent].size * largest_[j];
    if (const int column = present_.choice.hysteresis[j]; column >= 0)
      one.hysteresis_distance = friction_columns()[column].size;
    one.periodic = present_.choice.periodic[j] >= 0;
    if (!present_.choice.load.empty() && present_.choice.load[j]) one.load = trial_->load(present_.choice, j);
    return one;
  }

  TermSelection result() {
    TermSelection selection;
    const VectorXd fit = trial_->fit(present_.choice);
    for (int j = 0; j < equations_.joints(); ++j) selection.joints.push_back(friction_of(fit, j));
    selection.rotors = present_.choice.rotors && options_.rotor;
    selection.own_terms = present_.choice.own_terms;
    selection.about = about_;
    if (present_.choice.tilted) {
      const Eigen::Vector2d tilt = tilt_in(present_.choice);
      tilted_->value = fmt::format("{:.2g} deg askew", tilt.norm() * 180 / std::numbers::pi);
      selection.gravity = tilted(equations_.unknowns().conditions.gravity, *tilt_, tilt);
    }
    try_laws();
    selection.verdicts = verdicts();
    return selection;
  }

  const Equations& equations_;
  const VectorXd& largest_;
  const IdentifyOptions& options_;
  JointEquations sums_;
  std::optional<TermTrial> trial_;  // of the sums
  Law present_;
  std::vector<Law> tried_;
  std::vector<TermVerdict> bent_, loaded_, hysteresis_, periodic_;  // of single joints
  std::vector<TermVerdict> own_;                                    // by number; without a name where none was made
  std::optional<Model<double>> about_;                              // whose links load joints, and are heavy
  std::optional<TiltTerm> tilt_;                                    // of the sums
  std::optional<TermVerdict> tilted_;                               // of the whole robot
};

}  // namespace

TermSelection select_terms(const Equations& equations, const VectorXd& largest_velocity,
                           const IdentifyOptions& options) {
  return Selector(equations, largest_velocity, options).run();
}

}  // namespace torsor
