#include "torsor/estimation/estimator_table.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

namespace torsor::test::estimator_table_test {

TEST(EstimatorTable, NamesAreThoseOfTheTablesAndNoTwoAreTheSame) {
  std::set<std::string_view> names;
  for (const Estimator& estimator : estimators()) names.insert(estimator.name);
  EXPECT_EQ(names.size(), estimators().size());
  for (const std::string_view name :
       {"least squares", "weighted", "weighted by covariance", "robust (Huber)", "ridge", "lasso", "sequential",
        "total least squares", "instrumental variable", "physically consistent"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_TRUE(names.contains(weighted_name) && names.contains(consistent_name));
}

TEST(EstimatorTable, OptionsLeaveOutWhatTakesLong) {
  const auto names = [](const IdentifyOptions& options) {
    std::string text;
    for (const Estimator& estimator : estimators())
      if (wanted(estimator, options)) text += std::string(estimator.name) + "; ";
    return text;
  };
  IdentifyOptions quick;
  quick.huber = quick.regularised = quick.instrumental = false;
  EXPECT_EQ(names(quick), "least squares; weighted; sequential; total least squares; physically consistent; ");
  quick.regularised = true;
  EXPECT_NE(names(quick).find("ridge; lasso; "), std::string::npos);
}

/// Two rods in motion for ten seconds.
class ChosenEstimator : public testing::Test {
 protected:
  ChosenEstimator() : robot(load_robot("two-rods")) {
    Model<double> model = build_model<double>(robot);
    const Excitation excitation = random_excitation(model, joint_limits(robot), {});
    model = with_typical_friction(without_friction(model), excitation);
    log = std::make_unique<SyntheticLog>(model, excitation, log_effects("in-class", 200), 2000);
    options.huber = options.regularised = options.instrumental = options.deviations = false;
  }
  Identification identified() const { return identify(robot, {{"log", log.get()}}, {}, options); }

  Description robot;
  std::unique_ptr<LogSource> log;
  IdentifyOptions options;
};

TEST_F(ChosenEstimator, IsTheConsistentOneUnlessAnotherIsNamed) {
  EXPECT_EQ(identified().chosen_estimate()->method, "physically consistent");
  options.chosen = "least squares";
  EXPECT_EQ(identified().chosen_estimate()->method, "least squares");
}

TEST_F(ChosenEstimator, OfAnUnknownNameIsRefused) {
  options.chosen = "best";
  try {
    identified();
    FAIL() << "expected a UsageError";
  } catch (const UsageError& error) {
    EXPECT_EQ(error.option(), "chosen");
    EXPECT_NE(error.message().find("total least squares"), std::string::npos) << error.message();
  }
}

TEST_F(ChosenEstimator, ListsOfOptionsHaveAVelocityForEachJoint) {
  options.widths = {0.1, 0.1, 0.1};
  EXPECT_THROW(identified(), UsageError);
  options.widths.clear();
  options.slow = {0.1, 0.1, 0.1};
  EXPECT_THROW(identified(), UsageError);
}

TEST_F(ChosenEstimator, WhatIsCutOffAtTheEndsIsAnOptionOfTheError) {
  options.trim = 100;
  try {
    identified();
    FAIL() << "expected a ComputationError";
  } catch (const ComputationError& error) {
    EXPECT_EQ(error.options(), (std::vector<std::string>{"trim", "equation_rate"}));
    EXPECT_EQ(std::string(error.what()).find("--"), std::string::npos) << "flags are the command line's";
  }
}

}  // namespace torsor::test::estimator_table_test
