#include "torsor/identification/log_health.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "identification/made_log.hpp"
#include "io/temporary_file.hpp"
#include "torsor/identification/synthetic_log.hpp"

// Each trap of real logs is planted in a log that is otherwise sound, and has to be found, alone.
namespace torsor::test {
namespace {

using io::LogInMemory;
using io::LogRows;

/// A log without traps; making it takes longer than judging it.
const LogRows& sound_rows() {
  static const LogRows rows = make_rows();
  return rows;
}
LogRows without_rates(LogRows rows) {
  rows.qd.resize(0, 0), rows.qdd.resize(0, 0);
  return rows;
}

std::set<std::string> codes(const LogHealth& health) {
  std::set<std::string> result;
  for (const io::Finding& finding : health.findings) result.insert(finding.code);
  return result;
}
using Codes = std::set<std::string>;

const io::Finding& finding(const LogHealth& health, const std::string& code) {
  static const io::Finding none;
  const auto found = std::find_if(health.findings.begin(), health.findings.end(),
                                  [&](const io::Finding& one) { return one.code == code; });
  return found == health.findings.end() ? none : *found;
}

LogHealth examined(const LogRows& rows, bool with_robot = false, const LogHealthOptions& options = {}) {
  static const Model<double> robot = logged_robot();
  return examine_log(LogInMemory(rows), with_robot ? &robot : nullptr, options);
}

TEST(LogHealth, ASoundLogHasNoFindings) {
  const LogHealth health = examined(sound_rows(), true);
  EXPECT_EQ(codes(health), Codes{}) << io::to_string(health.findings.empty() ? io::Finding{} : health.findings[0]);
  EXPECT_EQ(health.sound_rows, 4000);
  EXPECT_NEAR(health.period, 0.005, 1e-12);
  EXPECT_NEAR(health.duration, 3999 * 0.005, 1e-9);
  for (const double residual : health.fit.relative_residual) EXPECT_LT(residual, 0.15);
}

TEST(LogHealth, TrueStampsThatJitterAreToldAndKept) {
  LogRows rows = without_rates(sound_rows());
  // The motion is sampled late by a quarter of a step at every other row, and the stamps say so.
  for (std::size_t r = 1; r < rows.time.size(); r += 2) {
    const auto k = static_cast<Eigen::Index>(r);
    rows.q.row(k) += 0.00125 * sound_rows().qd.row(k);
    rows.time[r] += 0.00125;
  }
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), Codes{"timestamp-jitter"});
  EXPECT_FALSE(health.time.uniform);
  EXPECT_NEAR(health.jitter, 0.00125, 1e-5);  // steps of 6.25 and 3.75 ms
}

/// Rows of a source that takes `ratio` steps of the recorder for one of its own: the newest row there is, every time.
LogRows recorded_faster(const LogRows& source, double ratio) {
  std::vector<Eigen::Index> rows;
  for (double at = 0.5; at < static_cast<double>(source.time.size()) - 0.75; at += 1 / ratio)
    rows.push_back(static_cast<Eigen::Index>(at));
  LogRows recorded;
  recorded.q = source.q(rows, Eigen::all), recorded.qd = source.qd(rows, Eigen::all);
  recorded.tau = source.tau(rows, Eigen::all);
  for (std::size_t r = 0; r < rows.size(); ++r) recorded.time.push_back(0.005 / ratio * static_cast<double>(r));
  return recorded;
}

TEST(LogHealth, RepeatedRowsOfASlowerSourceAreLeftOutAndTheRestEvenlySpaced) {
  for (const bool with_velocity : {true, false}) {
    LogRows rows = recorded_faster(sound_rows(), 1.0243);  // as in a log of a real arm: 34.15 ms, stamped each 33.34 ms
    if (!with_velocity) rows = without_rates(rows);
    const LogHealth health = examined(rows, with_velocity);
    EXPECT_EQ(codes(health), (Codes{"repeated-row", "timestamp-false"}));
    EXPECT_EQ(health.sound_rows, 3999);  // the last one of the source is not written
    EXPECT_EQ(io::row_count(health.unsound), health.rows - 3999);
    EXPECT_NEAR(health.period, 0.005, 2e-6);
    const LogInMemory log(rows);
    const LogRows mended = SoundLog(log, health).read(1000, 100);
    for (std::size_t r = 0; r < 100; ++r) EXPECT_NEAR(mended.time[r], 0.005 * (1000 + static_cast<double>(r)), 3e-3);
    EXPECT_EQ(mended.q, sound_rows().q.middleRows(1000, 100));
  }
}

