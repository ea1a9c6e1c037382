#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <thread>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "cli/folder.hpp"
#include "torsor/core/write_file.hpp"

// What a simulation reads and writes: runs that go on, torques from files, files that are written.
namespace torsor::test::cli_simulate_files_test {

std::vector<double> numbers(const Json& json) { return json.get<std::vector<double>>(); }

std::string written(const Folder& folder, const std::string& name, const std::string& text) {
  write_file(folder / name, text, Existing::replace);
  return folder / name;
}

/// A cart of 2 kg whose contact bends before it slides.
std::string bending_cart(const Folder& folder) {
  return written(folder, "cart.yaml",
                 "name: cart\ngravity: [0, 0, 0]\nlinks:\n  - {name: cart, joint: prismatic, axis: [1, 0, 0], shape: "
                 "{sphere: 0.1, mass: 2},"
                 " friction: {coulomb: 4, viscous: 1, presliding: {stiffness: 5000, damping: 20}}}\n");
}

TEST(SimulateFiles, ARunGoesOnAtTheTimeOfTheRowAndWithItsBentContacts) {
  const Folder folder;
  const std::string call = "simulate " + bending_cart(folder) + " --tau 8*sin(3*t) --method rosenbrock ";
  const std::vector<double> whole = numbers(answer(call + "--duration 1.5")["q"].back());
  for (const std::string ending : {"csv", "npy"}) {
    const std::string first = folder / ("first." + ending);
    ASSERT_EQ(torsor(call + "--duration 0.7 --output " + first).code, 0);
    const Json second = answer(call + "--duration 0.8 --state " + first);
    EXPECT_NEAR(second["t"][0].get<double>(), 0.7, 1e-12);
    EXPECT_NEAR(second["t"].back().get<double>(), 1.5, 1e-12);
    EXPECT_GT(std::abs(second["z"][0][0].get<double>()), 1e-4);
    expect_near(second["q"].back(), whole, 1e-6);
  }
  const ToolRun told = torsor(call + "--duration 0.8 --state " + folder / "first.csv");
  EXPECT_TRUE(told.out.starts_with("cart from 0.7 to 1.5 s: 81 samples")) << told.out;
  const Json again = answer(call + "--duration 0.8 --start-time 3 --state " + folder / "first.npy");
  EXPECT_EQ(again["t"][0], 3);
  EXPECT_EQ(torsor(call + "--duration 0.01 --output -").out.substr(0, 20), "t,q1,qd1,qdd1,tau1,z");
}

TEST(SimulateFiles, SignalsAndLoadsFollowTheTimeOfAContinuedRun) {
  const Folder folder;
  const std::string first = folder / "first.csv",
                    call = "simulate two-rods --tau 10*step(t-0.3)-20*step(t-0.8),0 --payload-at 0.6:1 ",
                    base = "simulate two-rods --base-motion sin(t),0,0 ";
  const Json whole = answer("simulate two-rods --tau 10*step(t-0.3)-20*step(t-0.8),0 --payload-at 0.6:1 --duration 1");
  ASSERT_EQ(torsor("simulate two-rods --tau 10*step(t-0.3)-20*step(t-0.8),0 --duration 0.5 --output " + first).code, 0);
  expect_near(answer(call + "--duration 0.5 --state " + first)["q"].back(), numbers(whole["q"].back()), 1e-5);
  expect_told(torsor(call + "--duration 0.05 --state " + first), 2,
              "expected a time between 0.5 and 0.55 s, found '0.6'");
  ASSERT_EQ(torsor(base + "--duration 0.5 --force --output " + first).code, 0);
  expect_near(answer(base + "--duration 0.5 --state " + first)["q"].back(),
              numbers(answer(base + "--duration 1")["q"].back()), 1e-6);
}

TEST(SimulateFiles, WhatSimulateWritesIsReadByTheOthers) {
  const Folder folder;
  for (const std::string ending : {"csv", "npy"}) {
    const std::string file = folder / ("run." + ending);
    ASSERT_EQ(torsor("simulate two-rods --duration 0.5 --q 1,0 --tau 3*sin(9*t),1 --output " + file).code, 0);
    EXPECT_EQ(answer("batch two-rods " + file + " --functions inverse-dynamics")["rows"], 51);
    EXPECT_EQ(answer("batch two-rods " + file + " --functions gravity-torque")["rows"], 51);
    const Json again = answer("simulate two-rods --duration 0.5 --q 1,0 --between cubic --tau " + file);
    expect_near(again["tau"][25], {3 * std::sin(9 * 0.25), 1}, 1e-9);
    EXPECT_EQ(answer("inverse-dynamics two-rods --trajectory " + file)["tau"].size(), 51u);
  }
}

TEST(SimulateFiles, ATorqueFileHasToFitTheRobotAndTellsWhereItEnds) {
  const Folder folder;
  const std::string call = "simulate two-rods --duration 1 --q -90deg,0 --tau ";
  const std::string three = written(folder, "three.csv", "t,tau1,tau2,tau3\n0,1,2,3\n1,1,2,3\n");
  expect_told(torsor(call + three), 3, "three.csv:1:13: the column 'tau3' is one too many; expected t, tau1, tau2");
  expect_told(torsor(call + written(folder, "empty.csv", "")), 3, "expected at least one row of numbers, found none");
  expect_told(torsor("simulate two-rods --duration 1 --state " + folder / "empty.csv"), 3,
              "expected at least one row of numbers, found none");
  const ToolRun short_one = torsor(call + written(folder, "short.csv", "t,tau1,tau2\n0,1,2\n0.5,3,4\n"));
  EXPECT_EQ(short_one.code, 0) << short_one.err;
  EXPECT_NE(short_one.err.find("short.csv has times from 0 to 0.5 s and the run goes from 0 to 1 s: before and after "
                               "them values stay as they are in the first and the last row"),
            std::string::npos)
      << short_one.err;
  EXPECT_EQ(torsor(call + written(folder, "long.csv", "t,tau1,tau2\n-1,0,0\n5,0,0\n")).err, "");
}

TEST(SimulateFiles, ABaseThatJumpsIsRefused) {
  const Folder folder;
  const std::string call = "simulate two-rods --duration 1 --base-motion ";
  expect_told(torsor(call + "0.2*step(t-0.5),0,0"), 2, "found that x jumps by 0.2 m at 0.5 s");
  expect_told(torsor(call + "0,0,0,0,0,max(0,t-0.25)"), 2, "found that the rate of yaw jumps by 1 rad/s at 0.25 s");
  EXPECT_EQ(torsor(call + "max(0,t-0.5)^2,abs(t),0").err, "") << "a jump of the acceleration is none";
  const ToolRun wild = torsor(call + written(folder, "base.csv",
                                             "t,x,y,z,roll,pitch,yaw\n0,0,0,0,0,0,0\n0.5,0,0,0,0,0,3.1\n0.51,0,0,0,0,0,"
                                             "-3.1\n1,0,0,0,0,0,-3\n"));
  EXPECT_EQ(wild.code, 0) << wild.err;
  EXPECT_NE(wild.err.find("base.csv: yaw accelerates at "), std::string::npos) << wild.err;
}

TEST(SimulateFiles, TheEndingOfATableIsKnown) {
  const Folder folder;
  const std::string states = written(folder, "a.csv", "q1,q2\n0,0\n");
  for (const std::string& command : std::vector<std::string>{
           "simulate two-rods --duration 1", "batch two-rods " + states + " --functions gravity-torque"})
    for (const std::string name : {"run.xyz", "run"})
      expect_told(torsor(command + " --output " + folder / name), 2,
                  "--output: expected a file that ends in .csv or .npy, found '" + folder / name + "'");
  EXPECT_EQ(torsor("simulate two-rods --duration 0.01 --output " + folder / "run.CSV").code, 0);
}

/// A run that would take minutes, ended by Ctrl-C.
TEST(SimulateFiles, ASignalEndsTheRunAndKeepsItsSamples) {
  const Folder folder;
  const std::string file = folder / "run.npy";
  std::vector<std::string> words{TORSOR_CLI, "simulate", "two-rods", "--duration", "10000",
                                 "--q",      "1,0",      "--output", file};
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::string err = folder / "err.txt";
  const pid_t child = ::fork();
  if (child == 0) {
    const int none = ::open("/dev/null", O_WRONLY), told = ::open(err.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(none, STDOUT_FILENO), ::dup2(told, STDERR_FILENO);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  while (folder.count() < 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));  // err.txt, and rows
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status)) << "so that a shell ends its loops";
  EXPECT_EQ(WTERMSIG(status), SIGINT);
  std::ifstream stream(err);
  const std::string said{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_NE(said.find("it was stopped; kept "), std::string::npos) << said;
  EXPECT_NE(said.find(" samples up to then in " + file), std::string::npos) << said;
  EXPECT_GT(answer("batch two-rods " + file + " --functions gravity-torque")["rows"].get<int>(), 200);
}

}  // namespace torsor::test::cli_simulate_files_test
