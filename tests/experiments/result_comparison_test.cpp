#include "torsor/experiments/result_comparison.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <fstream>
#include <random>

#include "experiments/online_test_support.hpp"
#include "robot_files/temporary_file.hpp"
#include "torsor/core/error.hpp"

namespace torsor::test::result_comparison_test {

using Eigen::MatrixXd, Eigen::VectorXd;

/// Results with a covariance of strongly correlated parameters, drawn from it.
class Drawn {
 public:
  explicit Drawn(int parameters, double degrees = 1e6) : p_(parameters), degrees_(degrees) {
    L_ = MatrixXd::Zero(p_, p_);
    for (int r = 0; r < p_; ++r)
      for (int c = 0; c <= r; ++c) L_(r, c) = (r == c ? 1 : 0.15 * normal_(random_)) * (1 + r);
  }
  ComparableResult result(const VectorXd& truth) {
    ComparableResult one;
    one.name = "result";
    one.robot = "arm";
    one.joints = {"joint1"};
    one.coulomb_width = {0.01};
    VectorXd noise(p_);
    for (int k = 0; k < p_; ++k) {
      noise[k] = normal_(random_);
      one.parameters.push_back("p" + std::to_string(k));
    }
    one.combinations = one.parameters;
    one.units.assign(one.parameters.size(), "kg");
    one.value = truth + L_ * noise;
    one.covariance = L_ * L_.transpose();
    one.degrees_of_freedom = degrees_;
    return one;
  }
  const MatrixXd& root() const { return L_; }