TEST(LogHealth, RowsWrittenTwiceKeepTheirTime) {
  const LogRows rows = recorded_faster(sound_rows(), 2);
  const LogHealth health = examined(rows, true);
  EXPECT_EQ(codes(health), Codes{"repeated-row"});
  EXPECT_FALSE(health.time.uniform);
  EXPECT_EQ(health.sound_rows, 4000);
}

TEST(LogHealth, ARecorderThatIsManyTimesFasterThanItsSourceIsFound) {
  for (const double ratio : {1.7, 2.5, 5.0, 8.0, 10.0}) {
    const LogRows source = LogInMemory(sound_rows()).read(0, 2000);
    const LogHealth health = examined(recorded_faster(source, ratio), true);
    EXPECT_TRUE(codes(health).contains("repeated-row")) << ratio;
    EXPECT_NEAR(static_cast<double>(health.sound_rows), 1999, 3) << ratio;
    EXPECT_NEAR(health.period, 0.005, 2e-5) << ratio;
    EXPECT_TRUE(health.fit.made) << ratio;
    for (const double residual : health.fit.relative_residual) EXPECT_LT(residual, 0.15) << ratio;
  }
}

/// Values in steps, written with ten digits.
void quantise(Eigen::MatrixXd& values, double step) {
  values = ((values / step).array().round() * (step * 1e10)).round() / 1e10;
}

TEST(LogHealth, EqualRowsOfCoarseEncodersInSlowMotionAreNoRepetitions) {
  for (const double encoder : {0.0015339807878856412, 0.01}) {
    LogRows rows = without_rates(make_rows({.period = 0.001, .noise = 0}));
    quantise(rows.q, encoder), quantise(rows.tau, 10);
    long equal = 0;
    for (Eigen::Index r = 1; r < rows.q.rows(); ++r)
      equal += rows.q.row(r) == rows.q.row(r - 1) && rows.tau.row(r) == rows.tau.row(r - 1);
    EXPECT_GT(equal, 10);
    const LogHealth health = examined(rows);
    EXPECT_FALSE(codes(health).contains("repeated-row")) << finding(health, "repeated-row").message;
    EXPECT_EQ(health.sound_rows, 4000);
  }
}

TEST(LogHealth, CoarseRowsOfASlowSourceAreFoundToBeHeld) {
  LogRows source = LogInMemory(sound_rows()).read(0, 1000);
  quantise(source.q, 0.0015), quantise(source.tau, 1);
  EXPECT_NEAR(static_cast<double>(examined(recorded_faster(source, 8)).sound_rows), 999, 2);
}

TEST(LogHealth, AStreamThatStoodStillIsLeftOut) {
  LogRows rows = sound_rows();
  for (Eigen::Index r = 1001; r < 1020; ++r) {
    rows.q.row(r) = rows.q.row(1000), rows.qd.row(r) = rows.qd.row(1000), rows.qdd.row(r) = rows.qdd.row(1000);
    rows.tau.row(r) = rows.tau.row(1000);
  }
  const LogHealth health = examined(rows, true);
  EXPECT_EQ(codes(health), Codes{"repeated-row"});
  EXPECT_EQ(finding(health, "repeated-row").element, "lines 1002-1020");
  EXPECT_FALSE(health.time.uniform);
}

TEST(LogHealth, ARestIsNoRepetition) {
  LogRows rows = sound_rows();
  const Eigen::Index rest = 200;
  LogRows with_rest;
  const auto stay = [&](const Eigen::MatrixXd& before) {  // all stand still after row 1000, and go on from there
    Eigen::MatrixXd after(before.rows() + rest, before.cols());
    after << before.topRows(1001), before.row(1000).replicate(rest, 1), before.bottomRows(before.rows() - 1001);
    return after;
  };
  with_rest.q = stay(rows.q), with_rest.tau = stay(rows.tau);
  for (Eigen::Index r = 0; r < with_rest.q.rows(); ++r) with_rest.time.push_back(0.005 * static_cast<double>(r));
  EXPECT_FALSE(codes(examined(with_rest)).contains("repeated-row"));
}

