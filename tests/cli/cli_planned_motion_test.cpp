#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "cli/folder.hpp"
#include "torsor/core/write_file.hpp"

namespace torsor::test::cli_planned_motion_test {

std::vector<double> numbers(const Json& json) { return json.get<std::vector<double>>(); }
double number(const Json& json) { return json.get<double>(); }

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

const std::string rods = "trajectory two-rods --from 0,0 --to 1,-0.5 ";
const std::string panda = "trajectory panda --from 0,-0.5,0,-2,0,1.5,0.7 --to 0.5,0.2,-0.4,-1.5,0.3,1.8,1 ";

TEST(TrajectoryCommand, GivesSamplesAtAnEvenRateAndTheLastOneAtTheEnd) {
  const Json run = answer(rods + "--duration 0.255 --rate 20");
  EXPECT_EQ(keys(run), (Keys{"robot", "motion", "joints", "duration", "t", "q", "qd", "qdd", "tau", "demand", "power",
                             "time_of_power", "energy", "work", "limits"}));
  expect_near(run["t"], {0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.255});
  EXPECT_EQ(run["motion"], "quintic");
  expect_near(run["q"][0], {0, 0}, 0);
  expect_near(run["q"].back(), {1, -0.5}, 0);
  expect_near(run["qd"].back(), {0, 0}, 0);
  EXPECT_EQ(run["demand"].size(), 2u);
}

/// `showcase` has a contact that bends: a simulation writes how far, a plan does not know it.
TEST(TrajectoryCommand, RowsHaveAsManyNumbersAsTheHeaderHasNames) {
  const Folder folder;
  const std::string plan = "trajectory showcase --fourier --period 2 --duration 2 --no-limits --output ";
  const Json run = answer(plan + folder / "plan.csv");
  ASSERT_EQ(torsor(plan + folder / "plan.npy").code, 0);
  std::istringstream lines(text_of(folder / "plan.csv"));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const auto width = std::count(line.begin(), line.end(), ',') + 1;
  const std::size_t joints = run["joints"].size();
  EXPECT_EQ(width, static_cast<long>(1 + 4 * joints)) << line;
  std::size_t rows = 0;
  for (; std::getline(lines, line); ++rows) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ',') + 1, width) << line;
    EXPECT_EQ(std::stod(line), number(run["t"][rows])) << "row " << rows;
  }
  EXPECT_EQ(rows, run["t"].size());
  const std::string array = text_of(folder / "plan.npy");
  const std::string shape = "(" + std::to_string(rows) + ", " + std::to_string(width) + ")";
  EXPECT_NE(array.find(shape), std::string::npos) << array.substr(0, 120);
  const std::size_t start = 10 + static_cast<unsigned char>(array[8]) + 256U * static_cast<unsigned char>(array[9]);
  EXPECT_EQ(array.size() - start, rows * static_cast<std::size_t>(width) * sizeof(double));
}

TEST(TrajectoryCommand, AFileWithARowOfAnotherLengthIsRefused) {
  const Folder folder;
  ASSERT_EQ(torsor(rods + "--duration 1 --output " + folder / "plan.csv").code, 0);
  const std::string text = text_of(folder / "plan.csv");
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  for (const bool longer : {false, true}) {
    std::ofstream file(folder / "wrong.csv");
    for (std::size_t k = 0; k < lines.size(); ++k)
      file << (k != 5 ? lines[k] : longer ? lines[k] + ",1" : lines[k].substr(0, lines[k].rfind(','))) << '\n';
    file.close();
    for (const std::string command : {"inverse-dynamics", "size-motors"})
      expect_told(command + " two-rods --trajectory " + folder / "wrong.csv", 3,
                  std::string("wrong.csv:6:1: expected 9 columns, found ") + (longer ? "10" : "8"));
  }
}

