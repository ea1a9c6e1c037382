#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>

#include "statistics/robot_with_effects.hpp"

// How often a term is admitted: where nothing of it is there, and where it is there and sized so that the error of a
// model without it is a tenth larger than the noise; alone, and with another effect. TORSOR_TERM_LOGS=100 makes as many
// logs as it takes to tell shares, and a fifth of it of each pair.
namespace torsor::test::term_admission_test {

struct Term {
  Effect effect{};
  const char* test;
  const char* words;
  std::vector<std::string_view> found_as;  // what the data cannot tell apart counts as one
  double least = 0.95, most = 0.05;        // shares of logs in which it has to be found, and may be admitted wrongly
  double least_beside = least;             // share where another effect is there too
};
const std::array terms{
    Term{Effect::presliding, "Presliding", "presliding", {"presliding", "hysteresis"}},
    Term{Effect::bent, "Bent", "bent over the velocity", {"friction bent over the velocity"}},
    // Blocks in which the joint is hardly loaded gain nothing: they make the gain look uncertain.
    Term{Effect::load, "Load", "under load", {"friction under load"}, 0.85, 0.05, 0.5},
    Term{Effect::hysteresis, "Hysteresis", "hysteresis", {"hysteresis", "presliding"}, 0.95, 0.05, 0.85},
    // Likewise blocks in which the joint stays where it is.
    Term{Effect::periodic, "Periodic", "over the position", {"torque over the position"}, 0.85, 0.05, 0.5},
    // Part of the linear model: they are left out where that predicts better, and no inertia does nothing.
    Term{Effect::rotors, "Rotors", "rotors", {"rotors"}, 0.95, 1},
};

/// Whether a term was admitted, of a joint or of all joints together; of this joint, where one is given.
bool admitted(const Identification& result, std::string_view term, int joint = -1) {
  return std::any_of(result.terms.begin(), result.terms.end(), [&](const TermVerdict& one) {
    const bool here = joint < 0 || one.joint.empty() || one.joint == result.joints[joint];
    return one.admitted && one.term == term && one.value != "not bent" && here;
  });
}
bool found(const Identification& result, const Term& term, int joint = -1) {
  return std::any_of(term.found_as.begin(), term.found_as.end(),
                     [&](std::string_view name) { return admitted(result, name, joint); });
}

/// How often each term was admitted, in some logs that are alike.
class Tally {
 public:
  explicit Tally(std::string made) : made_(std::move(made)) {}

  void count(const Identification& result, double noise, double raised) {
    ++logs_, noise_ += noise, raised_ += raised;
    for (std::size_t k = 0; k < terms.size(); ++k) admitted_[k] += admitted(result, terms[k].found_as[0]);
  }
  /// How often all of them were found that were asked for, at their joints.
  ~Tally() {
    std::string line =
        fmt::format("| {} | {} | {:.1f} % | {:.2f} |", made_, logs_, 100 * noise_ / logs_, raised_ / logs_);
    line += found_ < 0 ? " |" : fmt::format(" {:.0f} % |", 100.0 * found_ / logs_);
    for (const int count : admitted_) line += fmt::format(" {:.0f} % |", 100.0 * count / logs_);
    tell_table("admission", line);
  }
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  void found(int count) { found_ = count; }

 private:
  std::string made_;
  int logs_ = 0, found_ = -1;
  double noise_ = 0, raised_ = 0;
  std::array<int, terms.size()> admitted_{};
};

/// As RobotWithEffects has it, once for each log.
double noise_beside(const RobotWithEffects& robot, const MadeEffect& one, std::uint64_t seed) {
  static std::map<std::tuple<Effect, int, std::uint64_t>, double> known;
  const auto [at, is_new] = known.try_emplace({one.effect, one.joint, seed}, 0);
  if (is_new) at->second = robot.noise_beside(one, seed);
  return at->second;
}

/// Joints take turns, but where an effect has one of its own.
int joint_for(Effect effect, int log) { return effect == Effect::periodic ? 1 : log % 2; }

int log_count() { return asked_for("TORSOR_TERM_LOGS", 3); }
int pair_count() { return std::max(3, log_count() / 5); }
/// Of so many logs; of few, one may be another.
double least_of(int logs, double share) { return std::floor(share * logs); }

class ATerm : public testing::TestWithParam<Term> {
 protected:
  RobotWithEffects robot_;
};

TEST_P(ATerm, IsAdmittedWhereItIsThere) {
  const Term& term = GetParam();
  Tally tally(term.words);
  int count = 0;
  for (int k = 0; k < log_count(); ++k) {
    const auto seed = static_cast<std::uint64_t>(k + 1);
    const MadeEffect made{term.effect, joint_for(term.effect, k)};
    const double share = noise_beside(robot_, made, seed);
    const Identification result = robot_.identified(*robot_.log({made}, share, seed), true);
    tally.count(result, share, robot_.raised(made, share, seed));
    count += found(result, term, made.joint);
  }
  tally.found(count);
  EXPECT_GE(count, least_of(log_count(), term.least));
}

TEST_P(ATerm, IsNotAdmittedWhereNothingIsThere) {
  const Term& term = GetParam();
  Tally tally(fmt::format("nothing, noise as beside {}", term.words));
  int count = 0;
  for (int k = 0; k < log_count(); ++k) {
    const auto seed = static_cast<std::uint64_t>(k + 1);
    const double share = noise_beside(robot_, {term.effect, joint_for(term.effect, k)}, seed);
    const Identification result = robot_.identified(*robot_.log({}, share, seed), true);
    tally.count(result, share, 1);
    count += found(result, term);
  }
  EXPECT_LE(count, term.most * log_count());
}

INSTANTIATE_TEST_SUITE_P(All, ATerm, testing::ValuesIn(terms), [](const auto& one) { return one.param.test; });

using Two = std::pair<Term, Term>;

std::vector<Two> pairs() {
  std::vector<Two> list;
  for (std::size_t a = 0; a < terms.size(); ++a)
    for (std::size_t b = a + 1; b < terms.size(); ++b) list.emplace_back(terms[a], terms[b]);
  return list;
}

class TwoTerms : public testing::TestWithParam<Two> {
 protected:
  RobotWithEffects robot_;
};

TEST_P(TwoTerms, AreAdmittedWhereBothAreThere) {
  const auto& [first, second] = GetParam();
  Tally tally(fmt::format("{}, {}", first.words, second.words));
  int count = 0;
  for (int k = 0; k < pair_count(); ++k) {
    const auto seed = static_cast<std::uint64_t>(k + 1);
    MadeEffect one{first.effect, joint_for(first.effect, k)}, other{second.effect, joint_for(second.effect, k / 2)};
    const double share = std::min(noise_beside(robot_, one, seed), noise_beside(robot_, other, seed));
    one.strength = robot_.strength_beside(share, one, seed);
    other.strength = robot_.strength_beside(share, other, seed);
    const Identification result = robot_.identified(*robot_.log({one, other}, share, seed), true);
    tally.count(result, share, 0.5 * (robot_.raised(one, share, seed) + robot_.raised(other, share, seed)));
    count += found(result, first, one.joint) && found(result, second, other.joint);
  }
  tally.found(count);
  EXPECT_GE(count, least_of(pair_count(), std::min(first.least_beside, second.least_beside)));
}

INSTANTIATE_TEST_SUITE_P(All, TwoTerms, testing::ValuesIn(pairs()),
                         [](const auto& one) { return std::string(one.param.first.test) + one.param.second.test; });

}  // namespace torsor::test::term_admission_test