TEST(LogHealth, FalseStampsOfEvenRowsAreReplaced) {
  LogRows rows = without_rates(sound_rows());
  std::mt19937 random(3);
  std::uniform_real_distribution<double> late(0, 0.004);
  for (std::size_t r = 1; r + 1 < rows.time.size(); ++r) rows.time[r] += late(random);
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), (Codes{"timestamp-jitter", "timestamp-false"}));
  ASSERT_TRUE(health.time.uniform);
  const LogInMemory log(rows);
  const LogRows mended = SoundLog(log, health).read(1000, 3);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(mended.time[k], 0.005 * static_cast<double>(1000 + k), 1e-9);
}

TEST(LogHealth, AFalseRateIsSeenInTheVelocityAndPutRight) {
  LogRows rows = sound_rows();
  rows.qdd.resize(0, 0);
  for (double& t : rows.time) t *= 1.04;
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), Codes{"rate-wrong"});
  EXPECT_NEAR(health.time.scale, 1 / 1.04, 1e-4);
  const LogInMemory log(rows);
  EXPECT_NEAR(SoundLog(log, health).read(3000, 1).time[0], 15, 2e-3);
}

TEST(LogHealth, GapsRepeatedAndBackwardStampsAreTold) {
  LogRows rows = without_rates(sound_rows());
  for (std::size_t r = 2000; r < rows.time.size(); ++r) rows.time[r] += 0.7;
  rows.time[100] = rows.time[99];
  rows.time[500] = rows.time[480];
  const LogHealth health = examined(rows);
  EXPECT_TRUE(codes(health).contains("timestamp-gap"));
  EXPECT_EQ(finding(health, "timestamp-gap").where.line, 2001);
  EXPECT_EQ(finding(health, "timestamp-repeated").where.line, 101);
  EXPECT_EQ(finding(health, "timestamp-backwards").where.line, 501);
  EXPECT_EQ(health.sound_rows, 3998);
}

TEST(LogHealth, AVelocityThatIsNotTheDerivativeIsTold) {
  LogRows rows = sound_rows();
  for (long r = 0; r < 4000; ++r) rows.qd(r, 2) = std::sin(5.3 * static_cast<double>(r) * 0.005);
  rows.qdd.col(4).setRandom();
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), (Codes{"velocity-not-derivative", "acceleration-not-derivative"}));
  EXPECT_EQ(finding(health, "velocity-not-derivative").element, "joint 3: velocity");
  EXPECT_EQ(finding(health, "acceleration-not-derivative").element, "joint 5: acceleration");
}

TEST(LogHealth, VelocityInRpmOrDegreesOrWithTheOtherSignIsTold) {
  const double pi = 3.14159265358979;
  for (const auto& [factor, code, words] : {std::tuple{30 / pi, "velocity-unit", "rpm"},
                                            {180 / pi, "velocity-unit", "deg/s"},
                                            {-1.0, "velocity-sign", "-1"}}) {
    LogRows rows = sound_rows();
    rows.qdd.resize(0, 0);
    rows.qd *= factor;
    const LogHealth health = examined(rows);
    EXPECT_EQ(codes(health), Codes{code});
    EXPECT_NE(finding(health, code).message.find(words), std::string::npos) << finding(health, code).message;
  }
}

TEST(LogHealth, RowsFarFromAllOthersAreLeftOut) {
  LogRows rows = without_rates(sound_rows());
  rows.q(1234, 3) = 4711;
  rows.tau(77, 0) = -1e9;
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), Codes{"garbage-row"});
  EXPECT_EQ(finding(health, "garbage-row").element, "lines 78, 1235");
  const LogInMemory log(rows);
  const SoundLog sound(log, health);
  EXPECT_EQ(sound.row_count(), 3998);
  EXPECT_EQ(sound.original(77), 78);
  EXPECT_EQ(sound.read(76, 2).time[1], rows.time[78]);
}

TEST(LogHealth, DeadStuckAndSaturatedChannelsAreTold) {
  LogRows rows = without_rates(sound_rows());
  rows.tau.col(5).setConstant(0.25);
  rows.tau.col(1).segment(1000, 300).setConstant(rows.tau(1000, 1));
  rows.tau.col(3) = rows.tau.col(3).cwiseMin(0.7 * rows.tau.col(3).maxCoeff());
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), (Codes{"dead-channel", "stuck-channel", "saturation"}));
  EXPECT_EQ(finding(health, "dead-channel").element, "joint 6: torque");
  EXPECT_EQ(finding(health, "stuck-channel").where.line, 1001);
  EXPECT_EQ(finding(health, "saturation").element, "joint 4: torque");
}

