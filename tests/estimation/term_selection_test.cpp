#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "torsor/estimation/identified_robot.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/presliding.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

// Logs of a robot whose friction has one effect more than viscous and Coulomb's, or none: the effect has to be found
// where it is, with its size, and nowhere else.
namespace torsor::test::term_selection_test {

enum class Effect { none, stiff_contact_in_noise, presliding, bent, hysteresis };

constexpr double distance = 3e-3, short_way = 0.1e-3, long_way = 0.3;  // rad

struct Made {
  Description description = load_robot("two-rods");
  Model<double> model = build_model<double>(description);
  std::unique_ptr<SyntheticLog> log;

  explicit Made(Effect effect, std::uint64_t seed = 1) {
    const bool bends = effect == Effect::presliding || effect == Effect::stiff_contact_in_noise;
    const Excitation excitation = random_excitation(model, joint_limits(description), {.rests = false});
    model = with_typical_friction(without_friction(model), excitation);
    model = changed(model, [&](ModelParts<double>& parts) {
      for (Friction<double>& friction : parts.friction) {
        friction.width = bends ? 0 : 0.02;
        if (bends)
          friction.presliding_stiffness = friction.coulomb / (effect == Effect::presliding ? distance : short_way);
        if (effect == Effect::bent) friction.stribeck = -0.7 * friction.coulomb, friction.stribeck_velocity = 0.5;
      }
      if (effect != Effect::hysteresis) return;
      Coupling<double>& cable = parts.couplings.emplace_back();
      cable.terms = {{1, 1, 1.0}};
      cable.friction.coulomb = 0.5 * parts.friction[1].coulomb;
      cable.friction.presliding_stiffness = cable.friction.coulomb / long_way;
    });
    LogEffects effects = log_effects("in-class", 200);
    effects.seed = seed;
    if (effect == Effect::stiff_contact_in_noise) effects.torque_noise = {{0.18}, true};
    log = std::make_unique<SyntheticLog>(model, excitation, effects, 6000);
  }
  Identification identify_it() const {
    IdentifyOptions options;
    options.huber = options.instrumental = options.regularised = options.deviations = false;
    options.hold_out = 0, options.select_terms = true;
    return identify(description, {{"log", log.get()}}, {}, options);
  }
};

bool admitted(const Identification& result, const std::string& term) {
  return std::any_of(result.terms.begin(), result.terms.end(),
                     [&](const TermVerdict& one) { return one.admitted && one.term == term; });
}

TEST(TermSelection, PreslidingIsFoundWithItsDistance) {
  const Made made(Effect::presliding);
  const Identification result = made.identify_it();
  EXPECT_TRUE(admitted(result, "presliding"));
  EXPECT_FALSE(admitted(result, "friction bent over the velocity"));
  for (int j = 0; j < made.model.nv; ++j) EXPECT_DOUBLE_EQ(result.presliding_distance[j], distance);
  const Model<double> written = build_model<double>(identified_robot(made.description, result));
  for (int j = 0; j < made.model.nv; ++j) {
    EXPECT_EQ(written.friction[j].width, 0);
    EXPECT_NEAR(written.friction[j].coulomb / made.model.friction[j].coulomb, 1, 0.03) << j;
    EXPECT_NEAR(written.friction[j].presliding_stiffness / made.model.friction[j].presliding_stiffness, 1, 0.03) << j;
  }
}

TEST(TermSelection, OfLawsThatPredictAlikeTheOneThatHoldsAtRestIsTaken) {
  const Identification result = Made(Effect::stiff_contact_in_noise).identify_it();
  const auto presliding = std::find_if(result.terms.begin(), result.terms.end(),
                                       [](const TermVerdict& one) { return one.term == "presliding"; });
  ASSERT_NE(presliding, result.terms.end());
  EXPECT_TRUE(presliding->admitted);
  EXPECT_LT(presliding->gain, 0.03);  // by what it predicts alone it would not be
  for (const double one : result.presliding_distance) EXPECT_GT(one, 0);
}

TEST(TermSelection, FrictionThatIsBentOverTheVelocityIsFoundWithItsSign) {
  const Made made(Effect::bent);
  const Identification result = made.identify_it();
  EXPECT_TRUE(admitted(result, "friction bent over the velocity"));
  EXPECT_FALSE(admitted(result, "presliding"));
  const Description robot = identified_robot(made.description, result);
  EXPECT_TRUE(check(robot).empty());
  const Model<double> written = build_model<double>(robot);
  for (int j = 0; j < made.model.nv; ++j) {
    EXPECT_LT(written.friction[j].stribeck, 0) << j;
    const double size = made.model.friction[j].torque(0.6);  // about the largest velocity of the second joint
    for (const double qd : {-0.6, -0.3, 0.1, 0.2, 0.4, 0.6})
      EXPECT_NEAR(written.friction[j].torque(qd), made.model.friction[j].torque(qd), 0.05 * size) << j << ' ' << qd;
  }
}

TEST(TermSelection, HysteresisIsFoundAtItsJointWithItsSize) {
  const Made made(Effect::hysteresis);
  const Identification result = made.identify_it();
  EXPECT_TRUE(admitted(result, "hysteresis"));
  EXPECT_EQ(result.hysteresis_distance, (std::vector<double>{0, long_way}));
  const Description robot = identified_robot(made.description, result);
  EXPECT_TRUE(check(robot).empty());
  const Model<double> written = build_model<double>(robot);
  ASSERT_EQ(written.couplings.size(), 1u);
  const Friction<double>&found = written.couplings[0].friction, &there = made.model.couplings[0].friction;
  EXPECT_NEAR(found.coulomb / there.coulomb, 1, 0.1);
  EXPECT_NEAR(found.presliding_stiffness / there.presliding_stiffness, 1, 0.1);
  EXPECT_NEAR(written.friction[1].coulomb / made.model.friction[1].coulomb, 1, 0.1);
  // The robot that was written can be identified anew, and another log decides again.
  IdentifyOptions options;
  options.huber = options.instrumental = options.regularised = options.deviations = false;
  const Identification again = identify(robot, {{"log", made.log.get()}}, {}, options);
  EXPECT_EQ(build_model<double>(identified_robot(robot, again)).couplings.size(), 1u);
  options.select_terms = false;  // its own is kept then, with its distance
  const Identification kept = identify(robot, {{"log", made.log.get()}}, {}, options);
  const Model<double> same = build_model<double>(identified_robot(robot, kept));
  ASSERT_EQ(same.couplings.size(), 1u);
  EXPECT_NEAR(same.couplings[0].friction.coulomb / same.couplings[0].friction.presliding_stiffness, long_way, 1e-9);
}

TEST(TermSelection, NothingIsAdmittedThatIsNotThere) {
  const Identification result = Made(Effect::none).identify_it();
  EXPECT_FALSE(admitted(result, "presliding"));
  EXPECT_FALSE(admitted(result, "friction bent over the velocity"));
  EXPECT_FALSE(admitted(result, "hysteresis"));
  EXPECT_FALSE(result.terms.empty());
  for (const double velocity : result.stribeck_velocity) EXPECT_EQ(velocity, 0);
}

TEST(TermSelection, TermsThatWereNamedAreTaken) {
  const Made made(Effect::bent);
  IdentifyOptions options;
  options.huber = options.instrumental = options.regularised = options.deviations = false;
  options.select_terms = false;
  const Identification result = identify(made.description, {{"log", made.log.get()}}, {}, options);
  EXPECT_FALSE(admitted(result, "friction bent over the velocity"));
  for (const double velocity : result.stribeck_velocity) EXPECT_EQ(velocity, 0);
}

}  // namespace torsor::test::term_selection_test
