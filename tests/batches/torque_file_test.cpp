#include "torsor/batches/torque_file.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "robot_files/temporary_file.hpp"
#include "torsor/core/text.hpp"
#include "torsor/logs/trajectory_file.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/trajectory/trajectory_torque.hpp"

namespace torsor::test::torque_file_test {

Model<double> puma() { return build_model<double>(read_builtin_robot("puma560")); }

/// A motion of six joints that is longer than a piece.
std::string motion(int rows) {
  std::string text = "t,q1,q2,q3,q4,q5,q6,qd1,qd2,qd3,qd4,qd5,qd6,qdd1,qdd2,qdd3,qdd4,qdd5,qdd6\n";
  for (int k = 0; k < rows; ++k) {
    text += number_text(0.01 * k);
    for (int part = 0; part < 3; ++part)
      for (int j = 0; j < 6; ++j) text += "," + number_text(std::sin(0.01 * k * (j + 1) + part * 1.5 + j));
    text += '\n';
  }
  return text;
}

/// What goes to a file, as text.
struct Written {
  std::string text;
  TableTarget target;
  explicit Written(TableFormat format = TableFormat::csv)
      : target{format, [this](std::string_view bytes) { text += bytes; },
               [this](std::string_view bytes) { text.replace(0, bytes.size(), bytes); }} {}
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;
};

TEST(TorqueFile, HasTheTorquesAndFiguresOfTheMotionInMemory) {
  const Model<double> model = puma();
  const TemporaryFile file(motion(3000), ".csv");
  Conditions<double> conditions = default_conditions(model);
  conditions.base.linear_acceleration = {1, 2, 3};
  const WrenchesAt wrenches_at = [&](const std::vector<double>&) {
    return std::vector<Wrench<double>>{
        {model.frames[static_cast<std::size_t>(model.tip)].body, {{1, 2, 3}, {4, 5, 6}}}};
  };
  const std::vector<JointLimits> limits(6, {-0.5, 0.5, 0.9, 0.9, 20});
  Written written;
  TorqueFileOptions options;
  options.stream.target = &written.target;
  options.wrenches_at = wrenches_at;
  options.limits = limits;
  const TorqueFileResult result = torque_of_file(model, file.path(), conditions, options);
  const Trajectory trajectory = read_trajectory(file.path(), 6);
  const TrajectoryTorque expected = trajectory_torque(model, trajectory, conditions, wrenches_at);
  EXPECT_EQ(written.text, trajectory_torque_csv(expected));
  EXPECT_EQ(result.summary.rows(), 3000u);
  EXPECT_EQ(result.summary.peak(), expected.peak);
  EXPECT_EQ(result.summary.rms(), expected.rms);
  for (std::size_t k = 0; k < expected.terms.size(); ++k)
    EXPECT_EQ(result.summary.shares()[k], expected.terms[k].share) << expected.terms[k].name;
  const std::vector<LimitViolation> worst = limit_violations(model, trajectory, expected, limits),
                                    found = result.summary.violations();
  ASSERT_EQ(found.size(), worst.size());
  EXPECT_GT(found.size(), 12u);
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_EQ(found[k].joint + found[k].kind, worst[k].joint + worst[k].kind);
    EXPECT_EQ(found[k].row, worst[k].row);
    EXPECT_EQ(found[k].value, worst[k].value);
  }
}

TEST(TorqueFile, HasTheSameBytesForAnyNumberOfThreads) {
  const TemporaryFile file(motion(4000), ".csv");
  std::string expected;
  for (const int threads : {1, 2, 5}) {
    Written written;
    TorqueFileOptions options;
    options.stream.threads = threads;
    options.stream.target = &written.target;
    torque_of_file(puma(), file.path(), default_conditions(puma()), options);
    if (expected.empty()) expected = written.text;
    EXPECT_TRUE(written.text == expected) << threads;
  }
}

TEST(TorqueFile, GivesAllRowsInTheirOrder) {
  const TemporaryFile file(motion(2500), ".csv");
  std::vector<double> time, tau;
  TorqueFileOptions options;
  options.each = [&](const StateRows& states, const TorqueRows& rows) {
    time.insert(time.end(), states.time.begin(), states.time.end());
    tau.insert(tau.end(), rows.tau.begin(), rows.tau.end());
  };
  torque_of_file(puma(), file.path(), default_conditions(puma()), options);
  ASSERT_EQ(time.size(), 2500u);
  EXPECT_EQ(tau.size(), 6 * 2500u);
  for (std::size_t k = 0; k < time.size(); ++k) ASSERT_EQ(time[k], 0.01 * static_cast<double>(k));
}

TEST(TorqueFile, TheRowWithoutAnAnswerIsTold) {
  std::string text = motion(3000);
  text += "30,0,0,0,0,0,0,1e300,1e300,0,0,0,0,0,0,0,0,0,0\n" + motion(1).substr(motion(0).size());
  const TemporaryFile file(text, ".csv");
  try {
    torque_of_file(puma(), file.path(), default_conditions(puma()), {});
    FAIL() << "row 3001 has no torque";
  } catch (const ComputationError& error) {
    EXPECT_EQ(error.what(), file.path() + ": the torque of row 3001 is not finite: no result");
  }
}

TEST(TorqueFile, WithoutRowsIsRefused) {
  const TemporaryFile file(motion(0), ".csv");
  EXPECT_THROW(torque_of_file(puma(), file.path(), default_conditions(puma()), {}), FileError);
}

}  // namespace torsor::test::torque_file_test