TEST(LogHealth, AJointThatHardlyMovesAndCoarsePositionsAreTold) {
  LogRows rows = without_rates(sound_rows());
  rows.q.col(0) *= 0.01;
  rows.q.col(2) = (rows.q.col(2) / 0.01).array().round() * 0.01;
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), (Codes{"little-motion", "presliding", "quantisation"}));
  EXPECT_EQ(finding(health, "little-motion").element, "joint 1");
  EXPECT_EQ(finding(health, "quantisation").element, "joint 3: position");
}

TEST(LogHealth, SynchronousMotionIsToldAndLeavesParametersUnseen) {
  const LogHealth health = examined(make_rows({.rows = 2000, .synchronous = true}), true);
  EXPECT_TRUE(codes(health).contains("synchronous-motion"));
  EXPECT_TRUE(codes(health).contains("weak-excitation"));
}

TEST(LogHealth, ASideMountedArmIsRecognised) {
  const LogHealth health = examined(without_rates(make_rows({.gravity = {0, 9.81, 0}})), true);
  EXPECT_EQ(codes(health), Codes{"gravity-direction"});
  ASSERT_TRUE(health.proposed_gravity.has_value());
  EXPECT_NEAR(health.proposed_gravity->y, 9.81, 0.05);
}

TEST(LogHealth, TheMountingOfTheMappingIsTakenInPlaceOfTheRobots) {
  const LogRows rows = without_rates(make_rows({.gravity = {0, 9.81, 0}}));
  EXPECT_EQ(codes(examined(rows, true, {.gravity = Vector3<double>{0, 9.81, 0}})), Codes{});
}

TEST(LogHealth, TheWrongSignOfOneTorqueOrOfAllIsTold) {
  LogRows rows = without_rates(sound_rows());
  rows.tau.col(1) *= -1;
  LogHealth health = examined(rows, true);
  EXPECT_TRUE(codes(health).contains("torque-sign"));
  EXPECT_EQ(finding(health, "torque-sign").element, "joint 2: torque");
  rows = without_rates(sound_rows());
  rows.tau *= -1;
  health = examined(rows, true);
  EXPECT_EQ(codes(health), Codes{"torque-sign"});
  EXPECT_EQ(finding(health, "torque-sign").element, "torque");
}

TEST(LogHealth, ARelativeZeroAndATurnedAxisAreTold) {
  LogRows rows = without_rates(sound_rows());
  rows.q.col(1).array() += 1.5707963267948966;
  EXPECT_EQ(codes(examined(rows, true)), Codes{"position-zero"});
  rows = without_rates(sound_rows());
  rows.q.col(2) *= -1;
  EXPECT_EQ(codes(examined(rows, true)), Codes{"position-sign"});
}

TEST(LogHealth, MotorTorqueInPlaceOfJointTorqueIsTold) {
  LogRows rows = without_rates(sound_rows());
  rows.tau /= 101;
  EXPECT_EQ(codes(examined(rows, true)), Codes{"torque-unit"});
}

TEST(LogHealth, AWrongTorqueConstantOfOneJointIsTold) {
  for (const int joint : {1, 2}) {
    LogRows rows = sound_rows();
    rows.tau.col(joint) *= 1.12;
    const LogHealth health = examined(rows, true);
    EXPECT_EQ(codes(health), Codes{"torque-gain"}) << joint;
    EXPECT_EQ(finding(health, "torque-gain").element, "joint " + std::to_string(joint + 1) + ": torque");
    std::smatch factor;
    ASSERT_TRUE(
        std::regex_search(finding(health, "torque-gain").message, factor, std::regex("ask for ([0-9.]+) times")));
    EXPECT_NEAR(std::stod(factor[1]), 1 / 1.12, 0.02) << joint;
  }
}

