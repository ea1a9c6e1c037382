#include "torsor/core/limits.hpp"

#include <gtest/gtest.h>

#include "robot_files/temporary_file.hpp"

namespace torsor::test::limits_test {

std::string megabytes(std::size_t bytes) { return std::to_string(bytes >> 20U) + " MB"; }

TEST(Limits, AreThoseOfTheTableInTheDocumentation) {
  const std::string table = text_of(TORSOR_SOURCE_DIR "/SECURITY.md");
  for (const std::string& row :
       {"| robot file | " + megabytes(limits::robot_file_bytes) + " |",
        "together | " + std::to_string(limits::included_files) + ", " + megabytes(limits::included_bytes) + " |",
        "| log mapping | " + megabytes(limits::mapping_bytes) + " |",
        "| generated code that is verified | " + megabytes(limits::generated_file_bytes) + " |",
        "| columns of a log | " + std::to_string(limits::log_columns) + " |",
        "| joints of a log | " + std::to_string(limits::log_joints) + " |",
        "| a line of a CSV file | " + megabytes(limits::line_bytes) + " |",
        "from a pipe | " + megabytes(limits::pipe_bytes) + " |",
        "| " + std::to_string(limits::mat_bytes >> 30U) + " GB, " + std::to_string(limits::mat_unpacked >> 30U) +
            " GB |"})
    EXPECT_NE(table.find(row), std::string::npos) << row;
}

}  // namespace torsor::test::limits_test
