#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "torsor/core/error.hpp"
#include "torsor/estimation/identified_robot.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

// Logs of a robot in which the friction of one joint grows with its load, made by its inverse dynamics: the term has to
// be found at that joint, with its size, and nowhere else.
namespace torsor::test::load_selection_test {

struct Made {
  Description description = load_robot("two-rods");
  Model<double> model = build_model<double>(description);
  std::unique_ptr<SyntheticLog> log;

  explicit Made(std::vector<double> load, double presliding = 0) {
    const Excitation excitation = random_excitation(model, joint_limits(description), {.rests = false});
    model = with_typical_friction(without_friction(model), excitation);
    model = changed(model, [&](ModelParts<double>& parts) {
      for (std::size_t j = 0; j < parts.friction.size(); ++j) {
        Friction<double>& friction = parts.friction[j];
        friction.width = presliding > 0 ? 0 : 0.02;
        if (presliding > 0) friction.presliding_stiffness = friction.coulomb / presliding;
        friction.load = load[j];
      }
    });
    log = std::make_unique<SyntheticLog>(model, excitation, log_effects("in-class", 200), 6000);
  }

  Identification identify_it() const {
    IdentifyOptions options;
    options.huber = options.instrumental = options.regularised = false;
    options.select_terms = true;
    return identify(description, {{"log", log.get()}}, {}, options);
  }
};

std::vector<std::string> loaded_joints(const Identification& result) {
  std::vector<std::string> joints;
  for (const TermVerdict& one : result.terms)
    if (one.admitted && one.term == "friction under load") joints.push_back(one.joint);
  return joints;
}

/// In standard deviations: how far the weighted estimate of friction under load is from the truth.
double off(const Identification& result, const std::string& name, double truth) {
  const auto at = std::find(result.base_names.begin(), result.base_names.end(), name) - result.base_names.begin();
  if (at == static_cast<long>(result.base_names.size())) return std::nan("");
  return (result.weighted().value[at] - truth) / result.weighted().standard_deviation[at];
}

TEST(LoadSelection, FrictionUnderLoadIsFoundAtItsJointWithItsSize) {
  for (const int joint : {0, 1}) {
    std::vector<double> load{0, 0};
    load[joint] = joint == 0 ? 0.06 : 0.12;
    const Made made(load);
    const Identification result = made.identify_it();
    EXPECT_EQ(loaded_joints(result), std::vector{result.joints[joint]});
    EXPECT_LT(std::abs(off(result, "Fl" + std::to_string(joint + 1), load[joint])), 2.5) << joint;
    const Description robot = identified_robot(made.description, result);
    EXPECT_TRUE(check(robot).empty());
    const Model<double> written = build_model<double>(robot);
    for (int j = 0; j < 2; ++j) EXPECT_NEAR(written.friction[j].load, load[j], 0.1 * load[joint]) << joint << ' ' << j;
    EXPECT_NEAR(written.friction[joint].coulomb / made.model.friction[joint].coulomb, 1, 0.05) << joint;
  }
}

TEST(LoadSelection, BothJointsMayHaveIt) {
  const Made made({0.06, 0.12});
  const Identification result = made.identify_it();
  EXPECT_EQ(loaded_joints(result).size(), 2);
  EXPECT_LT(std::abs(off(result, "Fl1", 0.06)), 2.5);
  EXPECT_LT(std::abs(off(result, "Fl2", 0.12)), 2.5);
}

TEST(LoadSelection, NothingGrowsWithTheLoadWhereNothingDoes) {
  const Identification result = Made({0, 0}).identify_it();
  EXPECT_TRUE(loaded_joints(result).empty());
  for (const double torque : result.links_torque) EXPECT_EQ(torque, 0);
  EXPECT_EQ(std::count_if(result.terms.begin(), result.terms.end(),
                          [](const TermVerdict& one) { return one.term == "friction under load"; }),
            1);  // what it would do most
}

TEST(LoadSelection, AContactThatBendsIsLoadedToo) {
  const Made made({0.06, 0}, 3e-3);
  const Identification result = made.identify_it();
  EXPECT_EQ(loaded_joints(result), std::vector{result.joints[0]});
  const Model<double> written = build_model<double>(identified_robot(made.description, result));
  EXPECT_NEAR(written.friction[0].load, 0.06, 0.006);
  const double stiffness = written.friction[0].presliding_stiffness / made.model.friction[0].presliding_stiffness;
  EXPECT_LT(std::abs(std::log(stiffness)), std::log(2)) << stiffness;  // distances are a factor of 3 from each other
}

TEST(LoadSelection, ARobotFileThatHasItIsIdentifiedAnew) {
  const Made made({0.06, 0});
  Description written = identified_robot(made.description, made.identify_it());
  IdentifyOptions options;
  options.huber = options.instrumental = options.regularised = options.deviations = false;
  options.select_terms = true;
  const Identification again = identify(written, {{"log", made.log.get()}}, {}, options);
  EXPECT_EQ(loaded_joints(again).size(), 1);
  options.select_terms = false;
  EXPECT_THROW(identify(written, {{"log", made.log.get()}}, {}, options), ComputationError);
}

TEST(LoadSelection, TheWrittenRobotPredictsAsTheEstimateDoes) {
  const Made made({0.06, 0});
  const Identification result = made.identify_it();
  const double percent = judged_fit(result.chosen_estimate()->validation[0]).relative;
  EXPECT_LT(percent, 3);
  IdentifyOptions without;
  without.huber = without.instrumental = without.regularised = without.deviations = without.select_terms = false;
  const Identification plain = identify(made.description, {{"log", made.log.get()}}, {}, without);
  EXPECT_LT(percent, 0.8 * judged_fit(plain.chosen_estimate()->validation[0]).relative);
}

}  // namespace torsor::test::load_selection_test