/// A log of a built-in robot with typical friction and the faults of real drives, and how it is judged.
struct Made {
  std::string robot, preset = "realistic";
  std::uint64_t seed = 1;
  double rate = 200, seconds = 20;
};
LogRows rows_of(const Made& made) {
  const Description description = io::load_robot(made.robot);
  const Model<double> model = build_model<double>(description);
  const Excitation excitation = random_excitation(model, joint_limits(description), {.seed = made.seed});
  LogEffects effects = log_effects(made.preset, made.rate);
  effects.seed = made.seed;
  effects.gear_ratio = gear_ratios(description);
  const long rows = std::lround(made.seconds * made.rate);
  return SyntheticLog(with_typical_friction(model, excitation), excitation, effects, rows).read(0, rows);
}
LogHealth examined_as(const std::string& robot, const LogRows& rows) {
  const Model<double> model = build_model<double>(io::load_robot(robot));
  return examine_log(LogInMemory(rows), &model);
}
std::vector<std::string> elements(const LogHealth& health, const std::string& code) {
  std::vector<std::string> result;
  for (const io::Finding& one : health.findings)
    if (one.code == code) result.push_back(one.element);
  return result;
}
using Elements = std::vector<std::string>;
void PrintTo(const Made& made, std::ostream* out) { *out << made.robot << ' ' << made.preset; }

class GoodMadeLog : public testing::TestWithParam<Made> {};
TEST_P(GoodMadeLog, BlamesNoTorqueAndNoMounting) {
  const Codes found = codes(examined_as(GetParam().robot, rows_of(GetParam())));
  for (const char* code :
       {"torque-gain", "torque-sign", "torque-simulated", "gravity-direction", "position-zero", "position-sign"})
    EXPECT_FALSE(found.contains(code)) << code;
}
INSTANTIATE_TEST_SUITE_P(LogHealth, GoodMadeLog,
                         testing::Values(Made{"panda", "realistic", 3}, Made{"puma560", "realistic", 3},
                                         Made{"ur5e", "nasty", 3}, Made{"general-6r", "nasty", 3},
                                         Made{"two-rods", "nasty", 3}, Made{"scara", "nasty", 5},
                                         Made{"tx40", "in-class", 6}));

TEST(LogHealth, TheJointWithAWrongTorqueConstantIsNamedAndNoOther) {
  const LogRows good = rows_of({"panda"});
  for (const auto& [joint, factor] : {std::pair{1, 0.9}, {3, 1.2}}) {
    LogRows rows = good;
    rows.tau.col(joint) *= factor;
    EXPECT_EQ(elements(examined_as("panda", rows), "torque-gain"),
              Elements{"joint " + std::to_string(joint + 1) + ": torque"})
        << factor;
  }
}

TEST(LogHealth, TwoJointsThatExplainAWrongTorqueConstantAlikeAreBothNamed) {
  LogRows rows = rows_of({"puma560", "realistic", 3});
  rows.tau.col(1) *= 1.3;
  const LogHealth health = examined_as("puma560", rows);
  EXPECT_EQ(elements(health, "torque-gain"), Elements{"joint 2 or joint 3: torque"});
  EXPECT_NE(finding(health, "torque-gain").message.find("0.776 times that of joint 2, or 1.29 times that of joint 3"),
            std::string::npos)
      << finding(health, "torque-gain").message;
}

TEST(LogHealth, OnlyTorquesThatHaveToBeTurnedRoundAreTold) {
  LogRows rows = rows_of({.robot = "ur10", .rate = 100});
  rows.tau.col(1) *= -1;
  EXPECT_EQ(elements(examined_as("ur10", rows), "torque-sign"), Elements{"joint 2: torque"});
  rows.tau.col(2) *= -1;
  EXPECT_EQ(elements(examined_as("ur10", rows), "torque-sign"), (Elements{"joint 2: torque", "joint 3: torque"}));
  rows = rows_of({"puma560"});
  rows.tau.col(1) *= -1;
  EXPECT_EQ(elements(examined_as("puma560", rows), "torque-sign"), Elements{"joint 2: torque"});
  rows = rows_of({"two-rods"});
  rows.tau.col(0) *= -1;
  EXPECT_EQ(elements(examined_as("two-rods", rows), "torque-sign"), Elements{"joint 1: torque"});
}

TEST(LogHealth, AFitThatIsNotFiniteTellsNothing) {
  for (const double factor : {1e160, 1e300, 1e-200}) {
    LogRows rows = without_rates(sound_rows());
    rows.tau *= factor;
    const LogHealth health = examined(rows, true);
    for (const io::Finding& one : health.findings) EXPECT_EQ(one.message.find("nan"), std::string::npos) << one.message;
    EXPECT_FALSE(codes(health).contains("torque-simulated")) << factor;
    EXPECT_FALSE(codes(health).contains("torque-sign")) << factor;
  }
}

