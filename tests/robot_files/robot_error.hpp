#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "robot_files/marked_text.hpp"
#include "torsor/robot_files/robot_file.hpp"

namespace torsor::test {

/// The first of what read_robot finds wrong with a file.
inline Finding robot_error(const std::string& text, const Overrides& overrides = {}) {
  try {
    read_robot(text, "arm.yaml", overrides);
  } catch (const FileError& error) {
    EXPECT_EQ(error.file(), "arm.yaml");
    return error.findings().front();
  }
  ADD_FAILURE() << "no error";
  return {};
}

}  // namespace torsor::test
