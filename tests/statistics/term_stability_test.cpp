#include <gtest/gtest.h>

#include <fmt/format.h>

#include "statistics/robot_with_effects.hpp"
#include "statistics/terms_of_parts.hpp"

// The terms that are chosen stay the same where a tenth of a log is left out: logs with nothing, with each effect and
// with two of them, each sized to raise the error by a tenth, so that a term is no foregone conclusion.
namespace torsor::test::term_stability_test {

TEST(TermStability, ATenthLessChangesTheChoiceInFewerThanOneCaseOfTen) {
  using enum Effect;
  const std::vector<std::vector<MadeEffect>> all = {{},
                                                    {{presliding}},
                                                    {{bent}},
                                                    {{load, 0}},
                                                    {{hysteresis, 1}},
                                                    {{rotors}},
                                                    {{presliding}, {load, 1}},
                                                    {{bent}, {hysteresis, 0}},
                                                    {{load, 0}, {rotors}},
                                                    {{presliding}, {rotors}}};
  const RobotWithEffects robot;
  const int logs = asked_for("TORSOR_STABILITY_LOGS", 3);
  Changes changes;
  for (int k = 0; k < logs; ++k) {
    std::vector<MadeEffect> made = all[k % all.size()];
    const auto seed = static_cast<std::uint64_t>(k + 1);
    double share = made.empty() ? 0.02 : robot.noise_beside(made[0], seed);
    if (made.size() > 1) share = std::min(share, robot.noise_beside(made[1], seed));
    for (MadeEffect& one : made) one.strength = robot.strength_beside(share, one, seed);
    const std::unique_ptr<LogSource> log = robot.log(made, share, seed);
    changes += changed_choices([&](int tenth) {
      if (tenth < 0) return admitted_terms(robot.identified(*log, true));
      return admitted_terms(robot.identified(without_tenth(*log, tenth), true));
    });
  }
  EXPECT_LT(changes.terms, logs);
  tell_table("stability", fmt::format("| made, two rods, {} logs | {} of {} | {} |", logs, changes.terms, 10 * logs,
                                      changes.widths));
}

}  // namespace torsor::test::term_stability_test
