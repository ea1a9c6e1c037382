#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/run_tool.hpp"

namespace torsor::test {

/// A failed run says one thing, on one line of standard error, and prints nothing else.
inline void expect_told(const ToolRun& run, int code, const std::string& message) {
  ASSERT_EQ(run.code, code) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.said().starts_with("torsor: ")) << run.err;
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  EXPECT_TRUE(run.err.ends_with("\n")) << run.err;
  EXPECT_NE(run.said().find(message), std::string::npos) << run.err;
}

}  // namespace torsor::test
