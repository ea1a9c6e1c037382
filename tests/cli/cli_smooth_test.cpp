#include <cmath>
#include <numbers>
#include <sstream>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_smooth_test {

/// One joint that swings once in two seconds, at 100 Hz; positions are rounded to 1e-4 rad.
std::string swing(int rows = 800) {
  std::ostringstream text;
  text.precision(12);
  text << "t,q1,tau1\n";
  for (int k = 0; k < rows; ++k) {
    const double t = 0.01 * k, q = 1e-4 * std::round(1e4 * std::sin(std::numbers::pi * t));
    text << t << ',' << q << ',' << 3 * q << '\n';
  }
  return text.str();
}

TEST(CliSmooth, WritesVelocitiesAndAccelerationsWithStandardDeviations) {
  const TemporaryFile log(swing(), ".csv"), output("", ".csv");
  const Json json = answer("smooth " + log.path() + " --force --output " + output.path());
  EXPECT_EQ(keys(json), (Keys{"file", "joints", "rows", "step", "smoothing", "cutoff", "noise", "velocity_crossover",
                              "position_cutoff", "torque_cutoff", "motion_frequency", "natural_cutoff", "longest_gap",
                              "margin", "written"}));
  EXPECT_EQ(json["written"]["rows"], 800);
  EXPECT_NEAR(json["step"].get<double>(), 0.01, 1e-9);
  EXPECT_NEAR(json["motion_frequency"][0].get<double>(), 0.5, 0.01);
  EXPECT_NEAR(json["noise"][0].get<double>() / (1e-4 / std::sqrt(12.0)), 1, 0.2);
  std::istringstream text(text_of(output.path()));
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line, "t,q1,qd1,qdd1,tau1,q_deviation1,qd_deviation1,qdd_deviation1");
  for (int k = 0; std::getline(text, line); ++k) {
    double t = 0, q = 0, qd = 0, qdd = 0, tau = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf,%lf", &t, &q, &qd, &qdd, &tau), 5);
    const double w = std::numbers::pi;
    EXPECT_NEAR(tau, 3 * q, 1e-9);
    if (k < 20 || k >= 780) continue;
    EXPECT_NEAR(q, std::sin(w * t), 1e-4);
    EXPECT_NEAR(qd, w * std::cos(w * t), 5e-3);
    EXPECT_NEAR(qdd, -w * w * std::sin(w * t), 0.2);
  }
}

TEST(CliSmooth, TakesACutoffAndAnotherFilter) {
  const TemporaryFile log(swing(), ".csv");
  const Json json = answer("smooth " + log.path() + " --smoothing butterworth --cutoff 8 --each-pass --order 2");
  EXPECT_EQ(json["smoothing"],
            "zero-phase Butterworth filter of order 2, 3 dB in each pass at 8 Hz for all joints and torques");
  EXPECT_EQ(json["cutoff"][0], 8);
  EXPECT_FALSE(json.contains("written"));
}

TEST(CliSmooth, ACutoffBeyondHalfTheSamplingRateIsAMisuseAndWritesNothing) {
  const TemporaryFile log(swing(), ".csv"), output("", ".csv");
  std::filesystem::remove(output.path());
  expect_told("smooth " + log.path() + " --cutoff 60 --force --output " + output.path(), 2,
              "below half the sampling rate, 50 Hz");
  EXPECT_FALSE(std::filesystem::exists(output.path()));
}

}  // namespace torsor::test::cli_smooth_test