TEST(TrajectoryCommand, TorquesAreThoseOfInverseDynamics) {
  const Json run = answer(rods + "--duration 1 --rate 10 --payload 2");
  for (const std::size_t k : {0u, 3u, 7u}) {
    const std::string state = " --q " + list_of(numbers(run["q"][k])) + " --qd " + list_of(numbers(run["qd"][k])) +
                              " --qdd " + list_of(numbers(run["qdd"][k]));
    expect_near(answer("inverse-dynamics two-rods --payload 2" + state)["tau"], numbers(run["tau"][k]), 1e-9);
  }
}

TEST(TrajectoryCommand, EveryProfileMeetsItsEnds) {
  for (const std::string profile : {"cubic", "quintic", "septic", "trapezoid", "jerk-limited"}) {
    const Json run = answer(panda + (profile == "trapezoid" ? "--profile " : "--max-jerk 1000 --profile ") + profile);
    EXPECT_EQ(run["motion"], profile);
    expect_near(run["q"][0], {0, -0.5, 0, -2, 0, 1.5, 0.7}, 1e-12);
    expect_near(run["q"].back(), {0.5, 0.2, -0.4, -1.5, 0.3, 1.8, 1}, 1e-12);
    expect_near(run["qd"].back(), std::vector<double>(7, 0.0), 1e-12);
    double most = 0;
    for (const Json& use : run["limits"])
      if (use["kind"] == "velocity" || use["kind"] == "acceleration") most = std::max(most, number(use["share"]));
    if (profile == "cubic" || profile == "quintic" || profile == "trapezoid") {
      EXPECT_NEAR(most, 1, 1e-3) << profile;
    }
    EXPECT_LE(most, 1 + 1e-9) << profile;
  }
}

TEST(TrajectoryCommand, PointsOnTheWayArePassedAtTheirTimes) {
  const Json run = answer(rods + "--via 1,1 --via -0.5,0.5 --duration 2 --via-times 0.5,1.2 --rate 10 --profile cubic");
  expect_near(run["q"][5], {1, 1});
  expect_near(run["q"][12], {-0.5, 0.5});
  const Json rests = answer(rods + "--via 1,1 --profile trapezoid --max-velocity 1 --max-acceleration 2 --rate 1");
  EXPECT_NEAR(number(rests["duration"]), (1 + 0.5) + (1.5 + 0.5), 1e-12);
}

TEST(TrajectoryCommand, EndsMayMove) {
  const Json run = answer(rods + "--duration 2 --from-velocity 1,0 --to-velocity 0,2 --to-acceleration 3,4");
  expect_near(run["qd"][0], {1, 0});
  expect_near(run["qd"].back(), {0, 2}, 0);
  expect_near(run["qdd"].back(), {3, 4}, 0);
  const Json fast = answer(rods +
                           "--profile jerk-limited --max-velocity 2 --max-acceleration 3 --max-jerk 20 --from-velocity "
                           "1,0 --to-velocity 0,-1");
  expect_near(fast["qd"][0], {1, 0});
  expect_near(fast["qd"].back(), {0, -1}, 0);
  EXPECT_LT(number(fast["duration"]), 2);
}

TEST(TrajectoryCommand, SplinesPassTheRowsOfAFile) {
  const Folder folder;
  const std::string timed = folder / "timed.csv", even = folder / "even.csv";
  write_file(timed, "t,q2,q1\n1,0,0\n1.5,0.5,1\n3,0,1\n", Existing::replace);
  write_file(even, "q1,q2\n0,0\n1,0.5\n1,0\n", Existing::replace);
  const std::string call = "trajectory two-rods --rate 10 --spline ";
  const Json run = answer(call + timed);
  EXPECT_EQ(run["motion"], "cubic spline through 3 points");
  EXPECT_EQ(run["duration"], 2);
  expect_near(run["q"][5], {1, 0.5});
  expect_near(run["qd"][0], {0, 0});
  expect_near(run["qd"].back(), {0, 0});
  EXPECT_EQ(answer(call + timed + " --duration 4")["duration"], 4);
  expect_near(answer(call + even + " --duration 3 --profile quintic")["q"][15], {1, 0.5});
  EXPECT_GT(number(answer(call + even + " --max-velocity 1")["duration"]), 1.5);
}