TEST(LogHealth, TorqueOfASimulatorWithFrictionIsTold) {
  for (const char* robot : {"ur10", "two-rods"}) {
    const LogHealth health = examined_as(robot, rows_of({.robot = robot, .preset = "clean", .rate = 100}));
    EXPECT_TRUE(codes(health).contains("torque-simulated")) << robot;
  }
}

TEST(LogHealth, AMomentOfMotionBlamesNoTorque) {
  const LogRows rows = rows_of({.robot = "ur10", .rate = 100, .seconds = 1});
  const Codes found = codes(examined_as("ur10", rows));
  for (const char* code : {"torque-simulated", "torque-sign", "torque-gain", "gravity-direction"})
    EXPECT_FALSE(found.contains(code)) << code;
}

TEST(LogHealth, TorqueOfASimulatorIsTold) {
  const LogHealth health = examined(without_rates(make_rows({.noise = 0, .friction = false})), true);
  EXPECT_EQ(codes(health), Codes{"torque-simulated"});
}

TEST(LogHealth, MotionBeyondTheRobotsLimitsIsTold) {
  std::vector<JointLimits> limits(6);
  limits[3].position_high = 0.1;
  limits[4].torque = 1;
  const LogHealth health = examined(without_rates(sound_rows()), false, {.limits = limits});
  EXPECT_EQ(codes(health), Codes{"beyond-limits"});
  EXPECT_EQ(health.findings.size(), 2u);
}

TEST(LogHealth, AClockThatStandsOrAFewRowsAreOfNoUse) {
  LogRows rows = without_rates(sound_rows());
  std::fill(rows.time.begin(), rows.time.end(), 3.0);
  EXPECT_FALSE(examined(rows).usable());
  EXPECT_FALSE(examined(LogInMemory(without_rates(sound_rows())).read(0, 12)).usable());
}

TEST(LogHealth, AFileTellsLinesAndGoesOnWithTheRest) {
  std::string text = csv_of(LogInMemory(without_rates(sound_rows())).read(0, 400));
  text.insert(text.find('\n') + 1, "# a comment\n");
  const std::size_t cut = text.find("\n0.5,");
  text.insert(cut + 1, "0.4999,1e150,0,0,0,0,0,0,0,0,0,0,0\n0.49991,oops\n");
  const TemporaryFile file(text, ".csv");
  const auto log = io::open_log(file.path(), {}, 6);
  const LogHealth health = examine_log(*log);
  EXPECT_EQ(codes(health), (Codes{"columns-assumed", "garbage-row", "truncated-row"}));
  EXPECT_EQ(finding(health, "garbage-row").where.line, 103);
  EXPECT_EQ(finding(health, "truncated-row").where.line, 104);
  EXPECT_EQ(health.sound_rows, 400);
  EXPECT_EQ(log->file_row_count(), 402);
}

TEST(LogRules, TheDocumentationListsEveryCodeThatIsTold) {
  Codes rules, listed, told;
  for (const LogRule& rule : log_rules()) rules.emplace(rule.code);
  const auto collect = [](const std::string& text, const std::string& pattern, Codes& into) {
    const std::regex expression(pattern);
    for (auto at = std::sregex_iterator(text.begin(), text.end(), expression); at != std::sregex_iterator(); ++at)
      into.insert((*at)[1]);
  };
  collect(text_of(TORSOR_SOURCE_DIR "/docs/log.md"), "\n\\| `([a-z][a-z-]*)` \\|", listed);
  for (const char* folder : {"/src/io/log", "/src/identification/log"})
    for (const auto& entry : std::filesystem::directory_iterator(std::string(TORSOR_SOURCE_DIR) + folder))
      if (entry.path().filename() != "log_rules.cpp")
        collect(text_of(entry.path()), "\"([a-z]+(?:-[a-z]+)+|presliding|quantisation|saturation)\"", told);
  EXPECT_EQ(rules, told);
  EXPECT_EQ(rules, listed);
  EXPECT_EQ(rules.size(), log_rules().size());
}

}  // namespace
}  // namespace torsor::test
