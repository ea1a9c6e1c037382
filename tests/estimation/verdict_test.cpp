#include "torsor/estimation/verdict.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/two_joint_identification.hpp"

namespace torsor::test::verdict_test {

const Finding* found(const Identification& result, const std::string& code) {
  static std::vector<Finding> reasons;  // so that the pointer outlives the verdict
  reasons = judge(result).reasons;
  const auto at = std::find_if(reasons.begin(), reasons.end(), [&](const Finding& one) { return one.code == code; });
  return at == reasons.end() ? nullptr : &*at;
}

TorqueFit fit(double percent, double r2) { return {750, 1, percent, r2}; }

TEST(Verdict, AJointIsAsGoodAsTheBetterOfItsTwoFiguresSays) {
  EXPECT_EQ(grade_of(fit(10, 0)), Grade::good);
  EXPECT_EQ(grade_of(fit(90, 0.97)), Grade::good);
  EXPECT_EQ(grade_of(fit(10.01, 0.9699)), Grade::fair);
  EXPECT_EQ(grade_of(fit(25, 0)), Grade::fair);
  EXPECT_EQ(grade_of(fit(90, 0.85)), Grade::fair);
  EXPECT_EQ(grade_of(fit(25.01, 0.8499)), Grade::poor);
  EXPECT_EQ(grade_of({}), Grade::unknown);
  EXPECT_EQ(grade_of(fit(NAN, NAN)), Grade::unknown);
}

TEST(Verdict, AJointThatTheMeanTorquePredictsBetterIsPoorHoweverSmallItsPercentage) {
  EXPECT_EQ(grade_of(fit(10.7, -148)), Grade::poor);
  EXPECT_EQ(grade_of(fit(1, -0.01)), Grade::poor);
  Identification it = TwoJointIdentification::make();
  it.estimates[0].validation[1].smoothed_moving = fit(9, -0.2);
  EXPECT_EQ(judge(it).grade, Grade::poor);
  EXPECT_NE(found(it, "poor-fit")->message.find("explains nothing of the variance"), std::string::npos);
  EXPECT_NE(found(it, "poor-fit")->fix.find("the mean torque would predict better"), std::string::npos);
}

TEST(Verdict, ARawResidualLargerThanTheTorqueIsTold) {
  Identification it = TwoJointIdentification::make();
  EXPECT_EQ(found(it, "absurd-residual"), nullptr);
  it.estimates[0].validation[1].raw = fit(3997, -1600);
  const Finding* absurd = found(it, "absurd-residual");
  ASSERT_NE(absurd, nullptr);
  EXPECT_NE(absurd->message.find("3997 %"), std::string::npos);
}

TEST(Verdict, SamplesAtRestDoNotCount) {
  Identification it = TwoJointIdentification::make();
  it.estimates[0].validation[1].smoothed = {1500, 9, 90, 0.1};  // half of them rest
  EXPECT_EQ(judge(it).grade, Grade::good);
  it.estimates[0].validation[1].smoothed_moving = fit(90, 0.1);
  EXPECT_EQ(judge(it).grade, Grade::poor);
}

TEST(Verdict, StandstillIsToldApartFromMotion) {
  Identification it = TwoJointIdentification::make();
  it.estimates[0].validation[0].smoothed_resting = {300, 0.05, 3, 0.5};
  it.estimates[0].validation[1].smoothed_resting = {150, 0.7, 40, 0.1};
  const std::vector<std::string> facts = judge(it).facts;
  const auto told = [&](const std::string& text) {
    return std::any_of(facts.begin(), facts.end(), [&](const std::string& fact) { return fact.find(text) == 0; });
  };
  EXPECT_TRUE(told("At rest, which is not judged, the largest residual is that of elbow with 0.7 Nm RMS (10 % of its"));
  EXPECT_EQ(judge(it).grade, Grade::good);
}

TEST(Verdict, PreslidingIsAdvisedWhereFrictionCanExplainWhatIsLeftAtRest) {
  Identification it = TwoJointIdentification::make();
  TorqueFit& rest = it.estimates[0].training[1].smoothed_resting;  // in motion 0.0615 Nm, Coulomb friction 0.2 Nm
  rest = {1000, 0.25, 40, 0.1};
  ASSERT_NE(found(it, "presliding"), nullptr);
  EXPECT_EQ(found(it, "presliding")->options, std::vector<std::string>{"stribeck"});
  it.friction = "viscous, Coulomb, Stribeck";
  EXPECT_TRUE(found(it, "presliding")->options.empty()) << "it is there already";
  rest = {1000, 0.9, 40, 0.1};
  EXPECT_EQ(found(it, "presliding"), nullptr);
  ASSERT_NE(found(it, "torque-at-rest"), nullptr) << "no friction of 0.2 Nm holds that";
  rest = {100, 0.9, 40, 0.1};
  EXPECT_EQ(found(it, "torque-at-rest"), nullptr) << "too few samples to matter";
  rest = {1000, 0.1, 40, 0.1};
  EXPECT_EQ(found(it, "presliding"), nullptr) << "as good as in motion";
}

TEST(Verdict, LinksThatAreAbsurdAreTold) {
  Identification it = TwoJointIdentification::make();
  EXPECT_EQ(found(it, "mass-far-from-file"), nullptr);
  it.consistent.value[4] = 80, it.consistent.prior[4] = 2.7;
  ASSERT_NE(found(it, "mass-far-from-file"), nullptr);
  EXPECT_EQ(found(it, "mass-far-from-file")->message, "its mass is 80 kg, and 2.7 kg in the robot file");
  it.consistent.value[4] = 0.5;
  EXPECT_NE(found(it, "mass-far-from-file"), nullptr) << "a fifth of it";
  it.consistent.prior.clear();
  EXPECT_EQ(found(it, "mass-far-from-file"), nullptr) << "the file has none";
  it.consistent.far_centres = {{2, 1.1}};
  ASSERT_NE(found(it, "centre-outside-link"), nullptr);
  EXPECT_NE(found(it, "centre-outside-link")->message.find("1.1 m outside of the link"), std::string::npos);
}

TEST(Verdict, AJointWhoseHeldOutTorqueIsNearlyConstantIsNotJudgedByIt) {
  Identification it = TwoJointIdentification::make();
  it.estimates[0].training[1].smoothed_moving = {2000, 0.1, 5, 0.99};     // the torque varies by 1 Nm
  it.estimates[0].validation[1].smoothed_moving = {750, 0.1, 14, -0.02};  // by 0.099 Nm
  EXPECT_EQ(judge(it).joints[1], Grade::unknown);
  EXPECT_EQ(judge(it).grade, Grade::good);
  it.estimates[0].validation[1].smoothed_moving = {750, 0.11, 14, -0.02};  // by 0.109 Nm
  EXPECT_EQ(judge(it).grade, Grade::poor);
}

TEST(Verdict, ThatOfFewerThanHalfTheJointsIsNotThatOfTheModel) {
  Identification it = TwoJointIdentification::make();
  for (auto* fits : {&it.estimates[0].training, &it.estimates[0].validation}) fits->push_back((*fits)[1]);
  it.estimates[0].validation[1].smoothed_moving.samples = 10;
  EXPECT_EQ(judge(it).grade, Grade::good);
  it.estimates[0].validation[2].smoothed_moving.samples = 10;
  EXPECT_EQ(judge(it).grade, Grade::unknown);
  EXPECT_EQ(judge(it).sentence, "There are too few data to judge the model by.");
}

TEST(Verdict, MotionThatDoesNotSeparateTheParametersCapsTheGrade) {
  Identification it = TwoJointIdentification::make();
  const auto grade_at = [&](double condition) {
    it.condition_number = condition;
    return judge(it).grade;
  };
  EXPECT_EQ(grade_at(1000), Grade::good);
  EXPECT_EQ(grade_at(1001), Grade::fair);
  EXPECT_EQ(judge(it).sentence,
            "The model predicts every moving joint well on data that it has not seen, but the motion does not separate "
            "its parameters: other motions may be predicted worse.");
  EXPECT_EQ(grade_at(1e5), Grade::fair);
  EXPECT_EQ(grade_at(7.4e5), Grade::poor);
  EXPECT_TRUE(judge(it).sentence.starts_with("The model is not to be trusted"));
  EXPECT_EQ(grade_at(NAN), Grade::good);
  for (JointFit& joint : it.estimates[0].validation) joint.smoothed_moving = {};
  EXPECT_EQ(grade_at(1001), Grade::unknown);
  EXPECT_EQ(grade_at(7.4e5), Grade::poor) << "whatever the data say";
}

TEST(Verdict, TheMeasureOfAllTablesIsTheMeanOverTheJointsThatMove) {
  const Identification it = TwoJointIdentification::make();
  std::vector<JointFit> fits = it.estimates[0].validation;
  EXPECT_DOUBLE_EQ(summary_of(fits).mean_percent, (5.43 / 2 + 9.21 / 2) / 2);
  EXPECT_DOUBLE_EQ(summary_of(fits).worst_r2, 0.9777);
  fits[1].smoothed_moving.samples = 100;  // of 1500
  EXPECT_DOUBLE_EQ(summary_of(fits).mean_percent, 5.43 / 2);
  fits[0].smoothed_moving.samples = 0;
  EXPECT_TRUE(std::isnan(summary_of(fits).mean_percent));
  EXPECT_TRUE(std::isnan(summary_of({}).worst_r2));
}

TEST(Verdict, TheWorstJointGivesTheGrade) {
  Identification it = TwoJointIdentification::make();
  EXPECT_EQ(judge(it).grade, Grade::good);
  EXPECT_EQ(judge(it).sentence, "The model predicts every moving joint well on data that it has not seen.");
  it.estimates[0].validation[0].smoothed_moving = fit(20, 0.9);
  EXPECT_EQ(judge(it).grade, Grade::fair);
  EXPECT_EQ(judge(it).sentence, "The model is usable on data that it has not seen, but only fair for shoulder.");
  EXPECT_EQ(found(it, "fair-fit")->severity, Severity::note);
  it.estimates[0].validation[1].smoothed_moving = fit(30, 0.5);
  const Verdict verdict = judge(it);
  EXPECT_EQ(verdict.grade, Grade::poor);
  EXPECT_EQ(verdict.sentence, "The model is not good enough on data that it has not seen for elbow.");
  EXPECT_EQ(verdict.joints, (std::vector{Grade::fair, Grade::poor}));
  EXPECT_NE(std::find(verdict.facts.begin(), verdict.facts.end(), "Fair, but not good: shoulder."),
            verdict.facts.end());
  EXPECT_EQ(found(it, "poor-fit")->element, "joint elbow");
}

TEST(Verdict, FiguresAreThoseOfTheLargestResidual) {
  EXPECT_EQ(judge(TwoJointIdentification::make()).facts[0],
            "The residual in motion is 3.66 % of the torque on average over the joints; the largest is that of elbow "
            "with 4.61 % (0.0795 Nm RMS, R² 0.9777).");
}

TEST(Verdict, WithoutHeldOutDataTheFittedOnesAreJudgedAndThatIsSaid) {
  Identification it = TwoJointIdentification::make();
  it.estimates[0].validation.clear();
  const Verdict verdict = judge(it);
  EXPECT_EQ(verdict.sentence, "The model predicts every moving joint well on the data it was fitted to.");
  EXPECT_TRUE(verdict.facts[1].starts_with("Nothing was held out"));
}

TEST(Verdict, AResidualThatGrowsByHalfOnHeldOutDataIsOverfitting) {
  Identification it = TwoJointIdentification::make();
  it.estimates[0].training[0].smoothed_moving.rms = 2;
  it.estimates[0].validation[0].smoothed_moving.rms = 3;
  EXPECT_EQ(found(it, "does-not-generalise"), nullptr);
  it.estimates[0].validation[0].smoothed_moving.rms = 3.01;
  ASSERT_NE(found(it, "does-not-generalise"), nullptr);
  EXPECT_EQ(found(it, "does-not-generalise")->element, "joint shoulder");
}

TEST(Verdict, TheConditionNumberHasOneSetOfLimits) {
  Identification it = TwoJointIdentification::make();
  const auto says = [&](double number, const char* part, bool weak) {
    it.condition_number = number;
    EXPECT_NE(judge(it).conditioning.find(part), std::string::npos) << judge(it).conditioning;
    EXPECT_EQ(found(it, "weak-excitation") != nullptr, weak) << number;
  };
  says(30, "well separated", false);
  says(30.1, "usual", false);
  says(200, "usual", false);
  says(200.1, "barely affect", true);
  says(1000, "barely affect", true);
  says(1000.1, "practically not identifiable", true);
  says(NAN, "not known", false);
}

TEST(Verdict, DeviationsSayWhatIsSignificantAndWhetherTheNoiseIsColoured) {
  Identification it = TwoJointIdentification::make();
  EXPECT_TRUE(found(it, "insignificant-parameters")->message.starts_with("1 of 3 base parameters"));
  EXPECT_NE(found(it, "coloured-noise")->message.find("2.9 times"), std::string::npos) << "the median of 3.2 2.2 2.9";
  it.estimates[0].standard_deviation = {0.0149, 0.0298, 0.0447};  // 1.49 times the naive ones
  EXPECT_EQ(found(it, "coloured-noise"), nullptr);
  it.estimates[0].value[2] = 2 * 0.0447;
  EXPECT_NE(found(it, "insignificant-parameters"), nullptr);
  it.estimates[0].value[2] = 2.01 * 0.0447;
  EXPECT_EQ(found(it, "insignificant-parameters"), nullptr);
  it.estimates[0].standard_deviation.clear(), it.estimates[0].naive_standard_deviation.clear();
  EXPECT_NE(found(it, "no-deviations"), nullptr);
}

TEST(Verdict, AJointThatRestsInWhatWasHeldOutIsNotJudgedByIt) {
  Identification it = TwoJointIdentification::make();
  it.estimates[0].validation[1].smoothed_moving = {149, 9, 90, 0.1};
  EXPECT_EQ(judge(it).grade, Grade::good);
  EXPECT_EQ(judge(it).facts.back(), "Not judged, because what was held out hardly moves them or their torque: elbow.");
  EXPECT_EQ(judge(it).joints[1], Grade::unknown);
  EXPECT_EQ(found(it, "does-not-generalise"), nullptr);
  EXPECT_EQ(found(it, "held-out-at-rest")->options, (std::vector<std::string>{"hold_out", "validation"}));
  it.estimates[0].validation[1].smoothed_moving.samples = 150;
  EXPECT_EQ(judge(it).grade, Grade::poor);
}

TEST(Verdict, TorqueThatIsExplainedToOnePartInAThousandWasNotMeasured) {
  Identification it = TwoJointIdentification::make();
  EXPECT_EQ(found(it, "torque-simulated"), nullptr);
  for (JointFit& joint : it.estimates[0].training) joint.raw.relative = 0.1;
  EXPECT_NE(found(it, "torque-simulated"), nullptr);
  it.findings = {{"torque-simulated", Severity::note, "made.csv", {}, "", "", ""}};  // the log says so itself
  EXPECT_EQ(found(it, "torque-simulated"), nullptr);
}

TEST(Verdict, TheConsistentModelIsJudgedByWhatHeldItBack) {
  Identification it = TwoJointIdentification::make();
  it.consistent.at_zero = {2};
  EXPECT_TRUE(found(it, "parameter-at-zero")->options.empty());
  it.parameter_names[2] = "Ia1", it.parameter_names[6] = "Ia2";
  it.consistent.at_zero = {2, 6};
  EXPECT_EQ(found(it, "parameter-at-zero")->options, std::vector<std::string>{"rotor"});
  it.consistent.gap = 2e-6;
  EXPECT_NE(found(it, "consistent-fit-unfinished"), nullptr);
  it.consistent = {};
  EXPECT_NE(found(it, "no-consistent-model"), nullptr);
}

TEST(Verdict, WithoutAnEstimateThereIsNoneAndTheReasonIsSaid) {
  Identification it = TwoJointIdentification::make();
  it.chosen = 1;  // the one that failed
  EXPECT_EQ(judge(it).grade, Grade::unknown);
  EXPECT_EQ(judge(it).sentence, "No estimate came out of this identification.");
  EXPECT_EQ(judge(it).facts, std::vector<std::string>{"no unique answer"});
  EXPECT_EQ(judge({}).sentence, "No estimate came out of this identification.");
}

}  // namespace torsor::test::verdict_test