/// Where the tip is at a row.
std::vector<double> tip_at(const std::string& robot, const Json& row) {
  const Json pose = answer("kinematics " + robot + " --q " + list_of(numbers(row)))["pose"];
  return {number(pose[0][3]), number(pose[1][3]), number(pose[2][3])};
}

TEST(TrajectoryCommand, TheTipGoesOnALineAndOnAnArc) {
  const std::string call = "trajectory panda --from 0,-0.5,0,-2,0,1.5,0.7 --rate 10 --max-tip-acceleration 1 ";
  const Json line = answer(call + "--line 0.4,0.3,0.5,3.1,0,0.2 --profile trapezoid --max-tip-velocity 0.4");
  EXPECT_EQ(line["motion"], "line");
  const std::vector<double> from = tip_at("panda", line["q"][0]);
  const std::vector<double> way{0.4 - from[0], 0.3 - from[1], 0.5 - from[2]};
  const double length = std::hypot(way[0], way[1], way[2]);
  EXPECT_NEAR(number(line["duration"]), length / 0.4 + 0.4, 1e-9);
  for (const std::size_t k : {2u, 5u, 9u}) {
    const std::vector<double> at = tip_at("panda", line["q"][k]);
    const double u = (at[0] - from[0]) / way[0];
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(at[i], from[i] + u * way[i], 1e-8);
  }
  EXPECT_NEAR(tip_at("panda", line["q"].back())[2], 0.5, 1e-8);
  const Json pose = answer("kinematics panda --q " + list_of(numbers(line["q"].back())))["pose"];
  EXPECT_NEAR(number(pose[2][2]), std::cos(3.1), 1e-8);
  const Json arc = answer(
      "trajectory two-rods --from 0,90deg --arc 0,1.4142135623730951,0,-1,1,0 --position-only "
      "--duration 2 --rate 4");  // on the circle about the base, of which the elbow knows nothing
  for (const Json& row : arc["q"]) {
    const std::vector<double> at = tip_at("two-rods", row);
    EXPECT_NEAR(std::hypot(at[0], at[1]), std::sqrt(2.0), 1e-8);
    EXPECT_NEAR(numbers(row)[1], std::acos(0.0), 1e-7);
  }
  EXPECT_NEAR(numbers(arc["qd"][4])[0], 1.875 * std::acos(0.0) / 2, 1e-7);
}

TEST(TrajectoryCommand, AWayThatTheTipCannotGoIsTold) {
  const std::string call = "trajectory two-rods --from 0.5,1 --duration 2 ";
  expect_told(torsor(call + "--line 3,0,0 --position-only"), 1, "no joint positions reach");
  expect_told(torsor(call + "--line 0.5,1,0"), 1, "(--position-only)");
  expect_told(torsor(call + "--line 1,1"), 2, "--line: expected 3 or 6 numbers");
  expect_told(torsor(call + "--arc 1,1,0"), 2, "--arc: expected 6 or 9 numbers");
  expect_told(torsor(call + "--line 1,1,0 --to 1,1"), 2, "found several");
  expect_told(torsor(call + "--line 1,1,0 --via 1,1"), 2, "--line, --arc: expected no --via");
  expect_told(torsor("trajectory two-rods --from 0.5,1 --line 1,1,0 --position-only"), 2,
              "--duration: expected a time, or --max-tip-velocity; found neither");
  expect_told(torsor(call + "--line 1,1,0 --position-only --profile trapezoid"), 2,
              "--max-tip-acceleration: expected a limit, which this profile needs; found none");
  const ToolRun stretched = torsor("trajectory two-rods --from 0.5,1 --line 1.99999,0,0 --position-only --duration 2");
  EXPECT_NE(stretched.err.find("near a singularity, at 2 s, where "), std::string::npos) << stretched.err;
}

