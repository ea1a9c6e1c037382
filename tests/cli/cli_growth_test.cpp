#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "cli/folder.hpp"
#include "support/cpu_time.hpp"
#include "torsor/core/write_file.hpp"

// What robots with many joints cost, and where the tool says that it is too much.
namespace torsor::test::cli_growth_test {

#ifdef TORSOR_ADDRESS_SANITIZER  // which takes more address space than any limit
constexpr rlim_t memory_limit = 0;
#else
constexpr rlim_t memory_limit = rlim_t{2} << 30U;
#endif

/// A chain of revolute joints whose axes point everywhere.
std::string chain(const Folder& folder, int joints) {
  std::string text = "name: chain\ninertia_about: com\nlinks:\n";
  for (int i = 0; i < joints; ++i)
    text += "  - {joint: revolute, axis: [" + std::to_string(i % 3 == 0) + ", " + std::to_string(i % 3 == 1) + ", " +
            std::to_string(i % 3 == 2) + "], origin: {xyz: [0.1, 0.02, 0.03], rpy: [0.1, 0.2, 0]}, mass: 1, " +
            "com: [0.05, 0.01, 0.02], inertia: {xx: 0.01, yy: 0.02, zz: 0.025}}\n";
  const std::string path = folder / ("chain" + std::to_string(joints) + ".yaml");
  write_file(path, text);
  return path;
}

std::string numbers(int count) { return list_of(std::vector<double>(static_cast<std::size_t>(count), 0.1)); }

double cost(const std::vector<std::string>& arguments) {
  const double start = cpu_seconds_of_programs();
  const ToolRun run = run_tool(arguments);
  EXPECT_EQ(run.code, 0) << run.err;
  return cpu_seconds_of_programs() - start;
}

TEST(Growth, TheTextOfMatricesCostsLittleMoreThanTheirJson) {
  const Folder folder;
  const std::string robot = chain(folder, 200), q = numbers(200);
  const std::vector<std::string> terms{"terms", robot, "--q", q, "--qd", q};
  std::vector<std::string> json = terms;
  json.emplace_back("--json");
  EXPECT_LT(cost(terms), 4 * cost(json) + 0.1);
}

TEST(Growth, WhatIsLinearHasAThousandJoints) {
  const Folder folder;
  const std::string robot = chain(folder, 1000), q = numbers(1000), out = folder / "generated";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"show", robot},
        {"lint", robot},
        {"convert", robot, "--to", "urdf", "--lossy"},
        {"convert", robot, "--to", "mjcf", "--lossy"},
        {"dh-table", robot},
        {"kinematics", robot, "--q", q},
        {"inverse-dynamics", robot, "--q", q},
        {"forward-dynamics", robot, "--q", q, "--tau", q},
        {"generate", robot, "--functions", "inverse-dynamics", "--output", out}}) {
    const ToolRun run = run_tool(arguments, nullptr, memory_limit);
    EXPECT_EQ(run.code, 0) << arguments[0] << ": " << run.err.substr(0, 200);
  }
}

TEST(Growth, WhatGrowsFasterIsRefusedWithAReason) {
  const Folder folder;
  const std::string robot = chain(folder, 1000), q = numbers(1000), out = folder / "generated";
  const auto told = [&](const std::vector<std::string>& arguments, const std::string& message) {
    expect_told(run_tool(arguments, nullptr, memory_limit), 1, message);
  };
  const std::string joints = ": expected a robot of at most 150 joints, as its ",
                    found = "with their number; found 1000";
  told({"lagrange", robot, "--q", q}, "lagrange" + joints + "matrices grow as n^3 " + found);
  told({"inverse-dynamics", robot, "--q", q, "--method", "lagrange-euler"}, "Lagrange-Euler" + joints);
  told({"count", robot}, "counting Lagrange-Euler" + joints + "operations grow as n^4 " + found);
  told({"count", robot, "--symbolic"}, "customised kernels: expected a robot of at most 150 joints");
  told({"derive", robot}, "closed equations: expected a robot of at most 100 joints, as their terms grow by a factor");
  told({"derive", robot, "--worksheet", folder / "a.md"}, "a worksheet: expected a robot of at most 100 joints");
  told({"generate", robot, "--output", out}, "inertia-matrix: expected a robot of at most 300 joints");
  told({"generate", robot, "--functions", "forward-dynamics", "--output", out}, "forward-dynamics" + joints);
  told({"base-parameters", robot}, "expected at most 3000 parameters, as the work grows with the third power");
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.md"));
}

TEST(Growth, ANumberThatAFloatDoesNotHaveIsNotWritten) {
  const Folder folder;
  const std::string path = folder / "heavy.yaml", out = folder / "generated";
  write_file(path, "name: heavy\nlinks:\n  - {joint: revolute, axis: [1, 0, 0], mass: 1e29, com: [0, 1e12, 0]}\n");
  expect_told(run_tool({"generate", path, "--scalar", "float", "--functions", "gravity-torque", "--output", out}), 1,
              "no finite result of gravity_torque: the robot's numbers are too large for float");
  EXPECT_EQ(run_tool({"generate", path, "--functions", "gravity-torque", "--output", out}).code, 0);
}

}  // namespace torsor::test::cli_growth_test
