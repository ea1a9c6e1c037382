#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/estimation/identified_robot.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

// Logs of robots with cables that pull on a joint, and of robots that stand askew: the terms have to be found, with
// their sizes, and nowhere else.
namespace torsor::test::periodic_and_tilt_test {

/// The log of a robot that differs from the file in what `change` does to its model, with the noise of `preset`.
template <class Change>
Identification identified(const Description& robot, const Change& change, const std::string& preset = "in-class") {
  const Model<double> plain = build_model<double>(robot);
  const Excitation excitation = random_excitation(plain, joint_limits(robot), {.rests = false});
  const Model<double> typical = with_typical_friction(without_friction(plain), excitation);
  const Model<double> model = changed(typical, [&](ModelParts<double>& parts) {
    for (Friction<double>& friction : parts.friction) friction.width = 0.02;
    change(parts);
  });
  const SyntheticLog log(model, excitation, log_effects(preset, 200), 6000);
  IdentifyOptions options;
  options.huber = options.instrumental = options.regularised = false;
  options.select_terms = true;
  return identify(robot, {{"log", &log}}, {}, options);
}

std::vector<std::string> admitted(const Identification& result, const std::string& term) {
  std::vector<std::string> joints;
  for (const TermVerdict& one : result.terms)
    if (one.admitted && one.term == term) joints.push_back(one.joint);
  return joints;
}

constexpr const char* periodic = "torque over the position";
constexpr const char* tilt = "direction of gravity";

void pull_on(ModelParts<double>& parts, int joint, double sine, double cosine) {
  Coupling<double> coupling;
  coupling.terms = {{joint, joint, 1.0}};
  coupling.sine = sine, coupling.cosine = cosine;
  parts.couplings.push_back(coupling);
}

TEST(PeriodicTorque, IsFoundAtItsJointWithItsSize) {
  const Description robot = load_robot("two-rods");
  const Identification result = identified(robot, [](ModelParts<double>& parts) { pull_on(parts, 1, 1.5, -0.8); });
  EXPECT_EQ(admitted(result, periodic), std::vector{result.joints[1]});
  EXPECT_EQ(result.periodic, (std::vector{false, true}));
  const Estimate& weighted = result.weighted();
  for (const auto& [name, truth] : {std::pair("Ksc1", 1.5), std::pair("Kcc1", -0.8)}) {
    const auto at = std::find(result.base_names.begin(), result.base_names.end(), name) - result.base_names.begin();
    ASSERT_LT(at, static_cast<long>(result.base_names.size())) << name;
    EXPECT_LT(std::abs(weighted.value[at] - truth) / weighted.standard_deviation[at], 3) << name;
  }
  const Description written = identified_robot(robot, result);
  EXPECT_TRUE(check(written).empty());
  const Model<double> model = build_model<double>(written);
  ASSERT_EQ(model.couplings.size(), 1);
  EXPECT_NEAR(model.couplings[0].sine, 1.5, 0.1);
  EXPECT_NEAR(model.couplings[0].cosine, -0.8, 0.1);
}

/// The weight of the first rod is the same function of the position: nothing tells them apart.
TEST(PeriodicTorque, IsNotAskedForWhereTheWeightOfALinkIsTheSame) {
  const Identification result =
      identified(load_robot("two-rods"), [](ModelParts<double>& parts) { pull_on(parts, 0, 3, 2); });
  EXPECT_TRUE(admitted(result, periodic).empty());
}

TEST(DirectionOfGravity, OfARobotThatStandsAskewIsFound) {
  const Description robot = load_robot("puma560");
  const Vector3<double> askew{9.81 * std::sin(0.1), 0, -9.81 * std::cos(0.1)};
  const Identification result = identified(robot, [&](ModelParts<double>& parts) { parts.gravity = askew; });
  EXPECT_EQ(admitted(result, tilt).size(), 1);
  ASSERT_TRUE(result.gravity);
  EXPECT_NEAR(length(*result.gravity), 9.81, 1e-9);
  EXPECT_LT(length(*result.gravity - askew) / 9.81, 0.005);
  const Model<double> written = build_model<double>(identified_robot(robot, result));
  EXPECT_LT(length(written.gravity - askew) / 9.81, 0.005);
}

TEST(DirectionOfGravity, AndTorquesOverThePositionAreNotFoundWhereNoneAre) {
  for (const char* name : {"two-rods", "puma560"})
    for (const char* preset : {"in-class", "realistic"}) {
      const Identification result = identified(load_robot(name), [](ModelParts<double>&) {}, preset);
      for (const TermVerdict& one : result.terms)
        EXPECT_FALSE(one.admitted && (one.term == periodic || one.term == tilt))
            << name << ' ' << preset << ' ' << one.term << ' ' << one.joint << ' ' << one.gain << " +- "
            << one.standard_error;
      EXPECT_FALSE(result.gravity) << name << ' ' << preset;
    }
}

}  // namespace torsor::test::periodic_and_tilt_test