TEST(TrajectoryCommand, AFourierSeriesStaysWithinTheLimits) {
  const Json run = answer("trajectory panda --fourier --period 5 --rate 50 --no-friction --seed 3");
  EXPECT_EQ(run["motion"], "fourier");
  EXPECT_EQ(run["duration"], 5);
  for (const Json& use : run["limits"])
    if (use["kind"] != "torque") {
      EXPECT_LE(number(use["share"]), 0.91) << use;
    }
}

TEST(TrajectoryCommand, TheNearestLimitIsNamed) {
  const ToolRun run = torsor(panda + "--duration 2");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("nearest limit: "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("motors give at most "), std::string::npos) << run.out;
}

TEST(TrajectoryCommand, LimitsThatAreExceededAreToldWithJointAndTime) {
  const ToolRun run = torsor(panda + "--duration 0.3");
  EXPECT_EQ(run.code, 4);
  EXPECT_NE(run.out.find("limit exceeded: velocity of joint2 is "), std::string::npos) << run.out;
  EXPECT_NE(run.err.find("the motion exceeds "), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(" s, limit "), std::string::npos) << run.err;
  const ToolRun json = torsor(panda + "--duration 0.3 --json");
  EXPECT_EQ(json.code, 4);
  EXPECT_TRUE(json.json()["limits"][0]["exceeded"]);
  EXPECT_EQ(torsor(panda + "--duration 0.3 --no-limits").code, 0);
}

TEST(TrajectoryCommand, WritesRowsThatOtherCommandsRead) {
  const Folder folder;
  const std::string csv = folder / "motion.csv", npy = folder / "motion.npy", page = folder / "motion.html";
  const ToolRun run = torsor(rods + "--duration 1 --output " + csv + " --report " + page);
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("wrote " + csv), std::string::npos) << run.out;
  EXPECT_NE(text_of(page).find("What the motion needs"), std::string::npos);
  EXPECT_TRUE(text_of(csv).starts_with("t,q1,q2,qd1,qd2,qdd1,qdd2,tau1,tau2\n0,0,0,")) << text_of(csv).substr(0, 80);
  const Json motion = answer(rods + "--duration 1"), torque = answer("inverse-dynamics two-rods --trajectory " + csv);
  ASSERT_EQ(torque["tau"].size(), 101u);
  expect_near(torque["time"], numbers(motion["t"]), 0);
  for (const std::size_t k : {0u, 37u, 100u}) expect_near(torque["tau"][k], numbers(motion["tau"][k]), 1e-12);
  EXPECT_EQ(answer("batch two-rods " + csv + " --functions inverse-dynamics,energy")["rows"], 101);
  EXPECT_EQ(torsor(rods + "--duration 1 --output " + npy).code, 0);
  EXPECT_EQ(answer("batch two-rods " + npy + " --functions inverse-dynamics --columns q,qd,qdd,tau")["rows"], 101);
  const Json moved = answer("simulate two-rods --duration 1 --q 0,0 --between cubic --tau " + csv);
  expect_near(moved["q"].back(), {1, -0.5}, 1e-3);
  expect_told(torsor(rods + "--duration 1 --output " + csv), 2, "--force");
  const ToolRun printed = torsor(rods + "--duration 0.02 --output -");
  EXPECT_EQ(std::count(printed.out.begin(), printed.out.end(), '\n'), 4) << printed.out;
}

TEST(TrajectoryCommand, MayHoldStillForATime) {
  const Folder folder;
  const std::string file = folder / "still.csv";
  const ToolRun run = torsor("trajectory two-rods --from 0.1,0.4 --to 0.1,0.4 --duration 2 --rate 10 --output " + file);
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string rows = text_of(file);
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 22);
  EXPECT_NE(rows.find("\n2,0.1,0.4,0,0,0,0,"), std::string::npos) << rows;
}

