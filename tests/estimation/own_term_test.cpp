#include "torsor/estimation/own_term.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "torsor/core/error.hpp"
#include "torsor/estimation/identified_robot.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

// A torque that no robot file has is put into a log, and its formula given: it has to come back with its size. Formulas
// of what is not there have to be refused.
namespace torsor::test::own_term_test {

/// A log with a torque on top, and with a temperature beside it that rises to 60 degrees.
class LogWith : public LogSource {
 public:
  using Torque = std::function<Eigen::VectorXd(const LogRows&)>;
  LogWith(const LogSource& log, int joint, Torque torque) : log_(log), torque_(std::move(torque)), joint_(joint) {}
  long row_count() const override { return log_.row_count(); }
  int joint_count() const override { return log_.joint_count(); }
  std::vector<std::string> other_names() const override { return {"temperature"}; }
  LogRows read(long first, long count) const override {
    LogRows rows = log_.read(first, count);
    rows.other.resize(count, 1);
    for (long k = 0; k < count; ++k)
      rows.other(k, 0) = 60 - 40 * std::exp(-0.1 * rows.time[static_cast<std::size_t>(k)]);
    rows.tau.col(joint_) += torque_(rows);
    return rows;
  }

 private:
  const LogSource& log_;
  Torque torque_;
  int joint_;
};

struct Made {
  Description robot = load_robot("two-rods");
  Model<double> model = build_model<double>(robot);
  std::unique_ptr<SyntheticLog> plain;
  std::unique_ptr<LogWith> log;

  Made(int joint, LogWith::Torque torque) {
    const Excitation excitation = random_excitation(model, joint_limits(robot), {.rests = false});
    model = with_typical_friction(without_friction(model), excitation);
    LogEffects effects = log_effects("in-class", 200);
    effects.velocity = VelocityColumn::exact;
    plain = std::make_unique<SyntheticLog>(model, excitation, effects, 8000);
    log = std::make_unique<LogWith>(*plain, joint, std::move(torque));
  }
  Identification identified(std::vector<OwnTerm> terms, bool select = true) const {
    IdentifyOptions options;
    options.huber = options.instrumental = options.regularised = false;
    options.own_terms = std::move(terms), options.select_terms = select;
    return identify(robot, {{"log", log.get()}}, {}, options);
  }
};

Eigen::VectorXd nothing(const LogRows& rows) { return Eigen::VectorXd::Zero(rows.tau.rows()); }
/// What a gas spring might do, which no sine of the position is.
Eigen::VectorXd hardening(const LogRows& rows) { return 0.8 * rows.q.col(1).array().cube().matrix(); }
Eigen::VectorXd warm_grease(const LogRows& rows) {
  return (-0.02 * (rows.other.col(0).array() - 20) * rows.qd.col(0).array()).matrix();
}

bool told(const Identification& result) {
  const std::vector<Finding> all = result.all_findings();
  return std::any_of(all.begin(), all.end(), [](const Finding& one) { return one.code == "own-term-not-in-robot"; });
}

/// Distance of an estimate from the truth, in standard deviations.
double off(const Identification& result, const std::string& name, double truth) {
  const auto at = std::find(result.base_names.begin(), result.base_names.end(), name);
  if (at == result.base_names.end()) return INFINITY;
  const auto b = static_cast<std::size_t>(at - result.base_names.begin());
  return std::abs(result.weighted().value[b] - truth) / result.weighted().standard_deviation[b];
}

TEST(OwnTerm, ComesBackWithItsSize) {
  const Made made(1, hardening);
  const Identification result = made.identified({{"joint2", "q2^3"}, {"joint1", "q1^3"}});
  EXPECT_TRUE(result.own_terms[0].admitted);
  EXPECT_FALSE(result.own_terms[1].admitted) << "there is no such torque";
  EXPECT_LT(off(result, "term1", 0.8), 4);
  EXPECT_EQ(std::count(result.base_names.begin(), result.base_names.end(), "term2"), 0);
  EXPECT_TRUE(told(result));
  const Identification without = made.identified({});
  for (int j = 0; j < 2; ++j)
    EXPECT_LE(result.chosen_estimate()->validation[j].smoothed.rms,
              (j == 1 ? 0.5 : 1.1) * without.chosen_estimate()->validation[j].smoothed.rms);
}

TEST(OwnTerm, MayBeThatOfAColumnOfTheLog) {
  const Made made(0, warm_grease);
  const Identification result =
      made.identified({{"joint2", "temperature"}, {"joint1", "(temperature-20)*qd1"}, {"joint2", "step(t-20)"}});
  EXPECT_FALSE(result.own_terms[0].admitted);
  EXPECT_TRUE(result.own_terms[1].admitted);
  EXPECT_FALSE(result.own_terms[2].admitted);
  EXPECT_LT(off(result, "term2", -0.02), 4);
}

TEST(OwnTerm, IsRefusedWhereNothingOfItIsThere) {
  const Made made(0, nothing);
  const Identification result = made.identified({{"joint2", "q2^3"}, {"joint1", "qd1*abs(qd1)"}, {"joint1", "t"}});
  for (const OwnTermVerdict& one : result.own_terms) EXPECT_FALSE(one.admitted) << one.formula;
  EXPECT_FALSE(told(result));
}

TEST(OwnTerm, IsTakenWithoutAQuestionWhereNoneIsAsked) {
  const Made made(1, hardening);
  const Identification result = made.identified({{"joint2", "q2^3"}}, false);
  EXPECT_TRUE(result.own_terms[0].admitted);
  EXPECT_LT(off(result, "term1", 0.8), 4);
  EXPECT_TRUE(result.consistent.valid);
  EXPECT_EQ(identified_robot(made.robot, result).links.size(), made.robot.links.size());
}

std::string refusal(const Made& made, const OwnTerm& term) {
  try {
    made.identified({term});
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(OwnTerm, ThatCannotBeComputedIsRefusedInWords) {
  const Made made(0, nothing);
  EXPECT_NE(refusal(made, {"joint3", "q1"}).find("found 'joint3'; did you mean"), std::string::npos);
  EXPECT_NE(refusal(made, {"joint1", "sin(q1"}).find("at character"), std::string::npos);
  EXPECT_NE(refusal(made, {"joint1", "temprature"}).find("did you mean 'temperature'"), std::string::npos);
  EXPECT_NE(refusal(made, {"joint1", "log(q1)"}).find("no finite number at"), std::string::npos);
}

TEST(OwnTerm, NamesTheColumnsOfTheLogThatItNeeds) {
  EXPECT_EQ(columns_wanted({{"joint1", "(warm-20)*qd1 + sin(q12)*pi"}, {"joint2", "warm+air^2+t"}}),
            (std::vector<std::string>{"warm", "air"}));
}

}  // namespace torsor::test::own_term_test