 private:
  int p_;
  double degrees_;
  std::mt19937 random_{11};
  std::normal_distribution<double> normal_;
  MatrixXd L_;
};

/// 2000 comparisons at 5 %: 100 at most, deviation 9.7; fewer as the parameters are more like each other.
TEST(CompareResults, ReportsSomethingAsOftenAsItsLevelSaysWhereNothingChanged) {
  Drawn drawn(20);
  const VectorXd truth = VectorXd::LinSpaced(20, 1, 20);
  int alarms = 0, joint = 0;
  for (int k = 0; k < 2000; ++k) {
    const ResultComparison found =
        compare_results({drawn.result(truth), drawn.result(truth)}, {.level = 0.05, .position = {}});
    alarms += found.changed();
    joint += found.joint_probability < 0.05;
  }
  EXPECT_GT(alarms, 40);
  EXPECT_LT(alarms, 130);
  EXPECT_NEAR(joint, 100, 30);
}

/// Generalised least squares with one parameter free gives the change that is reported.
TEST(CompareResults, FindsTheParametersThatChangedAndByHowMuch) {
  Drawn drawn(20);
  VectorXd before = VectorXd::LinSpaced(20, 1, 20), after = before;
  int right = 0, near = 0;
  for (int k = 0; k < 200; ++k) {
    after = before;
    const MatrixXd information = (drawn.root() * drawn.root().transpose()).inverse() / 2;
    const int first = k % 20, second = (k + 7) % 20;
    after[first] += 9 / std::sqrt(information(first, first));
    after[second] -= 9 / std::sqrt(information(second, second));
    const ResultComparison found = compare_results({drawn.result(before), drawn.result(after)});
    std::vector<int> significant = found.significant;
    std::sort(significant.begin(), significant.end());
    right += significant == std::vector{std::min(first, second), std::max(first, second)};
    const ParameterChange& one = found.changes[first];
    near += std::abs(one.explained - (after[first] - before[first])) < 3 * one.explained_deviation;
    EXPECT_NEAR(one.change, one.value[1] - one.value[0], 1e-6 * one.change_deviation);
  }
  EXPECT_GE(right, 150);  // strong correlation may hide one behind another
  EXPECT_GE(near, 180);
}

TEST(CompareResults, SaysFromWhichChangeOnItNotices) {
  Drawn drawn(10);
  const VectorXd before = VectorXd::Ones(10);
  const double least = compare_results({drawn.result(before), drawn.result(before)}).changes[4].noticed_from;
  VectorXd after = before;
  after[4] += least;
  int found = 0;
  for (int k = 0; k < 400; ++k) {
    const ResultComparison comparison = compare_results({drawn.result(before), drawn.result(after)});
    found += comparison.changed();
  }
  EXPECT_GE(found, 365);
  EXPECT_LE(found, 395);
}

/// What lies between is shown, and neither hides nor makes a change from the first to the last.
TEST(CompareResults, TheLastOfManyIsComparedWithTheFirst) {
  Drawn drawn(5);
  const VectorXd start = VectorXd::Constant(5, 2.0);
  VectorXd worn = start;
  worn[3] += 1000;
  const ComparableResult first = drawn.result(start), between = drawn.result(start), last = drawn.result(worn);
  const ResultComparison two = compare_results({first, last});
  const ResultComparison three = compare_results({first, between, last}, {.level = 0.01, .position = {0, 10, 60}});
  EXPECT_EQ(three.significant, std::vector{3});
  EXPECT_EQ(three.significant, two.significant);
  EXPECT_EQ(three.changes[3].explained, two.changes[3].explained);
  EXPECT_EQ(three.changes[3].value, (std::vector{first.value[3], between.value[3], last.value[3]}));
  EXPECT_FALSE(compare_results({first, last, between}).changed());
}

/// Few degrees of freedom ask for more: t of 5 degrees at 1 % in one parameter is 4.0321 [any table], normal 2.5758.
TEST(CompareResults, LimitsAreThoseOfStudentsTable) {
  for (const auto& [degrees, limit] : {std::pair(5.0, 4.0321), std::pair(30.0, 2.7500), std::pair(1e7, 2.5758)}) {
    Drawn drawn(1, degrees);
    const ComparableResult before = drawn.result(VectorXd::Ones(1));
    const double deviation = std::sqrt(2 * before.covariance(0, 0));
    for (const double side : {0.999, 1.001}) {
      ComparableResult after = before;
      after.value[0] += side * limit * deviation;
      EXPECT_EQ(compare_results({before, after}).changed(), side > 1) << degrees;
    }
  }
}

TEST(CompareResults, RefusesResultsThatMeanSomethingElse) {
  Drawn drawn(3);
  const ComparableResult one = drawn.result(VectorXd::Ones(3));
  const auto message = [&](const auto& change) -> std::string {
    ComparableResult other = one;
    other.name = "other.json";
    change(other);
    try {
      compare_results({one, other});
    } catch (const FileError& error) {
      return error.message();
    }
    return "";
  };
  EXPECT_EQ(message([](auto& other) { other.robot = "leg"; }), "robot: expected 'arm' as in result, found 'leg'");
  EXPECT_NE(message([](auto& other) { other.parameters[1] = "m9"; }).find("base parameter 2: expected 'p1'"),
            std::string::npos);
  EXPECT_NE(message([](auto& other) { other.combinations[2] = "p2 + 0.1 p0"; }).find("combination of base parameter 3"),
            std::string::npos);
  EXPECT_NE(message([](auto& other) { other.joints.push_back("more"); }).find("joint 2: expected the end of the list"),
            std::string::npos);
  EXPECT_THROW(compare_results({one}), UsageError);
  EXPECT_THROW(compare_results({one, one}, {.level = 0, .position = {}}), UsageError);
  EXPECT_THROW(compare_results({one, one}, {.level = 0.1, .position = {1, 1}}), UsageError);
}

TEST(ReadResult, SaysWhatIsMissing) {
  const auto message = [](const std::string& text) -> std::string {
    const TemporaryFile file(text, ".json");
    try {
      read_result(file.path());
    } catch (const FileError& error) {
      return error.message();
    }
    return "";
  };
  EXPECT_NE(message("[1, 2]").find("expected an object, found a list"), std::string::npos);
  EXPECT_NE(message("{\"robot\": \"a\"}").find("expected a member 'friction', found none"), std::string::npos);
  EXPECT_NE(message("").find("found nothing"), std::string::npos);
}

Identification identified(const MovingRobot& robot, const Model<double>& moved, std::uint64_t seed) {
  LogEffects effects = log_effects("realistic", 200);
  effects.gear_ratio = gear_ratios(robot.description);
  effects.seed = seed;
  const SyntheticLog log(moved, robot.motion, effects, 8000);
  IdentifyOptions options;
  options.hold_out = 0, options.select_terms = false;
  options.huber = options.instrumental = options.regularised = options.use_prior = false;
  return identify(robot.description, {{"log", &log}}, {}, options);
}

/// The long version is `wear` of scripts/long-tests.
TEST(CompareResults, SeesFrictionOfOneJointGrowByATenthAndNothingElse) {
  const MovingRobot robot("ur10");
  const ComparableResult before = comparable(identified(robot, robot.model, 1), "before");
  EXPECT_FALSE(compare_results({before, comparable(identified(robot, robot.model, 2), "same")}).changed());
  const Model<double> worn = changed(robot.model, [](ModelParts<double>& parts) { parts.friction[2].coulomb *= 1.1; });
  const ResultComparison found = compare_results({before, comparable(identified(robot, worn, 3), "after")});
  ASSERT_FALSE(found.significant.empty());
  const int clearest = found.significant.front();
  EXPECT_EQ(found.parameters[clearest], "Fs3");
  EXPECT_NEAR(found.changes[clearest].explained, 0.1 * robot.model.friction[2].coulomb,
              0.05 * robot.model.friction[2].coulomb);
}

}  // namespace torsor::test::result_comparison_test