TEST(TrajectoryCommand, SlipsAreTold) {
  const Folder folder;
  const std::string call = "trajectory two-rods ", file = folder / "points.csv";
  expect_told(torsor(call), 2, "expected one of --to, --line, --arc, --spline and --fourier, found none");
  expect_told(torsor(call + "--to 1,1"), 2, "--from: expected joint positions, found none");
  expect_told(torsor(rods + "--fourier"), 2,
              "expected one of --to, --line, --arc, --spline and --fourier, found several");
  expect_told(torsor(rods), 2, "--duration: expected a time, because no joint that moves has a limit");
  expect_told(torsor(rods + "--duration -1"), 2, "--duration: expected a number above 0, found '-1'");
  expect_told(torsor(rods + "--duration 0"), 2, "--duration: expected a number above 0, found '0'");
  expect_told(torsor(rods + "--duration 1 --rate 1e9"), 2, "--rate: expected at most 1e+06 samples");
  expect_told(torsor(call + "--from 0,0 --to 0,0 --max-velocity 1 --max-acceleration 1"), 2,
              "--to: expected other positions than those before, found the same: 0,0");
  expect_told(torsor(call + "--from 0,0,0 --to 0,0 --duration 1"), 2, "--from: expected 2 numbers");
  expect_told(torsor(rods + "--via 1 --duration 1"), 2, "--via: expected 2 numbers, one for each joint of two-rods");
  expect_told(torsor(rods + "--max-velocity 0"), 2, "--max-velocity: expected numbers above 0, found 0");
  expect_told(torsor(rods + "--max-velocity 1,2,3"), 2, "--max-velocity: expected 2 or 1 numbers");
  expect_told(torsor(rods + "--profile trapezoid --max-velocity 1"), 2,
              "--max-acceleration: expected limits, because the robot file has none for joint1; found none");
  expect_told(torsor(rods + "--profile jerk-limited --max-velocity 1 --max-acceleration 1"), 2,
              "--max-jerk: expected limits, which robot files do not have; found none");
  expect_told(torsor(rods + "--profile trapezoid --max-velocity 1 --max-acceleration 1 --duration 0.5"), 2,
              "--duration: expected at least 2 s, which the limits need, found 0.5");
  expect_told(torsor(rods + "--from-velocity 1,1 --max-velocity 1"), 2, "--duration: expected a time beside");
  for (const std::string profile : {"cubic", "trapezoid"})
    expect_told(torsor(rods + "--duration 9 --max-acceleration 1 --to-acceleration 1,1 --profile " + profile), 2,
                "--to-acceleration: expected --profile quintic or septic, found " + profile);
  expect_told(torsor(rods + "--duration 1 --via 1,1 --via-times 2"), 2,
              "--via-times: expected times that rise, between 0 and 1 s, found 2");
  expect_told(torsor(rods + "--duration 1 --via 1e-12,0 --profile septic"), 2, "--via: expected points and times");
  expect_told(torsor(rods + "--duration 1 --via-times 0.5"), 2, "--via-times: expected --via beside it");
  expect_told(torsor("trajectory panda --from 0,0,0,-1,0,1,0 --to 0,0,0,0,0,1,0"), 2,
              "--to: joint4: expected a position within its limits, -3.0718 to -0.0698 rad; found 0; --no-limits");
  expect_told(torsor(panda + "--via 9,0,0,-1,0,1,0"), 2, "--via: joint1: expected a position within its limits");
  write_file(file, "t,q1,q2\n0,0,0\n1,1,1\n1,2,2\n", Existing::replace);
  expect_told(torsor(call + "--spline " + file), 3, "row 3: expected a time above 1, that of the row before, found 1");
  write_file(file, "q1,q2\n0,0\n", Existing::replace);
  expect_told(torsor(call + "--spline " + file), 3, "expected another row of positions");
  write_file(file, "q1,q2\n0,0\n1,1\n", Existing::replace);
  expect_told(torsor(call + "--duration 1 --profile trapezoid --spline " + file), 2,
              "--spline: expected cubic, quintic or septic for --profile, found trapezoid");
}

}  // namespace torsor::test::cli_planned_motion_test
