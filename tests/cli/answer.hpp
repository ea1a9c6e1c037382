#pragma once

#include <gtest/gtest.h>

#include <set>

#include "cli/run_tool.hpp"

namespace torsor::test {

using Keys = std::set<std::string>;

/// What a call told besides that positions are outside the limits, which random ones often are.
inline std::string without_position_warnings(const std::string& err) {
  std::istringstream lines(err);
  std::string rest;
  for (std::string line; std::getline(lines, line);)
    if (line.find("\"--q: ") == std::string::npos) rest += line + "\n";
  return rest;
}

/// The JSON of a call that has to succeed.
inline Json answer(const std::string& command_line) {
  const ToolRun run = torsor(command_line + " --json");
  EXPECT_EQ(run.code, 0) << command_line << ": " << run.err;
  EXPECT_EQ(without_position_warnings(run.err), "") << command_line;
  EXPECT_FALSE(run.json().is_discarded()) << command_line << ": " << run.out.substr(0, 200);
  return run.json();
}
inline Keys keys(const Json& json) {
  Keys result;
  for (const auto& [key, value] : json.items()) result.insert(key);
  return result;
}
inline void expect_near(const Json& actual, const std::vector<double>& expected, double tolerance = 1e-12) {
  ASSERT_EQ(actual.size(), expected.size()) << actual;
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(actual[k].get<double>(), expected[k], tolerance) << "entry " << k << " of " << actual;
}
/// A failed call says why in standard error; what it found before may stand in standard output.
inline void expect_told(const std::string& command_line, int code, const std::string& message) {
  const ToolRun run = torsor(command_line);
  EXPECT_EQ(run.code, code) << command_line << ": " << run.err;
  EXPECT_TRUE(run.err.starts_with("torsor: ")) << command_line << ": " << run.err;
  EXPECT_NE(run.err.find(message), std::string::npos) << command_line << ": " << run.err;
}

}  // namespace torsor::test
